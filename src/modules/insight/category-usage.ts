import { withTimeout } from '../../kernel/deadline.ts';
import { RegistryError } from '../../kernel/errors.ts';
import {
  type UsageData,
  type UsageFigure,
  type UsageKind,
  type UsageReading,
  type UsageSource,
  unknownFigures,
} from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { allCategories, findStoredCategory } from '../../records/categories/index.ts';
import type { Catalog, CategorySnapshot } from '../catalog/index.ts';
import { type ModelUsage, mergeUsage } from './analytics/model-usage.ts';

/**
 * Returns the kind (image or text) under which the usage service counts the models of a category.
 * @param what the beginning of the error message, such as `Deletion risk analysis is`
 * @throws RegistryError bad_request if the category's usage is not counted
 */
export function usageKindOf({ usage }: CategoryDefinition, what: string): UsageKind {
  if (usage !== null) return usage;
  const countedNames = allCategories.filter((category) => category.usage !== null).map(({ name }) => name);
  const text = `${what} only supported for ${countedNames.join(' and ')} categories`;
  throw new RegistryError('bad_request', text);
}

interface CategoryUsage extends Pick<UsageReading, 'ageSeconds' | 'stale'> {
  /** The usage of each model, in stored order. Unknown figures are 0. */
  readonly usage: readonly ModelUsage[];
  /** The figures that are unknown for all models, because the usage service does not return them. */
  readonly unknown: readonly UsageFigure[];
}

/**
 * Returns the usage of each model in a snapshot. The result is cached with the snapshot until the usage
 * service returns newer data.
 * @throws OutageError usage_unavailable
 */
export async function readCategoryUsage(
  source: UsageSource,
  snapshot: CategorySnapshot,
  kind: UsageKind,
  { workers = false }: { workers?: boolean } = {},
): Promise<CategoryUsage> {
  const { data, ageSeconds, stale } = await source.read(kind, { workers });
  const mergedUsage = snapshot.derived(
    workers ? mergedWithWorkers : mergedWithoutWorkers,
    () => new MergedUsage(),
  );
  return { usage: mergedUsage.usage(snapshot, kind, data), unknown: unknownFigures(data), ageSeconds, stale };
}

/** Returns the names in stored order, without parsing records. */
export function namesOf({ records }: CategorySnapshot): string[] {
  return records.map(({ name }) => name);
}

const mergedWithoutWorkers = Symbol('usage');
const mergedWithWorkers = Symbol('usage with workers');

/** Caches the usage of a snapshot's models, computed from the latest response of the usage service. */
class MergedUsage {
  #data: UsageData | undefined;
  #usage: readonly ModelUsage[] = [];

  usage(snapshot: CategorySnapshot, kind: UsageKind, data: UsageData): readonly ModelUsage[] {
    if (!isSameUsage(this.#data, data)) {
      this.#usage = mergeUsage(kind, namesOf(snapshot), data);
      this.#data = data;
    }
    return this.#usage;
  }
}

/**
 * Returns whether two readings of the usage service consist of the same objects. Usage computed from one is
 * then also valid for the other, because these objects are immutable.
 */
function isSameUsage(before: UsageData | undefined, data: UsageData): boolean {
  if (before?.status !== data.status || before.stats !== data.stats) return false;
  return before.workers === data.workers || before.workers.length + data.workers.length === 0;
}

/** Maximum time, in ms, that `prepare` waits for the usage service. */
const maxWaitMs = 500;
/** Maximum age, in ms, of usage data. Older usage counts as `unknown`. */
const cacheMs = 60 * 60 * 1000;

/**
 * The usage of a live model. `workers`: the number of workers that serve it; null if unknown. `month`: the
 * number of uses in the last month.
 */
interface ModelLevels {
  readonly workers: number | null;
  readonly month: number;
}

interface Levels {
  /**
   * Monotonic time, in ms, of the usage service's response. Earlier than the time of the read if the usage
   * client had the response in its cache.
   */
  readonly at: number;
  /**
   * The result of `readCategoryUsage` from which the map `usage` was built. The map is rebuilt if a later
   * read returns another array.
   */
  readonly from: readonly ModelUsage[];
  readonly usage: ReadonlyMap<string, ModelLevels>;
}

/**
 * Caches the usage of live models in memory, so that transactions do not wait for the usage service. Call
 * `prepare` before the transaction, and `of` inside it.
 * @param now returns monotonic time in ms
 */
export function createUsageLevels({
  catalog,
  source,
  now = () => performance.now(),
}: {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly source: UsageSource;
  readonly now?: () => number;
}) {
  const levelsByCategory = new Map<string, Levels>();
  const runningReads = new Map<string, Promise<void>>();

  const refresh = async (category: string): Promise<void> => {
    const kind = findStoredCategory(category)?.usage ?? null;
    if (kind === null) return;
    try {
      const snapshot = catalog.snapshot('v2', category);
      const { usage: from, unknown, ageSeconds } = await readCategoryUsage(source, snapshot, kind);
      if (unknown.includes('month')) return;
      const before = levelsByCategory.get(category);
      const usage = before?.from === from ? before.usage : levelsOf(namesOf(snapshot), from, unknown);
      levelsByCategory.set(category, { at: now() - ageSeconds * 1000, from, usage });
    } catch {
      // The previous usage stays valid; the usage client logs the reason.
    }
  };

  const refreshOnce = (category: string): Promise<void> => {
    const refreshPromise =
      runningReads.get(category) ?? refresh(category).finally(() => runningReads.delete(category));
    runningReads.set(category, refreshPromise);
    return refreshPromise;
  };

  return {
    /**
     * Reads the usage of these categories from the usage service, waiting at most `maxWaitMs`. Never rejects;
     * if the service does not respond, the previous usage stays.
     */
    prepare: async (categories: Iterable<string>): Promise<void> => {
      await withTimeout(maxWaitMs, Promise.all([...new Set(categories)].map(refreshOnce)));
    },
    /**
     * Returns the cached usage of a model: `unknown` if the latest data of the usage service is older than an
     * hour or lacks the model; null if the category's usage is not counted.
     */
    of: (category: string, name: string): ModelLevels | 'unknown' | null => {
      if ((findStoredCategory(category)?.usage ?? null) === null) return null;
      const levels = levelsByCategory.get(category);
      if (!levels || now() - levels.at > cacheMs) return 'unknown';
      return levels.usage.get(name) ?? 'unknown';
    },
  };
}

function levelsOf(
  names: readonly string[],
  usage: readonly ModelUsage[],
  missingFigures: readonly UsageFigure[],
): ReadonlyMap<string, ModelLevels> {
  const levels = names.map((name, index): [string, ModelLevels] => {
    const { worker_count = 0, usage: totals } = usage[index] ?? {};
    const workers = missingFigures.includes('workers') ? null : worker_count;
    return [name, { workers, month: totals?.month ?? 0 }];
  });
  return new Map(levels);
}
