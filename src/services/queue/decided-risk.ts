import type { RiskLevel } from '../../registry/risk/level.ts';

/**
 * How risky changes are that are about to be decided, by id; those that were not assessed are absent. Never fails:
 * it is a note for statistics and the audit trail, for which no decision has to wait long, or be refused.
 */
export type AssessDecided = (changeIds: readonly number[]) => Promise<ReadonlyMap<number, RiskLevel | null>>;

/** Changes of one call that are assessed: each costs about what its row in a list does. */
export const mostAssessedAtOnce = 500;

export const notAssessed: AssessDecided = async () => new Map();

export function createAssessDecided(
  risksOf: AssessDecided,
  onError: (error: unknown) => void,
): AssessDecided {
  return async (changeIds) => {
    const ids = [...new Set(changeIds)].filter((id) => id > 0);
    if (ids.length > mostAssessedAtOnce) return new Map();
    try {
      return await risksOf(ids);
    } catch (error) {
      onError(error);
      return new Map();
    }
  };
}
