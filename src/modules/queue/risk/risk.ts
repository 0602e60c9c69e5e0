import { type RiskLevel, riskLevels } from '../pending-change.ts';
import type { RiskFacts } from './facts.ts';
import { rules } from './rules.ts';

/** Why a change is not of the least risk. */
export type RiskReason = {
  rule: RiskRule;
  level: Exclude<RiskLevel, 'low'>;
  /** With the value. */
  message: string;
};

export type RiskRule = (typeof rules)[number]['rule'];

export type Risk = {
  level: RiskLevel;
  /** The worst first; none of low risk. */
  reasons: RiskReason[];
};

/** What the rules say of a change: its level is that of the worst reason. */
export function assessRisk(facts: RiskFacts): Risk {
  const reasons = rules.flatMap(({ rule, says }): RiskReason[] => {
    const found = says(facts);
    return found ? [{ rule, level: found[0], message: found[1] }] : [];
  });
  const worstFirst = [...riskLevels]
    .reverse()
    .flatMap((level) => reasons.filter((each) => each.level === level));
  return { level: worstFirst[0]?.level ?? 'low', reasons: worstFirst };
}

/** Whether a live model is used so much that a change of it reaches many. What is not known may be. */
export function isMuchUsed({
  usage,
  muchUsedPerMonth,
}: Pick<RiskFacts, 'usage' | 'muchUsedPerMonth'>): boolean {
  return usage === 'unknown' || (usage !== null && usage.month >= muchUsedPerMonth);
}
