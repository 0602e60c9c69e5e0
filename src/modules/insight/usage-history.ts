import { type Clock, formatUtcDate } from '../../kernel/clock.ts';
import type { UsageSource } from '../../outside/usage-client.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { type Catalog, type CategorySnapshot, PerRecord } from '../catalog/index.ts';
import { readCountedFacts } from './analytics/counts.ts';
import { readCategoryUsage, requireUsageKind } from './category-usage.ts';
import { usageSampleStore } from './store.ts';
import type { UsageSample } from './tables.ts';
import { TimedValues } from './timed-values.ts';

const daySeconds = 86_400;

/** Maximum number of days in a response about a category. */
const maxPoints = 31;
/** Maximum number of series in a response about a category; only the most used are included. */
const maxSeries = 500;
/** Number of seconds for which the usage history of a category is cached. */
const cacheSeconds = 600;

export type SeriesKind = 'baseline' | 'model';
type CategoryUsageHistory = Awaited<ReturnType<typeof readCategoryHistory>>;
const historyKey = Symbol('usage over time');
const baselines = new PerRecord(({ record }) => readCountedFacts(record).baseline);

export function createUsageHistory({ store, clock }: { store: Pick<Store, 'read'>; clock: Clock }) {
  return {
    /**
     * Lists the latest samples of a model, at most `days`, oldest first. There is no sample for a day on
     * which the usage service did not respond, or on which the model had no worker and no use in the last
     * month.
     *
     * @throws RegistryError bad_request if the category's usage is not counted
     */
    of: async (category: CategoryDefinition, name: string, days: number) => {
      requireUsageKind(category, 'Usage over time is');
      const samples = await store.read((reader) =>
        usageSampleStore(reader).listLatest(category.name, name, days),
      );
      return samples.reverse().map(({ day, used_day, used_month, used_total, workers }) => ({
        date: formatDay(day),
        day: used_day,
        month: used_month,
        total: used_total,
        workers,
      }));
    },

    /**
     * Returns the monthly uses of a category's models or baselines, on at most 31 days evenly spread over the
     * latest `days` days. The most used come first.
     *
     * @throws RegistryError bad_request if the category's usage is not counted
     */
    ofCategory: async (
      category: CategoryDefinition,
      snapshot: CategorySnapshot,
      days: number,
      seriesKind: SeriesKind,
    ): Promise<CategoryUsageHistory> => {
      requireUsageKind(category, 'Usage over time is');
      const cachedHistories = snapshot.derive(
        historyKey,
        () => new TimedValues<CategoryUsageHistory>(clock, cacheSeconds),
      );
      const key = `${days} ${seriesKind}`;
      const cachedHistory = cachedHistories.get(key)?.value;
      if (cachedHistory) return cachedHistory;
      const history = await readCategoryHistory(store, clock, snapshot, days, seriesKind);
      cachedHistories.put(key, history);
      return history;
    },
  };
}

async function readCategoryHistory(
  store: Pick<Store, 'read'>,
  clock: Clock,
  { category, records }: CategorySnapshot,
  days: number,
  seriesKind: SeriesKind,
) {
  const today = Math.floor(clock.now() / daySeconds);
  const stepDays = Math.ceil(days / maxPoints);
  const reportedDays = Array.from(
    { length: Math.ceil(days / stepDays) },
    (_, step) => today - step * stepDays,
  ).reverse();
  const samples = await store.read((reader) =>
    usageSampleStore(reader).listMonthlyUses(category, reportedDays),
  );
  const sampledDays = new Set(samples.map(({ day }) => day));
  const keys = seriesKind === 'baseline' ? await baselines.all(records) : records.map(({ name }) => name);
  const keysByName = new Map(records.map(({ name }, index) => [name, keys[index] ?? null]));
  const usesByKey = new Map<string | null, Map<number, number>>();
  for (const { name, day, used_month } of samples) {
    const key = keysByName.get(name);
    // The usage of deleted models is not part of any series.
    if (key === undefined) continue;
    const usesByDay = usesByKey.get(key) ?? new Map<number, number>();
    usesByDay.set(day, (usesByDay.get(day) ?? 0) + used_month);
    usesByKey.set(key, usesByDay);
  }
  const series = [...usesByKey].map(([name, uses]) => ({
    name,
    month: reportedDays.map((day) => (sampledDays.has(day) ? (uses.get(day) ?? 0) : null)),
  }));
  const sumUses = ({ month }: (typeof series)[number]) =>
    month.reduce<number>((sum, uses) => sum + (uses ?? 0), 0);
  return {
    dates: reportedDays.map(formatDay),
    series: series.sort((a, b) => sumUses(b) - sumUses(a)).slice(0, maxSeries),
  };
}

/** Formats a day (days since 1970-01-01) as a date: `2026-01-31`. */
const formatDay = (day: number) => formatUtcDate(day * daySeconds);

/** Maximum number of models per category whose usage is stored each day; less used models get no sample. */
const maxModels = 5_000;

/**
 * Stores today's (UTC) usage samples of each category whose usage is counted, and deletes old samples. Skips
 * categories that already have today's samples. It must be called repeatedly, because the usage service may not
 * respond at the first call.
 *
 * @param days number of days for which samples are stored
 * @param hasLease returns whether this instance holds the lease for this work
 * @throws OutageError usage_unavailable
 */
export async function sampleUsage({
  store,
  catalog,
  source,
  clock,
  categories,
  days,
  hasLease,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly source: UsageSource;
  readonly clock: Clock;
  readonly categories: readonly CategoryDefinition[];
  readonly days: number;
  readonly hasLease: () => Promise<boolean>;
}): Promise<void> {
  const today = Math.floor(clock.now() / daySeconds);
  for (const { name: category, usage: kind } of categories) {
    if (kind === null) continue;
    const snapshot = catalog.snapshot('v2', category);
    if (snapshot.records.length === 0) continue;
    const lastDay = await store.read((reader) => usageSampleStore(reader).findLastDay(category, today));
    if (lastDay === today || !(await hasLease())) continue;
    const { usage, unknown, stale } = await readCategoryUsage(source, snapshot, kind);
    // Outdated or unknown usage must not be stored as today's usage.
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
      // If even the latest sample is at least `days` days old, the clock may be wrong, so nothing is deleted
      // yet.
      if (lastDay !== null && lastDay > today - days)
        await usageSampleStore(tx).removeBefore(category, today - days + 1);
    });
  }
}
