import type { ChangeHead, RiskLevel } from './pending-change.ts';

export const decisionOutcomes = ['approved', 'rejected', 'withdrawn'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

type Decided = Pick<
  ChangeHead,
  | 'status'
  | 'requested_by'
  | 'requested_at'
  | 'approved_at'
  | 'rejected_at'
  | 'rejected_by'
  | 'batch_title'
  | 'decided_risk'
>;

export interface Decision {
  readonly outcome: DecisionOutcome;
  /** Unix seconds. */
  readonly at: number;
  /** Since it was proposed. */
  readonly seconds: number;
  /** How risky the change was then; null where nobody has assessed it. */
  readonly risk: RiskLevel | null;
}

/** What was decided of a change, and how long that took; null while it is pending. */
export function decisionOf(change: Decided): Decision | null {
  const { status, requested_at, approved_at, rejected_at } = change;
  const at = status === 'rejected' ? rejected_at : status === 'pending' ? null : approved_at;
  if (at === null) return null;
  const seconds = Math.max(0, at - requested_at);
  return { outcome: outcomeOf(change), at, seconds, risk: change.decided_risk };
}

function outcomeOf({ status, requested_by, rejected_by, batch_title }: Decided): DecisionOutcome {
  if (status !== 'rejected') return 'approved';
  // A rejection has the title of its batch, even where nothing was approved with it; who withdraws gives none.
  return rejected_by === requested_by && batch_title === null ? 'withdrawn' : 'rejected';
}
