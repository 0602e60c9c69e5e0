/** The items of a long list, some at a time, each page read when the one before is done with. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** The same in pages that are bounded by the size of their items, in number by `most`; a large item is alone. */
export async function* inPagesOfSize<T>(
  ids: readonly number[],
  { sizeOf, size, most }: { sizeOf: (id: number) => number; size: number; most: number },
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let page: number[] = [];
  let room = size;
  for (const id of ids) {
    const needed = sizeOf(id);
    if (page.length > 0 && (needed > room || page.length === most)) {
      yield await read(page);
      page = [];
      room = size;
    }
    page.push(id);
    room -= needed;
  }
  if (page.length > 0) yield await read(page);
}

/** Reads what belongs to ids, so many of them at a time. */
export async function* inPages<T>(
  ids: readonly number[],
  size: number,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += size) yield await read(ids.slice(start, start + size));
}
