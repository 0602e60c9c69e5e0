import type { CategoryDefinition } from '../../../records/categories/category.ts';
import type { Counts } from './counts.ts';
import { share, type Tally } from './distribution.ts';
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
 * The statistics of a category.
 *
 * @param counts of all its models, or of its groups
 * @param now Unix seconds
 */
export function statisticsOf(
  category: Pick<CategoryDefinition, 'name' | 'usage'>,
  counts: Counts,
  now: number,
): CategoryStatistics {
  const isText = category.usage === 'text';
  const isImage = category.usage === 'image';
  const { models: total, parameters } = counts;
  return {
    category: category.name,
    total_models: total,
    returned_models: total,
    offset: 0,
    limit: null,
    nsfw_count: counts.nsfw,
    sfw_count: total - counts.nsfw,
    baseline_distribution: baselines(counts.baselines, total),
    download_stats: downloadStatistics(counts),
    top_tags: topOf(counts.tags, total),
    top_styles: topOf(counts.styles, total),
    parameter_buckets: isText ? parameterBuckets(parameters, total) : [],
    models_without_param_info: isText ? total - parameters.length : 0,
    models_with_trigger_words: isImage ? counts.trigger : 0,
    models_with_inpainting: isImage ? counts.inpainting : 0,
    models_with_requirements: isImage ? counts.requirements : 0,
    models_with_showcases: counts.showcases,
    computed_at: now,
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

function baselines(tally: Tally, whole: number): CategoryStatistics['baseline_distribution'] {
  return Object.fromEntries(
    tally
      .ranked()
      .map(([baseline, count]) => [baseline, { baseline, count, percentage: share(count, whole) }]),
  );
}

function topOf(tally: Tally, whole: number): TagShare[] {
  return tally
    .ranked()
    .slice(0, MOST_TAGS)
    .map(([tag, count]) => ({ tag, count, percentage: share(count, whole) }));
}

function downloadStatistics(counts: Counts): DownloadStatistics {
  return {
    total_models_with_downloads: counts.withDownloads,
    total_download_entries: counts.downloads,
    total_size_bytes: counts.size,
    models_with_size_info: counts.sizes,
    average_size_bytes: counts.sizes === 0 ? 0 : roundHalfEven(counts.size / counts.sizes, 2),
    hosts: Object.fromEntries(counts.hosts.ranked()),
  };
}
