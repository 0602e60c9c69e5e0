import { ApiError } from './errors.ts';

/**
 * Returns all items of a list that comes in pages. Reads a page when the caller has taken all items before it.
 *
 * @param read reads the page at a place (an offset or a cursor); `next` is the place of the page after it,
 * or null
 * @throws ApiError when `next` is a place that was read already, or stands on a page without items
 */
export async function* eachOf<Item, Place>(
  first: Place,
  read: (place: Place) => Promise<{ items: readonly Item[]; next: Place | null }>,
): AsyncGenerator<Item, undefined> {
  const seen = new Set<Place>();
  for (let place: Place | null = first; place !== null; ) {
    seen.add(place);
    const { items, next }: { items: readonly Item[]; next: Place | null } = await read(place);
    yield* items;
    if (next !== null && (items.length === 0 || seen.has(next))) {
      const how = items.length === 0 ? 'an empty page leads on' : 'its pages lead back';
      throw new ApiError(200, `The list has no end: ${how} to ${next}.`, { kind: 'bad-answer' });
    }
    place = next;
  }
  return undefined;
}

/**
 * The offset of a list's next page; null at its end. A page without items is the end, whatever the total
 * says.
 */
export function nextOffset(offset: number, taken: number, total: number): number | null {
  return taken > 0 && offset + taken < total ? offset + taken : null;
}
