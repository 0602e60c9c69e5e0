import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Settings } from '../../settings/settings.ts';
import { ChangeRefused } from './change-refused.ts';
import type { ChangeHead, StoredChange } from './pending-change.ts';

/** Reasons why an approval would not count: the caller proposed the change, or has already approved it. */
export const approvalRefusals = ['own_change', 'approved_already'] as const;
export type ApprovalRefusal = (typeof approvalRefusals)[number];

type ApprovedChange = Pick<StoredChange, 'approvals' | 'approved_by' | 'requested_by'>;

export type Policies = ReturnType<typeof createPolicies>;

/**
 * Creates the deployment's rules on who may approve changes, and how many approvals are required. The rules
 * are checked in the transaction that approves or applies a change.
 *
 * Each account counts once, and only while it may approve. When an account loses the role, its earlier
 * approvals stop counting. The requestor of a change counts only when one approval is enough and the review
 * policy is `any`.
 */
export function createPolicies({
  approvals: neededApprovals,
  reviewPolicy,
  mayApprove,
}: Pick<Settings, 'approvals' | 'reviewPolicy'> & { readonly mayApprove: (userId: string) => boolean }) {
  const isRequestorCounted = neededApprovals === 1 && reviewPolicy === 'any';

  /** Returns the user ids of the accounts whose approval of the change counts. */
  const listCountedApprovers = ({ approvals, approved_by, requested_by }: ApprovedChange): Set<string> => {
    const approvers = new Set(approvals?.map(({ user_id }) => user_id));
    if (approved_by !== null) approvers.add(approved_by);
    if (!isRequestorCounted) approvers.delete(requested_by);
    return new Set([...approvers].filter(mayApprove));
  };

  const isComplete = (change: ChangeHead, { userId }: Caller): boolean =>
    listCountedApprovers(change).add(userId).size >= neededApprovals;

  const findApprovalRefusal = (change: ChangeHead, caller: Caller): ApprovalRefusal | null => {
    if (change.requested_by === caller.userId && !isRequestorCounted) return 'own_change';
    const hasApproved = change.approvals?.some(({ user_id }) => user_id === caller.userId);
    return hasApproved && !isComplete(change, caller) ? 'approved_already' : null;
  };

  return {
    /** Returns whether the caller's approval would complete a pending change's required approvals. */
    isComplete,

    /** Returns why the caller may not approve a pending change; null when the caller may. */
    findApprovalRefusal,

    /** Returns how many more accounts have to approve the change. */
    countMissing: (change: ApprovedChange): number =>
      Math.max(0, neededApprovals - listCountedApprovers(change).size),

    /**
     * Returns the entries of the change's `approvals` whose accounts may still approve; null when there are
     * none. The final approval, in `approved_by`, is not an entry of `approvals`.
     */
    filterValidApprovals: ({ approvals }: ApprovedChange): ApprovedChange['approvals'] => {
      const validApprovals = approvals?.filter(({ user_id }) => mayApprove(user_id)) ?? [];
      return validApprovals.length > 0 ? validApprovals : null;
    },

    /**
     * Checks that the caller may approve a pending change.
     * @throws RegistryError `bad_request` when the approval would not count or would be a duplicate
     */
    checkApproval: (change: StoredChange, caller: Caller): void => {
      const { change_id: id, requested_username } = change;
      const refusal = findApprovalRefusal(change, caller);
      if (refusal === 'own_change') {
        throw new RegistryError(
          'bad_request',
          reviewPolicy === 'four_eyes'
            ? `Change ${id} was requested by ${requested_username}: with review_policy=four_eyes another account must approve it.`
            : `You requested change ${id} yourself: ${neededApprovals} other accounts must approve it.`,
        );
      }
      if (refusal !== null) {
        throw new RegistryError(
          'bad_request',
          `You have already approved change ${id}: ${neededApprovals} different accounts must approve it.`,
        );
      }
    },

    /**
     * Checks that an approved change may be applied.
     * @throws ChangeRefused when too few of its approvals still count
     */
    checkApply: (change: StoredChange): void => {
      const { change_id: id, approved_username, approved_by } = change;
      const { size } = listCountedApprovers(change);
      if (size >= neededApprovals) return;
      throw new ChangeRefused(
        'PendingChangeStateError',
        neededApprovals === 1
          ? `Change ${id} was approved by ${approved_username ?? approved_by}, who may no longer approve it: revoke the approval and have the change approved again.`
          : `Change ${id} needs ${neededApprovals} approvals (approvals=${neededApprovals}) and has ${size} by accounts that may approve: revoke the approval and have the change approved again.`,
      );
    },
  };
}

/** Policies that require one approval, by any account. */
export const anyApproval = createPolicies({ approvals: 1, reviewPolicy: 'any', mayApprove: () => true });
