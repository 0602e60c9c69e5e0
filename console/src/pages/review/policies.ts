import type { NotApprovable, ReviewPolicies } from '../../api/review-types.ts';

/** Returns the policies for approvals and applies as one line of text; null if there are no restrictions. */
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

/** Messages that say why the approver may not approve a change. */
export const refusalWords: Readonly<Record<NotApprovable['reason'], string>> = {
  own_change: 'You proposed it: somebody else has to approve it.',
  approved_already: 'You approved it: somebody else has to approve it as well.',
};
