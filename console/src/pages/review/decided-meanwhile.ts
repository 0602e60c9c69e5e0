import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Returns a sentence that says who has decided about a change since the reader opened it. Null when the change
 * was already decided then, when it still waits, or when the reader decided it.
 *
 * @param opened the change as it was when the reader opened it
 * @param userId the reader's user id; when it is undefined, a decision of the reader counts as well
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
