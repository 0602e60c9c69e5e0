import { type Clock, formatUtcDate } from '../../kernel/clock.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Store } from '../../store/store.ts';
import { auditStore } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { FileEvidence } from '../files/index.ts';
import { changeStore } from '../queue/index.ts';

const daySeconds = 86_400;
/** Maximum number of days of the trends. */
export const maxTrendDays = 366;
/**
 * Number of days whose decisions determine the waiting time of one day: that day and the days before it.
 */
const waitWindowDays = 7;
/** How long computed trends are cached, in seconds. */
const cacheSeconds = 60;

interface TrendSources {
  readonly store: Pick<Store, 'read'>;
  readonly clock: Clock;
  readonly categories: Categories;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  /** Lists the files of live models. */
  readonly files: () => readonly FileEvidence[];
}

export type Trends = ReturnType<typeof createTrends>;

/** Computes how the registry and its queue changed day by day (UTC). */
export function createTrends(sources: TrendSources) {
  let cachedTrends: { readonly at: number; readonly trends: ReturnType<typeof computeTrends> } | undefined;
  return {
    /**
     * Returns the latest `days` days, oldest first, and the number of files. The result is at most a minute
     * old.
     */
    of: async (days: number) => {
      const now = sources.clock.now();
      if (cachedTrends === undefined || Math.abs(now - cachedTrends.at) >= cacheSeconds) {
        const newTrends = { at: now, trends: computeTrends(sources, now) };
        newTrends.trends.catch(() => {
          if (cachedTrends === newTrends) cachedTrends = undefined;
        });
        cachedTrends = newTrends;
      }
      const { days: maxDays, files } = await cachedTrends.trends;
      return { days: maxDays.slice(-days), files };
    },
  };
}

async function computeTrends({ store, categories, catalog, files }: TrendSources, now: number) {
  const today = Math.floor(now / daySeconds);
  const from = today - maxTrendDays + 1;
  const { names } = categories;
  const [models, changes] = await store.read(async (reader) => [
    await auditStore(reader).modelsByDay(names, from),
    await changeStore(reader).times((from - waitWindowDays) * daySeconds),
  ]);
  const counts = new DailyCounts();
  for (const { day, operation, models: modelCount } of models)
    counts.add(operation === 'create' ? 'added' : 'deleted', day, modelCount);
  const waits = new Map<number, number[]>();
  for (const { requested_at, approved_at, rejected_at, applied_at, withdrawn } of changes) {
    counts.add('waiting', Math.max(from, dayOf(requested_at)), 1);
    const decidedAt = approved_at ?? rejected_at;
    if (decidedAt !== null) counts.add('waiting', Math.max(from, dayOf(decidedAt)), -1);
    if (applied_at !== null) counts.add('applied', dayOf(applied_at), 1);
    if (decidedAt === null || withdrawn) continue;
    if (rejected_at !== null) counts.add('rejected', dayOf(rejected_at), 1);
    const dayWaits = waits.get(dayOf(decidedAt)) ?? [];
    dayWaits.push(Math.max(0, decidedAt - requested_at));
    waits.set(dayOf(decidedAt), dayWaits);
  }
  const allFiles = files();
  for (const { verdict, since } of allFiles)
    if (verdict === 'verified')
      counts.add('verified', since === null ? from : Math.max(from, dayOf(since)), 1);

  const days = Array.from({ length: maxTrendDays }, (_, index) => from + index);
  const growth = days.reduce((sum, day) => sum + counts.of('added', day) - counts.of('deleted', day), 0);
  let liveModels = names.reduce((sum, name) => sum + catalog.snapshot('v2', name).size, 0) - growth;
  let waitingChanges = 0;
  let verifiedFiles = 0;
  const dailyTrends = days.map((day) => {
    const [added, deleted] = [counts.of('added', day), counts.of('deleted', day)];
    liveModels += added - deleted;
    waitingChanges += counts.of('waiting', day);
    verifiedFiles += counts.of('verified', day);
    const recentWaits = Array.from(
      { length: waitWindowDays },
      (_, back) => waits.get(day - back) ?? [],
    ).flat();
    return {
      date: formatUtcDate(day * daySeconds),
      models: liveModels,
      added,
      deleted,
      waiting: waitingChanges,
      applied: counts.of('applied', day),
      rejected: counts.of('rejected', day),
      wait: recentWaits.length === 0 ? null : computePercentiles(recentWaits),
      verified_files: verifiedFiles,
    };
  });
  return { days: dailyTrends, files: allFiles.length };
}

const dayOf = (time: number) => Math.floor(time / daySeconds);

/** Counters by name and day. */
class DailyCounts {
  readonly #counts = new Map<string, number>();

  add(what: CountedKind, day: number, count: number): void {
    this.#counts.set(`${what} ${day}`, this.of(what, day) + count);
  }

  of(what: CountedKind, day: number): number {
    return this.#counts.get(`${what} ${day}`) ?? 0;
  }
}
type CountedKind = 'added' | 'deleted' | 'waiting' | 'applied' | 'rejected' | 'verified';

/** Returns the 5th, 50th and 95th percentile of values (nearest rank). */
function computePercentiles(values: readonly number[]) {
  const sortedValues = values.toSorted((a, b) => a - b);
  const percentile = (share: number) => sortedValues[Math.ceil(share * sortedValues.length) - 1] as number;
  return { low: percentile(0.05), median: percentile(0.5), high: percentile(0.95) };
}
