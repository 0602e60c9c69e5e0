import { yieldToEventLoop } from './time-slice.ts';

/** The items of a long list, page by page. Each page is read only when the consumer asks for it. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** Maximum size of a page: its bytes and its number of items. A larger item gets its own page. */
const pageLimits = { bytes: 512 * 1024, items: 100 };

/**
 * Reads the items with these ids in pages of bounded size. Yields to other tasks before each page.
 *
 * @param sizesOf returns the sizes of items, in bytes, by id; an item without a size counts as empty
 * @param readPage returns the items with the ids of one page
 */
export async function* readInPages<T>(
  ids: readonly number[],
  sizesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
  readPage: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += pageLimits.items) {
    const batchIds = ids.slice(start, start + pageLimits.items);
    // A single id is a page regardless of its size.
    const sizes = batchIds.length > 1 ? await sizesOf(batchIds) : new Map<number, number>();
    for (let page = batchIds; page.length > 0; page = page.slice(countFitting(page, sizes))) {
      await yieldToEventLoop();
      yield await readPage(page.slice(0, countFitting(page, sizes)));
    }
  }
}

/** Returns the number of leading ids whose items fit into one page; at least 1. */
function countFitting(ids: readonly number[], sizes: ReadonlyMap<number, number>): number {
  let bytes = 0;
  const firstExcessIndex = ids.findIndex((id, index) => {
    bytes += sizes.get(id) ?? 0;
    return index > 0 && bytes > pageLimits.bytes;
  });
  return firstExcessIndex === -1 ? ids.length : firstExcessIndex;
}
