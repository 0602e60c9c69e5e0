import { atMost } from '../../kernel/deadline.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import { findCategory } from '../../records/categories/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { KnownUsage } from '../queue/index.ts';
import type { ModelUsage } from './analytics/model-usage.ts';
import { namesOf, readCategoryUsage } from './category-usage.ts';

/** How long a caller waits for the usage service, in milliseconds. */
const patienceMs = 500;
/** How long what the usage service has said is good for, in milliseconds. */
const keptMs = 60 * 60 * 1000;

interface Levels {
  /** When the service said so: while it is down, what it said last is read again and again. */
  readonly at: number;
  /** What they were made of: the same as long as neither models nor what is counted changes. */
  readonly from: readonly ModelUsage[];
  readonly usage: ReadonlyMap<string, KnownUsage>;
}

export type UsageLevels = ReturnType<typeof createUsageLevels>;

/**
 * How much live models are used, at hand without waiting: for what is decided inside of a transaction.
 * @param now monotonic time in milliseconds
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
      // Not known then; the usage client says in the log what is wrong.
    }
  };

  const once = (category: string): Promise<void> => {
    const running = reading.get(category) ?? read(category).finally(() => reading.delete(category));
    reading.set(category, running);
    return running;
  };

  return {
    /** Asks the usage service for these categories, and waits for it a moment. Never fails. */
    prepare: async (categories: Iterable<string>): Promise<void> => {
      await atMost(patienceMs, Promise.all([...new Set(categories)].map(once)));
    },
    /** As of what the service has said within the last hour; null where nobody counts such models. */
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
