/**
 * Returns the items between `from` and `to`, including both. `to` may come before `from`. Returns only `to`
 * if `from` is not in the list, and nothing if `to` is not.
 */
export function itemsBetween<T>(items: readonly T[], from: T | undefined, to: T): T[] {
  const end = items.indexOf(to);
  const start = from === undefined ? -1 : items.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return items.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * Returns the selection after a click on an item, which selects or unselects the item. With `range`, the
 * click also selects or unselects all items between `range.from` and the clicked item.
 */
export function toggleSelection<T>(
  selection: ReadonlySet<T>,
  items: readonly T[],
  clicked: T,
  range: { readonly from: T | undefined } | null,
): Set<T> {
  const next = new Set(selection);
  for (const item of range ? itemsBetween(items, range.from, clicked) : [clicked]) {
    if (selection.has(clicked)) next.delete(item);
    else next.add(item);
  }
  return next;
}

/** Returns whether the shift key was held when a checkbox was clicked. */
export function isShiftClick({ nativeEvent }: { readonly nativeEvent: Event }): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
