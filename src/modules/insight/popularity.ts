import { OutageError } from '../../kernel/errors.ts';
import type { UsageFigure, UsageKind, UsageSource, WorkerStatus } from '../../outside/usage-client.ts';
import { withoutNulls } from '../../records/lax.ts';
import { compareCodePoints } from '../../records/text-names/sorted-strings.ts';
import type { CategorySnapshot } from '../catalog/index.ts';
import type { ModelUsage } from './analytics/model-usage.ts';
import { listNames, readCategoryUsage } from './category-usage.ts';

export function createPopularity({ source }: { source: UsageSource }) {
  return {
    /**
     * Ranks models by usage, highest first. Returns an empty list if the category's usage is not counted, or
     * if the usage service provides no current data for the metric.
     *
     * @param kind null for a category whose usage is not counted
     * @param query.workers whether to list the workers that serve each model
     */
    ranking: async (
      snapshot: CategorySnapshot,
      kind: UsageKind | null,
      { workers, ...query }: { workers: boolean } & Parameters<typeof rankByPopularity>[1],
    ) => {
      if (kind === null || snapshot.size === 0) return [];
      const categoryUsage = await nullIfUnavailable(readCategoryUsage(source, snapshot, kind, { workers }));
      if (
        categoryUsage === null ||
        categoryUsage.stale ||
        categoryUsage.unknown.includes(figureByMetric[query.metric])
      )
        return [];
      const names = listNames(snapshot);
      return rankByPopularity(categoryUsage.usage, query, categoryUsage.unknown).map(
        ({ position, stats }) => {
          const name = names[position]!;
          return { name, text: snapshot.get(name)!.text, stats };
        },
      );
    },

    /**
     * Returns the usage of the models selected by the query, and the age of the usage data in whole seconds.
     * @throws OutageError usage_unavailable
     */
    usage: async (
      snapshot: CategorySnapshot,
      kind: UsageKind,
      { workers, ...query }: { workers: boolean } & Parameters<typeof listUsage>[2],
    ) => {
      const { usage, unknown, ageSeconds } = await readCategoryUsage(source, snapshot, kind, { workers });
      return { entries: listUsage(listNames(snapshot), usage, query, unknown), ageSeconds };
    },
  };
}

async function nullIfUnavailable<T>(usagePromise: Promise<T>): Promise<T | null> {
  try {
    return await usagePromise;
  } catch (error) {
    if (error instanceof OutageError && error.code === 'usage_unavailable') return null;
    throw error;
  }
}

/** Converts the usage of a model to the fields of usage responses and rankings. */
function createUsageView(usage: ModelUsage) {
  const { status, workers } = usage;
  const { day, month, total } = usage.usage;
  return {
    queued_jobs: status?.jobs ?? null,
    performance: status?.performance ?? null,
    eta: status?.eta ?? null,
    queued: status?.queued ?? null,
    usage_stats: day + month + total > 0 ? { day, month, total } : null,
    worker_summaries:
      workers && Object.fromEntries(workers.map((worker) => [worker.id, createWorkerSummary(worker)])),
    worker_count: usage.worker_count,
  };
}

function createWorkerSummary({ id, name, performance, online, trusted, uptime }: WorkerStatus) {
  return { id, name, performance, online, trusted, uptime };
}

/**
 * Converts the usage of a model to response fields, with the usage through each backend by name.
 * `backend_variations` is empty for image models, for text models without usage or status at any backend, and
 * if `backendVariations` is false.
 */
function createUsageWithVariations(
  usage: ModelUsage,
  backendVariations: boolean,
  missingFigures: readonly UsageFigure[],
) {
  const { worker_count, ...view } = createUsageView(usage);
  const variations = backendVariations ? usage.variations : [];
  const backend_variations = Object.fromEntries(variations.map((one) => [one.backend, { ...one }]));
  return { ...view, backend_variations, worker_count, unknown_usage: missingFigures };
}

type NamedUsage = { readonly name: string; readonly usage: ModelUsage };

const orders: Readonly<Record<string, (a: NamedUsage, b: NamedUsage) => number>> = {
  worker_count: (a, b) => a.usage.worker_count - b.usage.worker_count,
  usage_total: (a, b) => a.usage.usage.total - b.usage.usage.total,
  usage_month: (a, b) => a.usage.usage.month - b.usage.usage.month,
  name: (a, b) => compareCodePoints(a.name, b.name),
};

/**
 * Lists the usage of models as pairs of name and usage. The result is not an object, because an object would
 * put numeric names first.
 * @param usage the usage of the models, in the order of `names`
 * @param query.minWorkerCount excludes models with fewer workers
 * @param query.sortBy `worker_count`, `usage_total`, `usage_month` or `name`; any other value keeps the
 *   stored order
 * @param missingFigures the figures that are unknown for all models
 */
export function listUsage(
  names: readonly string[],
  usage: readonly ModelUsage[],
  {
    minWorkerCount = 0,
    sortBy = '',
    descending,
    backendVariations,
  }: {
    minWorkerCount?: number | undefined;
    sortBy?: string | undefined;
    descending: boolean;
    backendVariations: boolean;
  },
  missingFigures: readonly UsageFigure[] = [],
) {
  const listedUsage = names
    .map((name, position): NamedUsage => ({ name, usage: usage[position]! }))
    .filter((one) => one.usage.worker_count >= minWorkerCount);
  const compare = Object.hasOwn(orders, sortBy) ? orders[sortBy] : undefined;
  if (compare) listedUsage.sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
  return listedUsage.map(
    (one) => [one.name, createUsageWithVariations(one.usage, backendVariations, missingFigures)] as const,
  );
}

export const popularityMetrics = {
  worker_count: ({ worker_count }: ModelUsage) => worker_count,
  usage_day: ({ usage }: ModelUsage) => usage.day,
  usage_month: ({ usage }: ModelUsage) => usage.month,
  usage_total: ({ usage }: ModelUsage) => usage.total,
} as const;

export type PopularityMetric = keyof typeof popularityMetrics;

/** The figure of the usage service on which each metric is based. */
const figureByMetric: Readonly<Record<PopularityMetric, UsageFigure>> = {
  worker_count: 'workers',
  usage_day: 'day',
  usage_month: 'month',
  usage_total: 'total',
};

/**
 * Ranks models by a figure, highest first, and in stored order if equal. `position` is the model's index in
 * `usage`.
 * @param usage the usage of all models of the category, in stored order
 */
export function rankByPopularity(
  usage: readonly ModelUsage[],
  { metric, limit }: { metric: PopularityMetric; limit: number },
  missingFigures: readonly UsageFigure[] = [],
) {
  const readMetric = popularityMetrics[metric];
  return [...usage.keys()]
    .sort((a, b) => readMetric(usage[b]!) - readMetric(usage[a]!))
    .slice(0, limit)
    .map((position) => ({
      position,
      stats: {
        ...withoutNulls(createUsageView(usage[position]!)),
        ...(missingFigures.length > 0 && { unknown_usage: missingFigures }),
      },
    }));
}
