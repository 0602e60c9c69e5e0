import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Returns a function that tells whether the approver has seen the current version of a change. If the open
 * change has a new version since it was opened, the function returns false once, and shows a message.
 */
export function useSeen(open: number | undefined): (change: ReviewedChange) => boolean {
  const shown = useChange(open).data;
  const seen = useRef<ReviewedChange>(null);
  useEffect(() => {
    if (shown?.change_id !== seen.current?.change_id) seen.current = shown ?? null;
  }, [shown]);
  return (change) => {
    const version = change.version ?? 1;
    const before = seen.current;
    if (before?.change_id !== change.change_id || (before.version ?? 1) === version) return true;
    seen.current = change;
    notifications.show({
      color: 'yellow',
      message: `Change ${change.change_id} has a new version since you opened it. Nothing was decided: look at version ${version} first.`,
    });
    return false;
  };
}
