import { yieldToEventLoop } from './time-slice.ts';

/** The items of a long list, some at a time, each page read when the one before is done with. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** How much of a list is read at once, in bytes and items. A large item is alone in its page. */
const most = { bytes: 512 * 1024, items: 100 };

/**
 * Reads what belongs to ids, in pages that are bounded in bytes. Before each page others have their turn, also
 * those who read such lists themselves.
 *
 * @param sizesOf asked for the ids of a few pages at a time; one that it does not tell of takes no room
 */
export async function* inPages<T>(
  ids: readonly number[],
  sizesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += most.items) {
    const some = ids.slice(start, start + most.items);
    // One alone is a page whatever its size.
    const sizes = some.length > 1 ? await sizesOf(some) : new Map<number, number>();
    for (let page = some; page.length > 0; page = page.slice(countWithin(page, sizes))) {
      await yieldToEventLoop();
      yield await read(page.slice(0, countWithin(page, sizes)));
    }
  }
}

/** How many of these, and at least one, come to no more than a page may have. */
function countWithin(ids: readonly number[], sizes: ReadonlyMap<number, number>): number {
  let bytes = 0;
  const tooMany = ids.findIndex((id, index) => {
    bytes += sizes.get(id) ?? 0;
    return index > 0 && bytes > most.bytes;
  });
  return tooMany === -1 ? ids.length : tooMany;
}
