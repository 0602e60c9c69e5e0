import { atMost } from '../../kernel/deadline.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { UsageData, UsageKind, UsageReading, UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { categories, findCategory } from '../../records/categories/index.ts';
import type { Catalog, CategorySnapshot } from '../catalog/index.ts';
import type { KnownUsage } from '../queue/index.ts';
import { type ModelUsage, mergeUsage } from './analytics/model-usage.ts';

/**
 * Gives the kind (image or text) under which the usage service counts the models of a category.
 * @param what the beginning of the error's message, such as `Deletion risk analysis is`
 * @throws RegistryError bad_request for a category whose usage is not counted
 */
export function usageKindOf({ usage }: CategoryDefinition, what: string): UsageKind {
  if (usage !== null) return usage;
  const counted = categories.filter((category) => category.usage !== null).map(({ name }) => name);
  const text = `${what} only supported for ${counted.join(' and ')} categories`;
  throw new RegistryError('bad_request', text);
}

/**
 * Gives the usage of a snapshot's models, in stored order. It is computed once for each snapshot, and again
 * when the usage service has given a newer answer.
 * @throws OutageError usage_unavailable
 */
export async function readCategoryUsage(
  source: UsageSource,
  snapshot: CategorySnapshot,
  kind: UsageKind,
  { workers = false }: { workers?: boolean } = {},
): Promise<Pick<UsageReading, 'ageSeconds' | 'stale'> & { readonly usage: readonly ModelUsage[] }> {
  const { data, ageSeconds, stale } = await source.read(kind, { workers });
  const merged = snapshot.derived(workers ? mergedWithWorkers : mergedWithoutWorkers, () => new Merged());
  return { usage: merged.usage(snapshot, kind, data), ageSeconds, stale };
}

/** Lists the names of a snapshot in stored order, without parsing records. */
export function namesOf({ segments }: CategorySnapshot): string[] {
  return segments.flatMap(({ names }) => names);
}

const mergedWithoutWorkers = Symbol('usage');
const mergedWithWorkers = Symbol('usage with workers');

/** A cache of the usage of a snapshot's models, computed from the latest answer of the usage service. */
class Merged {
  #data: UsageData | undefined;
  #usage: readonly ModelUsage[] = [];

  usage(snapshot: CategorySnapshot, kind: UsageKind, data: UsageData): readonly ModelUsage[] {
    if (!isSame(this.#data, data)) {
      this.#usage = mergeUsage(kind, namesOf(snapshot), data);
      this.#data = data;
    }
    return this.#usage;
  }
}

/**
 * Tells whether two readings of the usage service hold the same objects. Nobody modifies these objects, so
 * usage that was computed from one reading is right for the other too.
 */
function isSame(before: UsageData | undefined, data: UsageData): boolean {
  if (before?.status !== data.status || before.stats !== data.stats) return false;
  return before.workers === data.workers || before.workers.length + data.workers.length === 0;
}

/** Longest time, in milliseconds, that `prepare` waits for the usage service. */
const patienceMs = 500;
/** Age, in milliseconds, up to which an answer of the usage service is used. Later, usage is `unknown`. */
const keptMs = 60 * 60 * 1000;

interface Levels {
  /**
   * Monotonic time, in milliseconds, at which the usage service gave the answer. This is earlier than the
   * time of the read when the answer came from a cache.
   */
  readonly at: number;
  /**
   * The array from which the map `usage` was made. The map is used again as long as `readCategoryUsage` gives
   * the same array.
   */
  readonly from: readonly ModelUsage[];
  readonly usage: ReadonlyMap<string, KnownUsage>;
}

export type UsageLevels = ReturnType<typeof createUsageLevels>;

/**
 * Keeps the usage of live models in memory. `prepare` asks the usage service before a transaction begins;
 * inside the transaction, `of` reads from memory and does not wait.
 * @param now gives monotonic time in milliseconds
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
  const known = new Map<string, Levels>();
  const reading = new Map<string, Promise<void>>();

  const read = async (category: string): Promise<void> => {
    const kind = findCategory(category)?.usage ?? null;
    if (kind === null) return;
    try {
      const snapshot = catalog.snapshot('v2', category);
      const { usage: from, ageSeconds } = await readCategoryUsage(source, snapshot, kind);
      const before = known.get(category);
      const usage = before?.from === from ? before.usage : levelsOf(namesOf(snapshot), from);
      known.set(category, { at: now() - ageSeconds * 1000, from, usage });
    } catch {
      // Unknown then; the usage client logs the reason.
    }
  };

  const once = (category: string): Promise<void> => {
    const running = reading.get(category) ?? read(category).finally(() => reading.delete(category));
    reading.set(category, running);
    return running;
  };

  return {
    /**
     * Asks the usage service for the usage of these categories, and waits at most `patienceMs` for the
     * answers. Never fails.
     */
    prepare: async (categories: Iterable<string>): Promise<void> => {
      await atMost(patienceMs, Promise.all([...new Set(categories)].map(once)));
    },
    /**
     * Gives the usage of a model from the latest answer of the usage service. Gives `unknown` when this
     * answer is over an hour old or lacks the model. Gives null for a category whose usage is not counted.
     */
    of: (category: string, name: string): KnownUsage | 'unknown' | null => {
      if ((findCategory(category)?.usage ?? null) === null) return null;
      const levels = known.get(category);
      if (!levels || now() - levels.at > keptMs) return 'unknown';
      return levels.usage.get(name) ?? 'unknown';
    },
  };
}

function levelsOf(names: readonly string[], usage: readonly ModelUsage[]): ReadonlyMap<string, KnownUsage> {
  const levels = names.map((name, index): [string, KnownUsage] => {
    const { worker_count = 0, usage: totals } = usage[index] ?? {};
    return [name, { workers: worker_count, month: totals?.month ?? 0 }];
  });
  return new Map(levels);
}
