import type { Clock } from '../../kernel/clock.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Catalog } from '../catalog/index.ts';
import { readCategoryUsage, usageKindOf } from './category-usage.ts';
import { usageSampleStore } from './store.ts';
import type { UsageSample } from './tables.ts';

const daySeconds = 86_400;

export function createUsageHistory({ store }: { store: Pick<Store, 'read'> }) {
  return {
    /**
     * Lists the latest samples of a model, at most `days` of them, oldest first. There is no sample for a
     * day on which the usage service did not answer, or on which the model had no worker and no use in the
     * month before.
     *
     * @throws RegistryError bad_request for a category whose usage is not counted
     */
    of: async (category: CategoryDefinition, name: string, days: number) => {
      usageKindOf(category, 'Usage over time is');
      const samples = await store.read((reader) => usageSampleStore(reader).of(category.name, name, days));
      return samples.reverse().map(({ day, used_day, used_month, used_total, workers }) => ({
        date: new Date(day * daySeconds * 1000).toISOString().slice(0, 10),
        day: used_day,
        month: used_month,
        total: used_total,
        workers,
      }));
    },
  };
}

/**
 * Largest number of models of a category whose usage is stored each day; the less used models get no sample.
 */
const maxModels = 5_000;

/**
 * Stores today's samples of usage (days of UTC) for each category whose usage is counted, and deletes old
 * samples. Does nothing for a category that has today's samples. To be called again and again, because the
 * usage service may not answer at first.
 *
 * @param days the number of days for which samples are kept
 * @param held returns whether this instance holds the lease for this work
 * @throws OutageError usage_unavailable
 */
export async function sampleUsage({
  store,
  catalog,
  source,
  clock,
  categories,
  days,
  held,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly source: UsageSource;
  readonly clock: Clock;
  readonly categories: readonly CategoryDefinition[];
  readonly days: number;
  readonly held: () => Promise<boolean>;
}): Promise<void> {
  const today = Math.floor(clock.now() / daySeconds);
  for (const { name: category, usage: kind } of categories) {
    if (kind === null) continue;
    const snapshot = catalog.snapshot('v2', category);
    if (snapshot.records.length === 0) continue;
    const last = await store.read((reader) => usageSampleStore(reader).lastDay(category, today));
    if (last === today || !(await held())) continue;
    const { usage, unknown, stale } = await readCategoryUsage(source, snapshot, kind);
    // Neither outdated nor unknown usage may be stored as the usage of today.
    if (stale || unknown.length > 0) continue;
    const samples = snapshot.records
      .map(({ name }, index): UsageSample => {
        const { worker_count: workers = 0, usage: totals } = usage[index] ?? {};
        const { day = 0, month = 0, total = 0 } = totals ?? {};
        return {
          category,
          name,
          day: today,
          used_day: day,
          used_month: month,
          used_total: total,
          workers,
        };
      })
      .filter(({ used_month, workers }) => used_month > 0 || workers > 0)
      .sort((a, b) => b.used_month - a.used_month)
      .slice(0, maxModels);
    if (samples.length === 0) continue;
    await store.write(async (tx) => {
      await usageSampleStore(tx).add(samples);
      // Where all samples are that old, the clock may be wrong: they stay for another day.
      if (last !== null && last > today - days) await usageSampleStore(tx).forget(category, today - days + 1);
    });
  }
}
