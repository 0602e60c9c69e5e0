import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * Returns a function that checks whether the approver has seen the current version of a change. If the open
 * change got a new version after it was opened, the first call returns false and shows a message.
 */
export function useSeen(open: number | undefined): (change: ReviewedChange) => boolean {
  const openChange = useChange(open).data;
  const seenChange = useRef<ReviewedChange>(null);
  useEffect(() => {
    if (openChange?.change_id !== seenChange.current?.change_id) seenChange.current = openChange ?? null;
  }, [openChange]);
  return (change) => {
    const version = change.version ?? 1;
    const previousChange = seenChange.current;
    if (previousChange?.change_id !== change.change_id || (previousChange.version ?? 1) === version)
      return true;
    seenChange.current = change;
    notifications.show({
      color: 'yellow',
      message: `Change ${change.change_id} has a new version since you opened it. Nothing was decided: look at version ${version} first.`,
    });
    return false;
  };
}
