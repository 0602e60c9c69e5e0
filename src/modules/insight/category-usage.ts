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
 * Returns whether the usage service counts the models of a category as image models or as text models.
 * @param messageStart the beginning of the error text, such as `Deletion risk analysis is`
 * @throws RegistryError bad_request if the category's usage is not counted
 */
export function requireUsageKind({ usage }: CategoryDefinition, messageStart: string): UsageKind {
  if (usage !== null) return usage;
  const countedNames = allCategories.filter((category) => category.usage !== null).map(({ name }) => name);
  const text = `${messageStart} only supported for ${countedNames.join(' and ')} categories`;
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
  const mergedUsage = snapshot.derive(
    workers ? mergedWithWorkers : mergedWithoutWorkers,
    () => new MergedUsage(),
  );
  return { usage: mergedUsage.usage(snapshot, kind, data), unknown: unknownFigures(data), ageSeconds, stale };
}

/** Lists the names of the models in stored order. Does not parse their records. */
export function listNames({ records }: CategorySnapshot): string[] {
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
      this.#usage = mergeUsage(kind, listNames(snapshot), data);
      this.#data = data;
    }
    return this.#usage;
  }
}

/**
 * Returns whether two readings of the usage service contain the same objects. The objects are immutable, so the
 * usage computed from one reading is then valid for the other.
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
   * Monotonic time, in ms, at which the usage service responded. This is before the read if the usage client
   * returned a cached response.
   */
  readonly respondedAtMs: number;
  /**
   * The result of `readCategoryUsage` from which `usage` was computed. If a later read returns another array,
   * `usage` is computed again.
   */
  readonly mergedUsage: readonly ModelUsage[];
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
      const { usage: mergedUsage, unknown, ageSeconds } = await readCategoryUsage(source, snapshot, kind);
      if (unknown.includes('month')) return;
      const previousLevels = levelsByCategory.get(category);
      const usage =
        previousLevels?.mergedUsage === mergedUsage
          ? previousLevels.usage
          : createLevels(listNames(snapshot), mergedUsage, unknown);
      levelsByCategory.set(category, { respondedAtMs: now() - ageSeconds * 1000, mergedUsage, usage });
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
      if (!levels || now() - levels.respondedAtMs > cacheMs) return 'unknown';
      return levels.usage.get(name) ?? 'unknown';
    },
  };
}

function createLevels(
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
