import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Returns a sentence that says who has decided a change since the user opened it. Null in three cases: the
 * change was already decided when the user opened it, it is still pending, or the user has decided it.
 *
 * @param opened the change when the user opened it
 * @param userId the user's id; if undefined, the user's own decision counts too
 */
export function decidedMeanwhile(
  opened: Pick<ReviewedChange, 'status'>,
  change: ReviewedChange,
  userId: string | undefined,
): string | null {
  if (opened.status !== 'pending') return null;
  const [by, name, did] =
    change.status === 'rejected'
      ? [
          change.rejected_by,
          change.rejected_username,
          change.rejected_by === change.requested_by ? 'withdrew' : 'rejected',
        ]
      : change.status === 'approved' || change.status === 'applied'
        ? [change.approved_by, change.approved_username, 'approved']
        : [null, null, ''];
  if (did === '' || (by !== null && by === userId)) return null;
  return `${name ?? by} ${did} it. There is nothing left to decide.`;
}
