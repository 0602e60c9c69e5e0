import { yieldToEventLoop } from './time-slice.ts';

/** The items of a long list, some at a time, each page read when the one before is done with. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** How much of a list is read at once. A large item is alone in its page. */
export interface PageSize {
  /** What its items come to, in whatever their sizes are told in. */
  readonly size: number;
  /** How many items. */
  readonly most: number;
}

/**
 * Reads what belongs to ids, in pages that are bounded in size. Before each page others have their turn, also
 * those who read such lists themselves.
 *
 * @param sizesOf asked for the ids of a few pages at a time; one that it does not tell of takes no room
 */
export async function* inPagesOfSize<T>(
  ids: readonly number[],
  { size, most }: PageSize,
  sizesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += most) {
    const some = ids.slice(start, start + most);
    // One alone is a page whatever its size.
    const sizes = some.length > 1 ? await sizesOf(some) : new Map<number, number>();
    for (const page of split(some, sizes, size)) {
      await yieldToEventLoop();
      yield await read(page);
    }
  }
}

function* split(
  ids: readonly number[],
  sizes: ReadonlyMap<number, number>,
  size: number,
): Generator<readonly number[]> {
  let page: number[] = [];
  let room = size;
  for (const id of ids) {
    const needed = sizes.get(id) ?? 0;
    if (page.length > 0 && needed > room) {
      yield page;
      page = [];
      room = size;
    }
    page.push(id);
    room -= needed;
  }
  if (page.length > 0) yield page;
}

/** Reads what belongs to ids, so many of them at a time. */
export async function* inPages<T>(
  ids: readonly number[],
  size: number,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += size) yield await read(ids.slice(start, start + size));
}
