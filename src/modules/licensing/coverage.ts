import type { Clock } from '../../kernel/clock.ts';
import { licensingOf } from '../../records/licensing/assignment.ts';
import { noAssertion } from '../../records/licensing/expression.ts';
import type { Store } from '../../store/store.ts';
import { type AuditEvent, auditStore, chainStart } from '../audit/index.ts';
import { isModelEvent, stateAfter } from '../catalog/index.ts';

/** Maximum number of weeks in the counts. */
export const coverageWeeks = 52;
const week = 7 * 86_400;
/** The first Monday after the Unix epoch, in Unix seconds. */
const firstMonday = 4 * 86_400;
/** The bounds of a page of events. */
const pageLimits = { rows: 1_000, bytes: 4 * 1024 * 1024 };

/** Numbers of models at a point in time. */
interface Counts {
  readonly models: number;
  /** Models whose licence is not concluded: without `licensing`, or with `NOASSERTION`. */
  readonly unconcluded: number;
}

/** The numbers at the end of a week; in the current week, the numbers now. `until`: Unix seconds. */
export type WeekOfCoverage = Counts & { readonly until: number };

/**
 * Counts the models without a concluded licence week by week, from the audit trail. Caches the counts: a
 * later call reads only newer events.
 */
export function createCoverage({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  let counter = new CoverageCounter();
  let runningUpdate: Promise<void> | null = null;

  const readNewEvents = async () => {
    // A database restored from a backup may have another trail.
    if (!(await store.read((reader) => auditStore(reader).has(counter.end)))) counter = new CoverageCounter();
    for (let hasMore = true; hasMore; ) {
      const filter = { after: counter.end.event_id, of_models: true } as const;
      const page = await store.read((reader) => auditStore(reader).page(filter, pageLimits));
      for (const event of page.events) counter.add(event);
      hasMore = page.hasMore;
    }
  };

  /** Returns the weeks since the first model was recorded, the oldest first, at most `coverageWeeks`. */
  return async (): Promise<WeekOfCoverage[]> => {
    runningUpdate ??= readNewEvents().finally(() => {
      runningUpdate = null;
    });
    await runningUpdate;
    return counter.weeks(clock.now());
  };
}

const computeWeek = (time: number) => Math.floor((time - firstMonday) / week);

/** Counts models event by event. `end` is the last counted event. */
class CoverageCounter {
  end = chainStart;
  /** Whether the licence is concluded, by category and name of each model. */
  readonly #models = new Map<string, boolean>();
  #unconcluded = 0;
  /** The numbers after the last event of each week with events, the oldest first. */
  readonly #weeks = new Map<number, Counts>();
  #latest = Number.NEGATIVE_INFINITY;

  add(event: AuditEvent): void {
    this.end = { event_id: event.event_id, hash: event.hash };
    if (!isModelEvent(event)) return;
    const key = JSON.stringify([event.category, event.model_name]);
    if (this.#models.get(key) === false) this.#unconcluded -= 1;
    this.#models.delete(key);
    if (event.operation !== 'delete') {
      const licensing = licensingOf(stateAfter(event, 'v2'));
      const isConcluded = licensing !== null && licensing.license_expression !== noAssertion;
      this.#models.set(key, isConcluded);
      if (!isConcluded) this.#unconcluded += 1;
    }
    // If the clock was set back, earlier weeks do not change.
    this.#latest = Math.max(this.#latest, computeWeek(event.timestamp));
    this.#weeks.set(this.#latest, { models: this.#models.size, unconcluded: this.#unconcluded });
    // Keeps one week more than the result shows, because a week without events has the numbers of the week
    // before.
    if (this.#weeks.size > coverageWeeks + 1) this.#weeks.delete(this.#weeks.keys().next().value!);
  }

  weeks(now: number): WeekOfCoverage[] {
    const currentWeek = Math.max(computeWeek(now), this.#latest);
    const result: WeekOfCoverage[] = [];
    let counts: Counts | undefined;
    for (const [weekNumber, each] of this.#weeks)
      if (weekNumber <= currentWeek - coverageWeeks) counts = each;
    for (let weekNumber = currentWeek - coverageWeeks + 1; weekNumber <= currentWeek; weekNumber += 1) {
      counts = this.#weeks.get(weekNumber) ?? counts;
      if (counts) result.push({ until: Math.min(firstMonday + (weekNumber + 1) * week, now), ...counts });
    }
    return result;
  }
}
