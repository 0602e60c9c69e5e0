import type { CategoryDefinition } from '../categories/category.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { groupOfName } from '../text-names/index.ts';
import { share, Tally } from './distribution.ts';
import { downloadsOf, hostOf } from './downloads.ts';
import type { Model } from './model.ts';
import { type ParameterBucket, parameterBuckets, parametersOf } from './parameter-buckets.ts';
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
 * @param models in stored order; not changed
 * @param options.grouped counts the groups of text models instead of the models: the first member's record stands for its group,
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
  const counted = options.grouped && isText ? byGroup(models) : models.map(({ record }) => [record]);
  const records = counted.map(([first]) => first!);
  const total = records.length;
  const howMany = (applies: (record: JsonObject) => boolean): number => records.filter(applies).length;
  const parameters = records.map(parametersOf).filter((count) => count !== null);
  const nsfw = howMany(({ nsfw }) => isTruthy(nsfw));
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
    top_tags: topOf(records, ({ tags }) => (Array.isArray(tags) ? tags : [])),
    top_styles: topOf(records, ({ style }) => [style]),
    parameter_buckets: isText ? parameterBuckets(parameters, total) : [],
    models_without_param_info: isText ? total - parameters.length : 0,
    models_with_trigger_words: isImage ? howMany(({ trigger }) => isTruthy(trigger)) : 0,
    models_with_inpainting: isImage ? howMany(({ inpainting }) => isTruthy(inpainting)) : 0,
    models_with_requirements: isImage ? howMany(({ requirements }) => isTruthy(requirements)) : 0,
    models_with_showcases: howMany(({ showcases }) => isTruthy(showcases)),
    computed_at: options.now,
  };
}

/**
 * The same statistics for a window of the models: it is echoed, and changes no number but that of the models it shows.
 * Gives a new object.
 */
export function withWindow(
  statistics: CategoryStatistics,
  { offset, limit }: { offset: number; limit: number | null },
): CategoryStatistics {
  const behind = Math.max(0, statistics.total_models - offset);
  return { ...statistics, returned_models: Math.min(behind, limit ?? behind), offset, limit };
}

/** The records of each group, in stored order. */
function byGroup(models: readonly Model[]): JsonObject[][] {
  return [...Map.groupBy(models, ({ name }) => groupOfName(name)).values()].map((members) =>
    members.map(({ record }) => record),
  );
}

function baselines(records: readonly JsonObject[]): CategoryStatistics['baseline_distribution'] {
  const tally = new Tally();
  for (const { baseline } of records) if (isText(baseline)) tally.add(baseline);
  return Object.fromEntries(
    tally
      .ranked()
      .map(([baseline, count]) => [baseline, { baseline, count, percentage: share(count, records.length) }]),
  );
}

function topOf(
  records: readonly JsonObject[],
  valuesOf: (record: JsonObject) => readonly (JsonValue | undefined)[],
): TagShare[] {
  const tally = new Tally();
  for (const record of records) for (const value of valuesOf(record)) if (isText(value)) tally.add(value);
  return tally
    .ranked()
    .slice(0, MOST_TAGS)
    .map(([tag, count]) => ({ tag, count, percentage: share(count, records.length) }));
}

function downloadStatistics(counted: readonly (readonly JsonObject[])[]): DownloadStatistics {
  const entries = counted.map((members) => members.flatMap(downloadsOf));
  const hosts = new Tally();
  for (const { file_url } of entries.flat()) {
    const found = hostOf(file_url);
    if (found.kind === 'host') hosts.add(found.host);
  }
  const sizes = counted
    .map(([first]) => first!.size_on_disk_bytes)
    .filter((size) => typeof size === 'number' && size > 0)
    .map((size) => Math.trunc(size as number));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  return {
    total_models_with_downloads: entries.filter((list) => list.length > 0).length,
    total_download_entries: entries.flat().length,
    total_size_bytes: size,
    models_with_size_info: sizes.length,
    average_size_bytes: sizes.length === 0 ? 0 : roundHalfEven(size / sizes.length, 2),
    hosts: Object.fromEntries(hosts.ranked()),
  };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** Says something: not absent, false, 0 or empty. */
function isTruthy(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}
