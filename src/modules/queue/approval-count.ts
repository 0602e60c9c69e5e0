import type { Approval, RiskLevel, StoredChange } from './pending-change.ts';

type Approved = Pick<StoredChange, 'approvals' | 'approved_by' | 'requested_by'>;

/**
 * Counts approvals. What counts is who may approve now, not who might have when it was given: what is approved
 * by an account that has lost the role since has to be approved by somebody else.
 */
export interface ApprovalCount {
  /** By how many people a change of that risk has to be approved. */
  needed(risk: RiskLevel): number;
  /** The ids of those who have approved it and count, where so many are needed. */
  given(change: Approved, needed: number): Set<string>;
  /** Those of its approvals before the last one that are by somebody who may approve; null: none. */
  standing(change: Approved): Approval[] | null;
}

export interface ApprovalCountOptions {
  readonly approvals: Readonly<Record<RiskLevel, number>>;
  readonly mayApprove: (userId: string) => boolean;
}

export function createApprovalCount({ approvals, mayApprove }: ApprovalCountOptions): ApprovalCount {
  return {
    needed: (risk) => approvals[risk],
    given: (change, needed) => {
      const people = new Set(change.approvals?.map(({ user_id }) => user_id));
      if (change.approved_by !== null) people.add(change.approved_by);
      if (needed > 1) people.delete(change.requested_by);
      return new Set([...people].filter(mayApprove));
    },
    standing: (change) => {
      const standing = change.approvals?.filter(({ user_id }) => mayApprove(user_id)) ?? [];
      return standing.length > 0 ? standing : null;
    },
  };
}

/** That of a deployment where whoever has approved a change may do so, and one approval is enough. */
export const anyApproval = createApprovalCount({
  approvals: { low: 1, look: 1, high: 1 },
  mayApprove: () => true,
});
