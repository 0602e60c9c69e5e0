import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Settings } from '../../settings/settings.ts';
import { ChangeRefused } from './change-refused.ts';
import type { ChangeHead, StoredChange } from './pending-change.ts';

/** Why an approval would not count: the caller has proposed the change, or has approved it already. */
export const approvalRefusals = ['own_change', 'approved_already'] as const;
export type ApprovalRefusal = (typeof approvalRefusals)[number];

type ApprovedChange = Pick<StoredChange, 'approvals' | 'approved_by' | 'requested_by'>;

export type Policies = ReturnType<typeof createPolicies>;

/**
 * Creates the deployment's rules on who may approve changes, and how many accounts have to. The transaction
 * that approves or applies a change checks the rules.
 *
 * Each person counts once, and only while they may approve: when an account loses the role, its earlier
 * approvals stop counting. The requestor of a change counts only when one approval is enough and the review
 * policy is `any`.
 */
export function createPolicies({
  approvals: needed,
  reviewPolicy,
  mayApprove,
}: Pick<Settings, 'approvals' | 'reviewPolicy'> & { readonly mayApprove: (userId: string) => boolean }) {
  const requestorCounts = needed === 1 && reviewPolicy === 'any';

  /** Returns the user ids of the accounts whose approval of the change counts. */
  const countedApprovers = ({ approvals, approved_by, requested_by }: ApprovedChange): Set<string> => {
    const people = new Set(approvals?.map(({ user_id }) => user_id));
    if (approved_by !== null) people.add(approved_by);
    if (!requestorCounts) people.delete(requested_by);
    return new Set([...people].filter(mayApprove));
  };

  const isComplete = (change: ChangeHead, { userId }: Caller): boolean =>
    countedApprovers(change).add(userId).size >= needed;

  const approvalRefusal = (change: ChangeHead, caller: Caller): ApprovalRefusal | null => {
    if (change.requested_by === caller.userId && !requestorCounts) return 'own_change';
    const hasApproved = change.approvals?.some(({ user_id }) => user_id === caller.userId);
    return hasApproved && !isComplete(change, caller) ? 'approved_already' : null;
  };

  return {
    /** Returns whether a pending change has all approvals that it needs once the caller has approved it. */
    isComplete,

    /** Returns why the caller may not approve a pending change; null when they may. */
    approvalRefusal,

    /** Returns how many more people have to approve the change. */
    missing: (change: ApprovedChange): number => Math.max(0, needed - countedApprovers(change).size),

    /**
     * Returns those entries of the change's `approvals` whose accounts may still approve; null when there are
     * none. The approval of the account in `approved_by` is not an entry of `approvals`.
     */
    standing: ({ approvals }: ApprovedChange): ApprovedChange['approvals'] => {
      const standing = approvals?.filter(({ user_id }) => mayApprove(user_id)) ?? [];
      return standing.length > 0 ? standing : null;
    },

    /**
     * Checks that the caller may approve a pending change.
     * @throws RegistryError `bad_request` when the approval would not count, or has been given already
     */
    checkApproval: (change: StoredChange, caller: Caller): void => {
      const { change_id: id, requested_username } = change;
      const refusal = approvalRefusal(change, caller);
      if (refusal === 'own_change') {
        throw new RegistryError(
          'bad_request',
          reviewPolicy === 'four_eyes'
            ? `Change ${id} was requested by ${requested_username}: with review_policy=four_eyes another account must approve it.`
            : `You requested change ${id} yourself: ${needed} other accounts must approve it.`,
        );
      }
      if (refusal !== null) {
        throw new RegistryError(
          'bad_request',
          `You have already approved change ${id}: ${needed} different accounts must approve it.`,
        );
      }
    },

    /**
     * Checks that an approved change may be applied.
     * @throws ChangeRefused when it lacks approvals that count now
     */
    checkApply: (change: StoredChange): void => {
      const { change_id: id, approved_username, approved_by } = change;
      const { size } = countedApprovers(change);
      if (size >= needed) return;
      throw new ChangeRefused(
        'PendingChangeStateError',
        needed === 1
          ? `Change ${id} was approved by ${approved_username ?? approved_by}, who may no longer approve it: revoke the approval and have the change approved again.`
          : `Change ${id} needs ${needed} approvals (approvals=${needed}) and has ${size} by accounts that may approve: revoke the approval and have the change approved again.`,
      );
    },
  };
}

/** Policies with which one approval is enough, from any account. */
export const anyApproval = createPolicies({ approvals: 1, reviewPolicy: 'any', mayApprove: () => true });
