/**
 * All items of a list that comes in pages, page by page as they are taken.
 *
 * @param read the page behind a place, and where the next begins; null at the end
 */
export async function* eachOf<Item, Place>(
  first: Place,
  read: (place: Place) => Promise<{ items: readonly Item[]; next: Place | null }>,
): AsyncGenerator<Item, undefined> {
  for (let place: Place | null = first; place !== null; ) {
    const { items, next }: { items: readonly Item[]; next: Place | null } = await read(place);
    yield* items;
    place = next;
  }
  return undefined;
}

/** Where the next page of a list with offsets begins. An empty page is the end, whatever the total says. */
export function nextOffset(offset: number, taken: number, total: number): number | null {
  return taken > 0 && offset + taken < total ? offset + taken : null;
}
