import { notifications } from '@mantine/notifications';
import { useMemo, useRef, useState } from 'react';
import { maxSelected, type QueueFilter, useWholeQueue } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { toggleSelection } from '../../parts/selected-range.ts';

export const isPending = ({ status }: ReviewedChange) => status === 'pending';
/**
 * Returns the key of a change in the selection: its id and version. A change with a new version is therefore
 * no longer selected.
 */
const selectionKey = ({ change_id, version = 1 }: ReviewedChange) => `${change_id} in version ${version}`;
const pendingKeys = (changes: readonly ReviewedChange[]) => changes.filter(isPending).map(selectionKey);

interface List {
  /** The changes of the current page. */
  readonly items: readonly ReviewedChange[];
  readonly filter: QueueFilter;
  /**
   * Whether the page still shows the changes of the previous filters or page. Meanwhile, no change is
   * selected.
   */
  readonly isPrevious: boolean;
  /** Whether there are changes on other pages. */
  readonly hasOtherPages: boolean;
  /** The number of changes on all pages. */
  readonly total: number;
}

/** The approver's selection of pending changes, on the current page or all pages. */
export function useSelection({ items, filter, isPrevious, hasOtherPages, total }: List) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const lastToggled = useRef<string>(undefined);
  // Whether the selection covers all pages.
  const [coversAllPages, setCoversAllPages] = useState(false);
  const [isLoadingAll, setLoadingAll] = useState(false);
  const wholeQueue = useWholeQueue(filter, coversAllPages);
  const selectableChanges = useMemo(() => {
    if (!coversAllPages || !wholeQueue.data) return items;
    // The page's changes take precedence: they are at least as recent.
    const byId = new Map([...wholeQueue.data, ...items].map((change) => [change.change_id, change]));
    return [...byId.values()];
  }, [items, coversAllPages, wholeQueue.data]);
  const canLoadAll = hasOtherPages && total <= maxSelected && filter.statuses.join() === 'pending';
  // A change is unselected when it leaves the list, is decided by someone else or gets a new version.
  const selectedChanges = useMemo(
    () =>
      isPrevious
        ? []
        : selectableChanges.filter((change) => selected.has(selectionKey(change)) && isPending(change)),
    [selectableChanges, isPrevious, selected],
  );
  return {
    /** The changes that can be selected. */
    selectableChanges: selectableChanges,
    selectedChanges: selectedChanges,
    /** Whether changes on all pages can be selected. */
    canLoadAll: canLoadAll,
    /** Whether the changes of all pages are being loaded for a selection. */
    isLoadingAll: isLoadingAll,
    has: (change: ReviewedChange) => selected.has(selectionKey(change)),
    clear: () => setSelected(new Set()),
    /**
     * Selects or unselects a change. With `asRange`, does the same with all changes between this change and
     * the change toggled before.
     */
    toggle: (change: ReviewedChange, asRange = false) => {
      const clickedKey = selectionKey(change);
      const range = asRange ? { from: lastToggled.current } : null;
      setSelected(toggleSelection(selected, pendingKeys(items), clickedKey, range));
      lastToggled.current = clickedKey;
    },
    /** Selects all pending changes of the page, or clears the selection. */
    selectPage: (isSelected: boolean) => {
      setCoversAllPages(false);
      setSelected(new Set(isSelected ? pendingKeys(items) : []));
    },
    /**
     * Selects the pending changes for which `isWanted` is true, and no others. Loads all pages of the list if
     * `canLoadAll` is true; otherwise selects only on this page.
     */
    select: async (isWanted: (change: ReviewedChange) => boolean) => {
      const selectWanted = (changes: readonly ReviewedChange[]) =>
        setSelected(new Set(pendingKeys(changes.filter(isWanted))));
      if (!canLoadAll) return selectWanted(items);
      setLoadingAll(true);
      try {
        selectWanted(await wholeQueue.reload());
        setCoversAllPages(true);
      } catch (error) {
        notifications.show({
          color: 'red',
          message: `Nothing was selected: ${(error as Error).message}`,
        });
      } finally {
        setLoadingAll(false);
      }
    },
  };
}
