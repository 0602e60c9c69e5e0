import { useEffect, useRef, useState } from 'react';
import type { ReviewedChange } from '../../api/review-types.ts';

/**
 * The change that keyboard shortcuts act on. `at` is its position in the list: if the change leaves the list,
 * `j` and `k` continue from there.
 */
interface Cursor {
  readonly changeId: number | undefined;
  readonly at: number;
}

interface Opening {
  readonly open: number | undefined;
  readonly onOpen: (changeId: number | undefined) => void;
  /** Called when a link or the back button has opened another change. */
  readonly onElsewhere: () => void;
}

/**
 * The cursor in a list of changes, and the change that is open beside it.
 * @param isPrevious whether the list still shows the changes of the previous filters or page; meanwhile, no
 *   change is under the cursor
 */
export function useCursor(
  items: readonly ReviewedChange[],
  isPrevious: boolean,
  { open, onOpen, onElsewhere }: Opening,
) {
  const [cursor, setCursor] = useState<Cursor>({ changeId: open, at: 0 });
  // The change opened by keyboard, until the URL is updated.
  const asked = useRef<{ readonly open: number | undefined }>(null);
  const list = useRef<HTMLUListElement>(null);

  const shownBefore = useRef(open);
  useEffect(() => {
    if (shownBefore.current === open) return;
    shownBefore.current = open;
    if (asked.current === null) {
      if (open !== undefined) setCursor((before) => ({ ...before, changeId: open }));
      onElsewhere();
    } else if (asked.current.open === open) {
      asked.current = null;
    }
  }, [open, onElsewhere]);

  // A cursor without a change moves to the change at its position. The cursor then stays on that change when
  // the list changes.
  const first = items[Math.min(cursor.at, items.length - 1)];
  if (cursor.changeId === undefined && first !== undefined && !isPrevious)
    setCursor({ changeId: first.change_id, at: items.indexOf(first) });
  const found = items.findIndex(({ change_id }) => change_id === cursor.changeId);
  const at = found >= 0 ? found : Math.min(cursor.at, items.length);
  const current = isPrevious ? undefined : items[found];

  useEffect(() => {
    list.current
      ?.querySelector(`[data-change="${current?.change_id}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [current?.change_id]);

  const show = (changeId: number | undefined) => {
    asked.current = changeId === open ? null : { open: changeId };
    onOpen(changeId);
  };
  return {
    list,
    at,
    current,
    show,
    put: (change: ReviewedChange | undefined, place: number) =>
      setCursor({ changeId: change?.change_id, at: place }),
    /** Returns whether the page shows the change that was opened last, and the cursor is on that change. */
    isOnOpen: () => asked.current === null && cursor.changeId === open,
    move: (step: 1 | -1) => {
      // If the change has left the list, the next one is at its position.
      const next = Math.max(0, Math.min(items.length - 1, found < 0 && step > 0 ? at : at + step));
      const change = items[next];
      if (change === undefined) return;
      setCursor({ changeId: change.change_id, at: next });
      if ((asked.current ?? { open }).open !== undefined) show(change.change_id);
      list.current
        ?.querySelector<HTMLElement>(`[data-change="${change.change_id}"] button`)
        ?.focus({ preventScroll: true });
    },
  };
}
