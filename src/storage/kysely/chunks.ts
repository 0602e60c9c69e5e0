/** Databases limit the values of one statement; lists are looked up in parts of this many. */
const chunkSize = 500;

export function* chunks<T>(items: readonly T[], size: number = chunkSize): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Parts that are no larger than `most` together, or one item. */
export function* chunksOfSize<T>(
  items: readonly T[],
  most: number,
  sizeOf: (item: T) => number,
): Generator<T[]> {
  let chunk: T[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (chunk.length > 0 && size + own > most) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(item);
    size += own;
  }
  if (chunk.length > 0) yield chunk;
}
