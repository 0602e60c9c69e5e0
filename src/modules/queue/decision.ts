import type { ChangeHead, RiskLevel } from './pending-change.ts';

export const decisionOutcomes = ['approved', 'rejected', 'withdrawn'] as const;
export type DecisionOutcome = (typeof decisionOutcomes)[number];

type DecisionFields = Pick<
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
  /** Seconds from the proposal to the decision. */
  readonly seconds: number;
  /** The risk of the change when it was decided; null when it was not assessed. */
  readonly risk: RiskLevel | null;
}

/** Returns the decision on a change and its duration; null while the change is pending. */
export function findDecision(change: DecisionFields): Decision | null {
  const { status, requested_at, approved_at, rejected_at } = change;
  const decidedAt = status === 'rejected' ? rejected_at : status === 'pending' ? null : approved_at;
  if (decidedAt === null) return null;
  const seconds = Math.max(0, decidedAt - requested_at);
  return { outcome: findOutcome(change), at: decidedAt, seconds, risk: change.decided_risk };
}

function findOutcome({ status, requested_by, rejected_by, batch_title }: DecisionFields): DecisionOutcome {
  if (status !== 'rejected') return 'approved';
  // A rejection by an approver always has a batch title; a withdrawal has none.
  return rejected_by === requested_by && batch_title === null ? 'withdrawn' : 'rejected';
}
