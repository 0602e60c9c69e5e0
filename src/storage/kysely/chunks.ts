/** Databases limit the values of one statement; lists are looked up in parts of this many. */
const chunkSize = 500;

export function* chunks<T>(items: readonly T[], size: number = chunkSize): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
