/** Maximum number of items in a chunk. Databases limit the number of values in one statement. */
const chunkSize = 500;

export function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}

/** Maximum total size of the items of a chunk, in bytes; a chunk with a single item may be larger. */
const chunkBytes = 2 * 1024 * 1024;

/**
 * Splits a list into chunks of at most `chunkSize` items and `chunkBytes` bytes. An item larger than
 * `chunkBytes` gets its own chunk.
 *
 * @param sizeOf returns the size of an item in bytes
 */
export function* splitIntoChunks<T>(items: readonly T[], sizeOf: (item: T) => number): Generator<T[]> {
  let chunk: T[] = [];
  let size = 0;
  for (const item of items) {
    const itemSize = sizeOf(item);
    if (chunk.length === chunkSize || (chunk.length > 0 && size + itemSize > chunkBytes)) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(item);
    size += itemSize;
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Runs a query for a list of values, once per chunk of values, and returns all rows. Removes duplicate
 * values.
 */
export async function rowsOf<Value, Row>(
  values: Iterable<Value>,
  query: (chunk: Value[]) => { execute(): Promise<Row[]> },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunks([...new Set(values)])) rows.push(...(await query(chunk).execute()));
  return rows;
}
