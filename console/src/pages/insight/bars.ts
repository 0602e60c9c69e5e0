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

/** A distribution, such as models by baseline. `title` is the label of the property. Each value has a bar. */
export interface Distribution {
  readonly title: string;
  /** The noun for the counted objects, such as `models` or `files`. */
  readonly noun: string;
  readonly bars: readonly Bar[];
}

/**
 * Smallest step between two parameter counts, in billions. The upper bound of a bucket is exclusive, but the
 * filter `max` of the browse page is inclusive: `max` is the bound minus this step.
 */
const boundStep = 0.001;

function createBucketFilter(category: string, from: number, to: number | null): BrowseSearch {
  const { factor } = sizeUnit(category);
  return {
    ...(from > 0 && { min: from / factor }),
    ...(to !== null && { max: to / factor - boundStep }),
  };
}

/**
 * Returns the distributions of a category's models, such as by baseline or host. Omits empty distributions.
 * @param noun the noun for the counted objects, such as `models`
 */
export function createDistributions(statistics: Statistics, noun: string): Distribution[] {
  const { category, baseline_distribution, parameter_buckets, top_tags, top_styles, download_stats } =
    statistics;
  const all: Distribution[] = [
    {
      title: 'Baselines',
      noun,
      bars: Object.values(baseline_distribution).map(({ baseline, count }) => ({
        label: baseline,
        count,
        search: { baseline: [baseline] },
      })),
    },
    {
      title: 'Parameters',
      noun,
      bars: parameter_buckets.map(({ bucket_label, min_params, max_params, count }) => ({
        label: bucket_label,
        count,
        search: createBucketFilter(category, min_params, max_params),
      })),
    },
    {
      title: 'Styles',
      noun,
      bars: top_styles.map(({ tag, count }) => ({ label: tag, count, search: { style: [tag] } })),
    },
    {
      title: 'Tags',
      noun,
      bars: top_tags.map(({ tag, count }) => ({ label: tag, count, search: { tag: [tag] } })),
    },
    {
      title: 'Hosts',
      noun: 'files',
      bars: Object.entries(download_stats.hosts).map(([host, count]) => ({
        label: host,
        count,
        search: { host: [host] },
      })),
    },
    {
      title: 'NSFW',
      noun,
      bars: [
        { label: 'SFW', count: statistics.sfw_count, search: { nsfw: 'no' as const } },
        { label: 'NSFW', count: statistics.nsfw_count, search: { nsfw: 'yes' as const } },
      ],
    },
  ];
  return all.filter(({ bars }) => bars.some(({ count }) => count > 0));
}
