import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';

/** Changes of one risk, which are decided together. */
export interface Lane {
  readonly level: RiskLevel;
  readonly changes: readonly ReviewedChange[];
}

/** In the order in which a queue is worked off: what needs the least look first. */
const laneLevels: readonly RiskLevel[] = ['low', 'look', 'high'];

export const laneNames = { low: 'of low risk', look: 'to look at', high: 'of high risk' } as const;

/** The lanes that have changes. What has no risk, because it is decided, is in none. */
export function lanesOf(changes: readonly ReviewedChange[]): Lane[] {
  return laneLevels
    .map((level) => ({ level, changes: changes.filter(({ risk }) => risk === level) }))
    .filter(({ changes: own }) => own.length > 0);
}
