import { yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import type { RiskLevel } from './pending-change.ts';

/**
 * How risky changes are that are about to be decided, by id; those that were not assessed are absent. Never fails:
 * it is a note for statistics and the audit trail, for which no decision has to wait long, or be refused.
 */
export type AssessDecided = (changeIds: readonly number[]) => Promise<ReadonlyMap<number, RiskLevel | null>>;

/** Changes of one call that are assessed: each costs about what its row in a list does. */
export const mostAssessedAtOnce = 500;

export const notAssessed: AssessDecided = async () => new Map();

/**
 * Decisions that come together, or while others are assessed, are assessed together: what is read for one is read
 * for all of them.
 */
export function createAssessDecided(
  risksOf: AssessDecided,
  onError: (error: unknown) => void,
): AssessDecided {
  let gathering: { readonly ids: Set<number>; readonly risks: ReturnType<AssessDecided> } | null = null;
  let latest: Promise<unknown> = Promise.resolve();

  const assess = async (ids: readonly number[]): ReturnType<AssessDecided> => {
    try {
      return await risksOf(ids);
    } catch (error) {
      onError(error);
      return new Map();
    }
  };

  return async (changeIds) => {
    const ids = changeIds.filter((id) => id > 0);
    const all = new Set([...(gathering?.ids ?? []), ...ids]);
    if (new Set(ids).size > mostAssessedAtOnce) return new Map();
    if (gathering && all.size <= mostAssessedAtOnce) {
      for (const id of ids) gathering.ids.add(id);
      return gathering.risks;
    }
    const own = new Set(ids);
    const earlier = latest;
    const risks = Promise.all([earlier, yieldToEventLoop()]).then(() => {
      if (gathering?.ids === own) gathering = null;
      return assess([...own].sort((a, b) => a - b));
    });
    gathering = { ids: own, risks };
    latest = risks;
    return risks;
  };
}
