import type { ReviewedChange, ReviewPolicies } from '../../api/review-types.ts';
import { plural } from '../../parts/format.ts';

/** The policies for approvals, and the approver's user id. Each is undefined until it is loaded. */
export interface Approving {
  readonly policies: ReviewPolicies | undefined;
  readonly userId: string | undefined;
}

/** Gives the policies for approvals and applies as one line of text; null when they restrict nothing. */
export function policyLine(policies: ReviewPolicies): string | null {
  const { review_policy, approvals, apply_conflicts } = policies;
  const rules = [
    review_policy === 'four_eyes' && 'not your own',
    approvals > 1 && `${approvals} other people have to approve`,
    apply_conflicts === 'reject' && 'what is out of date is not applied',
  ].filter(Boolean);
  if (rules.length === 0) return null;
  return `${review_policy === 'four_eyes' ? 'Four eyes' : 'Policy'}: ${rules.join('; ')}.`;
}

/** Says why the approver may not approve a change now; null when they may, or when only the service can tell. */
export function whyNotApprove(change: ReviewedChange, { policies, userId }: Approving): string | null {
  if (!policies || userId === undefined) return null;
  const { approvals: needed } = policies;
  if (change.requested_by === userId) {
    if (needed > 1) return `You proposed it: ${needed} others have to approve it.`;
    return policies.review_policy === 'four_eyes'
      ? 'You proposed it: somebody else has to approve it.'
      : null;
  }
  const given = new Set(change.approvals?.map(({ user_id }) => user_id));
  if (!given.has(userId) || given.size >= needed) return null;
  const left = needed - given.size;
  return `You approved it: ${plural(left, 'other person has', 'other people have')} to approve it as well.`;
}
