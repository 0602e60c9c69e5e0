import { ApiError } from './errors.ts';

/**
 * Yields all items of a paginated list. Loads the next page only when the caller has consumed all earlier
 * items.
 *
 * @param readPage reads the page at a position (an offset or a cursor); `next` is the position of the next
 *   page, or null
 * @throws ApiError when `next` repeats an earlier position, or when a page without items has a `next`
 */
export async function* paginate<Item, Position>(
  first: Position,
  readPage: (position: Position) => Promise<{ items: readonly Item[]; next: Position | null }>,
): AsyncGenerator<Item, undefined> {
  const visitedPositions = new Set<Position>();
  for (let position: Position | null = first; position !== null; ) {
    visitedPositions.add(position);
    const { items, next }: { items: readonly Item[]; next: Position | null } = await readPage(position);
    yield* items;
    if (next !== null && (items.length === 0 || visitedPositions.has(next))) {
      const problem = items.length === 0 ? 'an empty page points' : 'a page points back';
      throw new ApiError(200, `The list has no end: ${problem} to ${next}.`, { kind: 'bad-answer' });
    }
    position = next;
  }
  return undefined;
}

/**
 * Returns the offset of a list's next page; null at the end of the list. A page without items counts as the
 * end, even if `total` is larger.
 */
export function nextOffset(offset: number, itemCount: number, total: number): number | null {
  return itemCount > 0 && offset + itemCount < total ? offset + itemCount : null;
}
