import { ApiError } from './errors.ts';

/**
 * All items of a list that comes in pages, page by page as they are taken.
 *
 * @param read the page behind a place, and where the next begins; null at the end
 * @throws ApiError when the next page is one that was read
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
    if (next !== null && seen.has(next)) {
      throw new ApiError(200, `The list has no end: its pages lead back to ${next}.`, { kind: 'bad-answer' });
    }
    place = next;
  }
  return undefined;
}

/** Where the next page of a list with offsets begins. An empty page is the end, whatever the total says. */
export function nextOffset(offset: number, taken: number, total: number): number | null {
  return taken > 0 && offset + taken < total ? offset + taken : null;
}
