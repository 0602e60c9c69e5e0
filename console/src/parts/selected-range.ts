/** The items from one to another in a list, both included, in either order; only `to` when `from` is gone. */
export function selectedRange<T>(items: readonly T[], from: T | undefined, to: T): T[] {
  const end = items.indexOf(to);
  const start = from === undefined ? -1 : items.indexOf(from);
  if (end < 0) return [];
  if (start < 0) return [to];
  return items.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * The selection after a click on an item, which selects or unselects it; as a range, with all items between
 * it and the one clicked before.
 */
export function toggled<T>(
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

/** Whether the shift key was held when a checkbox was clicked. */
export function withShift({ nativeEvent }: { readonly nativeEvent: Event }): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
