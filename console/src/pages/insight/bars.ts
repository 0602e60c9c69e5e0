import type { Statistics } from '../../api/types.ts';
import { sizeUnit } from '../../parts/model-facts.ts';
import type { BrowseSearch } from '../browse/browse-search.ts';

/**
 * A bar of a distribution: the label of a value, the number of models or files with the value, and the filter
 * that selects these models on the browse page.
 */
export interface Bar {
  readonly label: string;
  readonly count: number;
  readonly search: BrowseSearch;
}

/** A distribution, such as models by baseline. `title` names the property; each of its values has a bar. */
export interface Distribution {
  readonly title: string;
  /** The noun for the counted objects, such as `models` or `files`. */
  readonly counted: string;
  readonly bars: readonly Bar[];
}

/**
 * Subtracted from a bucket's exclusive upper bound to get the inclusive `max` of the browse page, in billions
 * of parameters. Parameter counts are no finer than a million, so no model is lost.
 */
const justBelow = 0.001;

function bucketSearch(category: string, from: number, to: number | null): BrowseSearch {
  const { factor } = sizeUnit(category);
  return {
    ...(from > 0 && { min: from / factor }),
    ...(to !== null && { max: to / factor - justBelow }),
  };
}

/**
 * Returns the distributions of a category, such as by baseline or host, without empty ones. `counted` is the
 * noun for the counted objects, such as `models`.
 */
export function distributionsOf(statistics: Statistics, counted: string): Distribution[] {
  const { category, baseline_distribution, parameter_buckets, top_tags, top_styles, download_stats } =
    statistics;
  const all: Distribution[] = [
    {
      title: 'Baselines',
      counted,
      bars: Object.values(baseline_distribution).map(({ baseline, count }) => ({
        label: baseline,
        count,
        search: { baseline: [baseline] },
      })),
    },
    {
      title: 'Parameters',
      counted,
      bars: parameter_buckets.map(({ bucket_label, min_params, max_params, count }) => ({
        label: bucket_label,
        count,
        search: bucketSearch(category, min_params, max_params),
      })),
    },
    {
      title: 'Styles',
      counted,
      bars: top_styles.map(({ tag, count }) => ({ label: tag, count, search: { style: [tag] } })),
    },
    {
      title: 'Tags',
      counted,
      bars: top_tags.map(({ tag, count }) => ({ label: tag, count, search: { tag: [tag] } })),
    },
    {
      title: 'Hosts',
      counted: 'files',
      bars: Object.entries(download_stats.hosts).map(([host, count]) => ({
        label: host,
        count,
        search: { host: [host] },
      })),
    },
    {
      title: 'NSFW',
      counted,
      bars: [
        { label: 'SFW', count: statistics.sfw_count, search: { nsfw: 'no' as const } },
        { label: 'NSFW', count: statistics.nsfw_count, search: { nsfw: 'yes' as const } },
      ],
    },
  ];
  return all.filter(({ bars }) => bars.some(({ count }) => count > 0));
}
