import type { Approval, RiskLevel, StoredChange } from './pending-change.ts';

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
