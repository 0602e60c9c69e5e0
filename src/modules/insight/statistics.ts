import type { Clock } from '../../kernel/clock.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { type CategorySnapshot, PerRecord } from '../catalog/index.ts';
import { Counts, countGroups, readCountedFacts, type Tally } from './analytics/counts.ts';
import { roundHalfEven, roundPercentage } from './analytics/rounding.ts';
import { TimedValues } from './timed-values.ts';

const statisticsKey = Symbol('statistics');
const factsCache = new PerRecord(({ record }) => readCountedFacts(record));

async function countModels({ records }: CategorySnapshot): Promise<Counts> {
  const counts = new Counts();
  for (const each of await factsCache.all(records)) counts.add(each);
  return counts;
}

async function countModelGroups({ records }: CategorySnapshot): Promise<Counts> {
  const recordFacts = await factsCache.all(records);
  return countGroups(records.map(({ name }, at) => ({ name, facts: recordFacts[at]! })));
}

type CategoryStatistics = ReturnType<typeof computeStatistics>;

/**
 * Computes statistics of live records. Statistics of models are cached until they expire or the category
 * changes. Statistics of groups are computed for each request.
 */
export function createStatistics({
  clock,
  settings,
}: {
  clock: Clock;
  settings: { readonly statisticsCacheTtlSeconds: number };
}) {
  return {
    /**
     * Returns the statistics of a category.
     * @param snapshot the models to count
     * @param query.grouped whether to count groups instead of models; ignored for categories other than text
     *   models
     */
    of: async (
      definition: CategoryDefinition,
      snapshot: CategorySnapshot,
      { grouped, ...window }: { grouped: boolean } & Parameters<typeof applyWindow>[1],
    ) => {
      if (grouped && definition.usage === 'text') {
        return applyWindow(
          computeStatistics(definition, await countModelGroups(snapshot), clock.now()),
          window,
        );
      }
      const cache = snapshot.derive(
        statisticsKey,
        () => new TimedValues<CategoryStatistics>(clock, settings.statisticsCacheTtlSeconds),
      );
      const cachedStatistics = grouped ? undefined : cache.get('all')?.value;
      if (cachedStatistics) return applyWindow(cachedStatistics, window);
      const statistics = computeStatistics(definition, await countModels(snapshot), clock.now());
      cache.put('all', statistics);
      return applyWindow(statistics, window);
    },
  };
}

/** Maximum number of listed tags, and of listed styles. */
const MAX_TAGS = 20;

/**
 * Computes the statistics of a category.
 * @param counts the counts of all models, or of all groups
 * @param now Unix seconds, for `computed_at`
 */
export function computeStatistics(
  category: Pick<CategoryDefinition, 'name' | 'usage'>,
  counts: Counts,
  now: number,
) {
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
    baseline_distribution: countBaselines(counts.baselines, total),
    download_stats: computeDownloadStatistics(counts),
    top_tags: listMostFrequent(counts.tags, total),
    top_styles: listMostFrequent(counts.styles, total),
    parameter_buckets: isText ? countParameterRanges(parameters, total) : [],
    models_without_param_info: isText ? total - parameters.length : 0,
    models_with_trigger_words: isImage ? counts.trigger : 0,
    models_with_inpainting: isImage ? counts.inpainting : 0,
    models_with_requirements: isImage ? counts.requirements : 0,
    models_with_showcases: counts.showcases,
    computed_at: now,
  };
}

/**
 * Returns a copy of the statistics for the window of `offset` and `limit`. Only `returned_models`, the number
 * of models in the window, depends on it. All other figures cover the entire category.
 */
export function applyWindow(
  statistics: CategoryStatistics,
  { offset, limit }: { offset: number; limit: number | null },
) {
  const remainingCount = Math.max(0, statistics.total_models - offset);
  return { ...statistics, returned_models: Math.min(remainingCount, limit ?? remainingCount), offset, limit };
}

function countBaselines(tally: Tally, total: number) {
  return Object.fromEntries(
    tally
      .rank()
      .map(([baseline, count]) => [baseline, { baseline, count, percentage: roundPercentage(count, total) }]),
  );
}

function listMostFrequent(tally: Tally, total: number) {
  return tally
    .rank()
    .slice(0, MAX_TAGS)
    .map(([tag, count]) => ({ tag, count, percentage: roundPercentage(count, total) }));
}

function computeDownloadStatistics(counts: Counts) {
  return {
    total_models_with_downloads: counts.withDownloads,
    total_download_entries: counts.downloads,
    total_size_bytes: counts.size,
    models_with_size_info: counts.sizes,
    average_size_bytes: counts.sizes === 0 ? 0 : roundHalfEven(counts.size / counts.sizes, 2),
    hosts: Object.fromEntries(counts.hosts.rank()),
  };
}

/** Ranges of parameter counts, from `min` (inclusive) to `max` (exclusive; null for no upper limit). */
const parameterRanges = [
  { label: '< 3B', min: 0, max: 3e9 },
  { label: '3B-6B', min: 3e9, max: 6e9 },
  { label: '6B-9B', min: 6e9, max: 9e9 },
  { label: '9B-13B', min: 9e9, max: 13e9 },
  { label: '13B-20B', min: 13e9, max: 20e9 },
  { label: '20B-35B', min: 20e9, max: 35e9 },
  { label: '35B-70B', min: 35e9, max: 70e9 },
  { label: '> 70B', min: 70e9, max: null },
] as const;

/**
 * Counts the models in each range, smallest first; omits empty ranges.
 * @param counts the number of parameters of each model
 * @param total the number of models that counts as 100 %
 */
function countParameterRanges(counts: readonly number[], total: number) {
  return parameterRanges.flatMap(({ label, min, max }) => {
    const { length: count } = counts.filter(
      (parameters) => parameters >= min && (max === null || parameters < max),
    );
    if (count === 0) return [];
    return {
      bucket_label: label,
      min_params: min,
      max_params: max,
      count,
      percentage: roundPercentage(count, total),
    };
  });
}
