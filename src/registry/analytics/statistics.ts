import type { CategoryDefinition } from '../categories/category.ts';
import { groupOfName } from '../text-names/index.ts';
import { type CountedFacts, countedFacts } from './counted-facts.ts';
import { share, Tally } from './distribution.ts';
import type { Model } from './model.ts';
import { type ParameterBucket, parameterBuckets } from './parameter-buckets.ts';
import { roundHalfEven } from './rounding.ts';

export interface CategoryStatistics {
  category: string;
  total_models: number;
  returned_models: number;
  offset: number;
  limit: number | null;
  nsfw_count: number;
  sfw_count: number;
  baseline_distribution: Record<string, { baseline: string; count: number; percentage: number }>;
  download_stats: DownloadStatistics;
  top_tags: TagShare[];
  top_styles: TagShare[];
  parameter_buckets: ParameterBucket[];
  models_without_param_info: number;
  models_with_trigger_words: number;
  models_with_inpainting: number;
  models_with_requirements: number;
  models_with_showcases: number;
  /** Unix seconds. */
  computed_at: number;
}

interface DownloadStatistics {
  total_models_with_downloads: number;
  total_download_entries: number;
  total_size_bytes: number;
  models_with_size_info: number;
  average_size_bytes: number;
  /** Host → number of entries. */
  hosts: Record<string, number>;
}

interface TagShare {
  tag: string;
  count: number;
  percentage: number;
}

/** As many tags, and styles, are listed. */
const MOST_TAGS = 20;

/**
 * The statistics of all models of a category.
 *
 * @param models in stored order; not changed, and not to be changed afterwards: what is read of one is kept
 * @param options.grouped counts the groups of text models instead of the models: the first member's record
 * stands for its group,
 *   the others add their downloads. Other categories have no groups.
 * @param options.now Unix seconds
 */
export function computeStatistics(
  category: Pick<CategoryDefinition, 'name' | 'usage'>,
  models: readonly Model[],
  options: { grouped: boolean; now: number },
): CategoryStatistics {
  const isText = category.usage === 'text';
  const isImage = category.usage === 'image';
  const counted = options.grouped && isText ? byGroup(models) : models.map((model) => [countedFacts(model)]);
  const records = counted.map(([first]) => first!);
  const total = records.length;
  const howMany = (applies: (facts: CountedFacts) => boolean): number => {
    let count = 0;
    for (const facts of records) if (applies(facts)) count += 1;
    return count;
  };
  const parameters = records.map((facts) => facts.parameters).filter((count) => count !== null);
  const nsfw = howMany((facts) => facts.nsfw);
  return {
    category: category.name,
    total_models: total,
    returned_models: total,
    offset: 0,
    limit: null,
    nsfw_count: nsfw,
    sfw_count: total - nsfw,
    baseline_distribution: baselines(records),
    download_stats: downloadStatistics(counted),
    top_tags: topOf(records, ({ tags }) => tags),
    top_styles: topOf(records, ({ style }) => (style === null ? [] : [style])),
    parameter_buckets: isText ? parameterBuckets(parameters, total) : [],
    models_without_param_info: isText ? total - parameters.length : 0,
    models_with_trigger_words: isImage ? howMany((facts) => facts.trigger) : 0,
    models_with_inpainting: isImage ? howMany((facts) => facts.inpainting) : 0,
    models_with_requirements: isImage ? howMany((facts) => facts.requirements) : 0,
    models_with_showcases: howMany((facts) => facts.showcases),
    computed_at: options.now,
  };
}

/**
 * The same statistics for a window of the models: it is echoed, and changes no number but that of the models
 * it shows. Gives a new object.
 */
export function withWindow(
  statistics: CategoryStatistics,
  { offset, limit }: { offset: number; limit: number | null },
): CategoryStatistics {
  const behind = Math.max(0, statistics.total_models - offset);
  return { ...statistics, returned_models: Math.min(behind, limit ?? behind), offset, limit };
}

/** The facts of each group's members, in stored order. */
function byGroup(models: readonly Model[]): CountedFacts[][] {
  return [...Map.groupBy(models, ({ name }) => groupOfName(name)).values()].map((members) =>
    members.map(countedFacts),
  );
}

function baselines(records: readonly CountedFacts[]): CategoryStatistics['baseline_distribution'] {
  const tally = new Tally();
  for (const { baseline } of records) if (baseline !== null) tally.add(baseline);
  return Object.fromEntries(
    tally
      .ranked()
      .map(([baseline, count]) => [baseline, { baseline, count, percentage: share(count, records.length) }]),
  );
}

function topOf(
  records: readonly CountedFacts[],
  valuesOf: (facts: CountedFacts) => readonly string[],
): TagShare[] {
  const tally = new Tally();
  for (const record of records) for (const value of valuesOf(record)) tally.add(value);
  return tally
    .ranked()
    .slice(0, MOST_TAGS)
    .map(([tag, count]) => ({ tag, count, percentage: share(count, records.length) }));
}

function downloadStatistics(counted: readonly (readonly CountedFacts[])[]): DownloadStatistics {
  const hosts = new Tally();
  let withDownloads = 0;
  let entries = 0;
  let sizes = 0;
  let size = 0;
  for (const members of counted) {
    const before = entries;
    for (const facts of members) {
      entries += facts.downloads;
      for (const host of facts.hosts) hosts.add(host);
    }
    if (entries > before) withDownloads += 1;
    const first = members[0]!;
    if (first.size !== null) {
      sizes += 1;
      size += first.size;
    }
  }
  return {
    total_models_with_downloads: withDownloads,
    total_download_entries: entries,
    total_size_bytes: size,
    models_with_size_info: sizes,
    average_size_bytes: sizes === 0 ? 0 : roundHalfEven(size / sizes, 2),
    hosts: Object.fromEntries(hosts.ranked()),
  };
}
