import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';

/** The changes of one risk level. */
export interface Lane {
  readonly level: RiskLevel;
  readonly changes: readonly ReviewedChange[];
}

/** The risk levels in the order in which approvers decide them, quickest first. */
const laneLevels: readonly RiskLevel[] = ['low', 'look', 'high'];

export const laneNames = { low: 'low', look: 'medium', high: 'high' } as const;

/** Groups changes by risk level. Omits empty levels, and decided changes, which have no risk. */
export function groupByRisk(changes: readonly ReviewedChange[]): Lane[] {
  return laneLevels
    .map((level) => ({ level, changes: changes.filter(({ risk }) => risk === level) }))
    .filter(({ changes: own }) => own.length > 0);
}
