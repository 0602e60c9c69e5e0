import type { Approval, ChangeHead, RiskLevel, StoredChange } from './pending-change.ts';

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
  /** Seconds from the proposal to the decision. */
  readonly seconds: number;
  /** The risk of the change when it was decided; null when it was not assessed. */
  readonly risk: RiskLevel | null;
}

/** Gives the decision on a change, with the time that it took; null while the change is pending. */
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

type Approved = Pick<StoredChange, 'approvals' | 'approved_by' | 'requested_by'>;

export type ApprovalCount = ReturnType<typeof createApprovalCount>;

/**
 * Counts the approvals of a change. Only accounts that may approve now count. When an account loses the role,
 * its earlier approvals stop counting, and somebody else has to approve.
 */
export function createApprovalCount({
  approvals,
  mayApprove,
}: {
  readonly approvals: Readonly<Record<RiskLevel, number>>;
  readonly mayApprove: (userId: string) => boolean;
}) {
  return {
    /** Gives the number of people who have to approve a change of that risk. */
    needed: (risk: RiskLevel): number => approvals[risk],
    /**
     * Returns the user ids of the accounts whose approval of the change counts. The approval of the change's
     * requestor does not count when `needed` is more than 1.
     */
    given: (change: Approved, needed: number): Set<string> => {
      const people = new Set(change.approvals?.map(({ user_id }) => user_id));
      if (change.approved_by !== null) people.add(change.approved_by);
      if (needed > 1) people.delete(change.requested_by);
      return new Set([...people].filter(mayApprove));
    },
    /**
     * Returns those entries of the change's `approvals` whose accounts may still approve; null when there are
     * none. The approval of the account in `approved_by` is not an entry of `approvals`.
     */
    standing: (change: Approved): Approval[] | null => {
      const standing = change.approvals?.filter(({ user_id }) => mayApprove(user_id)) ?? [];
      return standing.length > 0 ? standing : null;
    },
  };
}

/** An approval count for which one approval is enough, from any account. */
export const anyApproval = createApprovalCount({
  approvals: { low: 1, look: 1, high: 1 },
  mayApprove: () => true,
});
