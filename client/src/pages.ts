import { ApiError } from './errors.ts';

/**
 * Yields all items of a paginated list. Loads the next page only when the caller has consumed all earlier
 * items.
 *
 * @param readPage reads the page at a place (an offset or a cursor); `next` is the place of the next page, or
 *   null
 * @throws ApiError when `next` repeats an earlier place, or when a page without items has a `next`
 */
export async function* eachOf<Item, Place>(
  first: Place,
  readPage: (place: Place) => Promise<{ items: readonly Item[]; next: Place | null }>,
): AsyncGenerator<Item, undefined> {
  const visitedPlaces = new Set<Place>();
  for (let place: Place | null = first; place !== null; ) {
    visitedPlaces.add(place);
    const { items, next }: { items: readonly Item[]; next: Place | null } = await readPage(place);
    yield* items;
    if (next !== null && (items.length === 0 || visitedPlaces.has(next))) {
      const problem = items.length === 0 ? 'an empty page leads on' : 'its pages lead back';
      throw new ApiError(200, `The list has no end: ${problem} to ${next}.`, { kind: 'bad-answer' });
    }
    place = next;
  }
  return undefined;
}

/**
 * Returns the offset of a list's next page; null at the end of the list. A page without items is the end,
 * whatever the total is.
 */
export function nextOffset(offset: number, itemCount: number, total: number): number | null {
  return itemCount > 0 && offset + itemCount < total ? offset + itemCount : null;
}
