import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Says who else has decided about a change while the reader had it open; null when nobody has.
 *
 * @param opened the change as it was when it was opened
 * @param userId the reader, whose own decisions are left out; undefined: no decisions are left out
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
