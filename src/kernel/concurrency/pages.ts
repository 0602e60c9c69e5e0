import { yieldToEventLoop } from './time-slice.ts';

/** The items of a long list in pages; a page is read when the one before is done with. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** The bounds of one page, in bytes and items. A large item is alone in its page. */
const most = { bytes: 512 * 1024, items: 100 };

/**
 * Reads the items of ids, in pages that are bounded in bytes. The event loop turns before each page.
 *
 * @param sizesOf gives sizes for the ids of a few pages at a time; an id without a size takes no room
 */
export async function* inPages<T>(
  ids: readonly number[],
  sizesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += most.items) {
    const some = ids.slice(start, start + most.items);
    // A single id is a page whatever its size.
    const sizes = some.length > 1 ? await sizesOf(some) : new Map<number, number>();
    for (let page = some; page.length > 0; page = page.slice(countWithin(page, sizes))) {
      await yieldToEventLoop();
      yield await read(page.slice(0, countWithin(page, sizes)));
    }
  }
}

/** Gives how many of these ids fit into a page; at least one. */
function countWithin(ids: readonly number[], sizes: ReadonlyMap<number, number>): number {
  let bytes = 0;
  const tooMany = ids.findIndex((id, index) => {
    bytes += sizes.get(id) ?? 0;
    return index > 0 && bytes > most.bytes;
  });
  return tooMany === -1 ? ids.length : tooMany;
}
