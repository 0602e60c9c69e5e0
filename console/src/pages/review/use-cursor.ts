import { useEffect, useRef, useState } from 'react';
import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * The change that keyboard shortcuts act on. `position` is its index in the list. If the change leaves the
 * list, the shortcuts `j` and `k` continue from this index.
 */
interface Cursor {
  readonly changeId: number | undefined;
  readonly position: number;
}

interface Opening {
  readonly open: number | undefined;
  readonly onOpen: (changeId: number | undefined) => void;
  /** Called after the user has opened another change by a link or the back button. */
  readonly onOtherOpened: () => void;
}

/**
 * The cursor in a list of changes, and the change that is open beside it.
 * @param isPrevious whether the list still shows the changes of the previous filters or page; meanwhile, no
 *   change is under the cursor
 */
export function useCursor(
  items: readonly ReviewedChange[],
  isPrevious: boolean,
  { open, onOpen, onOtherOpened }: Opening,
) {
  const [cursor, setCursor] = useState<Cursor>({ changeId: open, position: 0 });
  // The change opened by keyboard, until the URL is updated.
  const requestedOpening = useRef<{ readonly open: number | undefined }>(null);
  const list = useRef<HTMLUListElement>(null);

  const previousOpen = useRef(open);
  useEffect(() => {
    if (previousOpen.current === open) return;
    previousOpen.current = open;
    if (requestedOpening.current === null) {
      if (open !== undefined) setCursor((before) => ({ ...before, changeId: open }));
      onOtherOpened();
    } else if (requestedOpening.current.open === open) {
      requestedOpening.current = null;
    }
  }, [open, onOtherOpened]);

  // A cursor without a change moves to the change at its position. The cursor then stays on that change when
  // the list changes.
  const changeAtCursor = items[Math.min(cursor.position, items.length - 1)];
  if (cursor.changeId === undefined && changeAtCursor !== undefined && !isPrevious)
    setCursor({ changeId: changeAtCursor.change_id, position: items.indexOf(changeAtCursor) });
  const foundIndex = items.findIndex(({ change_id }) => change_id === cursor.changeId);
  const position = foundIndex >= 0 ? foundIndex : Math.min(cursor.position, items.length);
  const current = isPrevious ? undefined : items[foundIndex];

  useEffect(() => {
    list.current
      ?.querySelector(`[data-change="${current?.change_id}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [current?.change_id]);

  const openChange = (changeId: number | undefined) => {
    requestedOpening.current = changeId === open ? null : { open: changeId };
    onOpen(changeId);
  };
  return {
    list,
    position: position,
    current,
    show: openChange,
    put: (change: ReviewedChange | undefined, place: number) =>
      setCursor({ changeId: change?.change_id, position: place }),
    /** Whether the cursor is on the open change, and no other change is being opened. */
    isOnOpen: () => requestedOpening.current === null && cursor.changeId === open,
    move: (step: 1 | -1) => {
      // If the change has left the list, the next one is at its position.
      const nextPosition = Math.max(
        0,
        Math.min(items.length - 1, foundIndex < 0 && step > 0 ? position : position + step),
      );
      const change = items[nextPosition];
      if (change === undefined) return;
      setCursor({ changeId: change.change_id, position: nextPosition });
      if ((requestedOpening.current ?? { open }).open !== undefined) openChange(change.change_id);
      list.current
        ?.querySelector<HTMLElement>(`[data-change="${change.change_id}"] button`)
        ?.focus({ preventScroll: true });
    },
  };
}
