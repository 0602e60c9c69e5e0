import type { NotApprovable, ReviewPolicies } from '../../api/review-types.ts';

/** Returns the policies for approvals and applies as one line of text; null if there are no restrictions. */
export function formatPolicies(policies: ReviewPolicies): string | null {
  const { review_policy, approvals, apply_conflicts } = policies;
  const rules = [
    review_policy === 'four_eyes' && 'you cannot approve your own changes',
    approvals > 1 && `${approvals} other people must approve`,
    apply_conflicts === 'reject' && 'outdated changes cannot be applied',
  ].filter(Boolean);
  if (rules.length === 0) return null;
  return `${review_policy === 'four_eyes' ? 'Four eyes' : 'Policy'}: ${rules.join('; ')}.`;
}

/** Messages that say why the approver may not approve a change. */
export const refusalMessages: Readonly<Record<NotApprovable['reason'], string>> = {
  own_change: 'You proposed it: somebody else has to approve it.',
  approved_already: 'You approved it: somebody else has to approve it as well.',
};
