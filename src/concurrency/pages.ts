/** The items of a long list, some at a time, each page read when the one before is done with. */
export type Pages<T> = AsyncIterable<readonly T[]>;

/** Reads what belongs to ids, so many of them at a time. */
export async function* inPages<T>(
  ids: readonly number[],
  size: number,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < ids.length; start += size) yield await read(ids.slice(start, start + size));
}
