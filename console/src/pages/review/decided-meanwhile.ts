import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Says who has decided about a change while the reader had it open; null when nobody has, or only the reader.
 *
 * @param opened the change as it was when the reader opened it
 * @param userId the reader's user id; undefined: the reader is not known, and every decision counts
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
