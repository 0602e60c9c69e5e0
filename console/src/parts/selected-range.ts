/**
 * Returns the items from `from` to `to`, both included and in any order. Returns only `to` if `from` is not
 * in the list, and nothing if `to` is not.
 */
export function selectedRange<T>(items: readonly T[], from: T | undefined, to: T): T[] {
  const end = items.indexOf(to);
  const start = from === undefined ? -1 : items.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return items.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * Returns the selection after a click on an item. The click selects or unselects the item. With `range`, it
 * does the same with all items between `range.from` and the clicked item.
 */
export function withToggled<T>(
  selection: ReadonlySet<T>,
  items: readonly T[],
  clicked: T,
  range: { readonly from: T | undefined } | null,
): Set<T> {
  const next = new Set(selection);
  for (const item of range ? selectedRange(items, range.from, clicked) : [clicked]) {
    if (selection.has(clicked)) next.delete(item);
    else next.add(item);
  }
  return next;
}

/** Returns whether the shift key was held when a checkbox was clicked. */
export function withShift({ nativeEvent }: { readonly nativeEvent: Event }): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
