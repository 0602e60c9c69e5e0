import { LRUCache } from 'lru-cache';

/** One page of the records that were found. */
export interface FoundRecords {
  /** Their stored JSON texts in UTF-8, in order. Not to be written to. */
  readonly records: readonly Buffer[];
  /** How many records match, on all pages. */
  readonly total: number;
}

/**
 * What is kept for one snapshot at most: answers, bytes of records in all and in one answer. The records are
 * slices of the snapshot; what takes memory are the pages that readers make of them, which live as long.
 */
const kept = { answers: 256, bytes: 2 ** 21, bytesOfOne: 2 ** 18 };
/** What an answer takes without its records. In bytes, roughly. */
const overhead = 1024;

/** What was found in one snapshot, by query. It goes with the snapshot, so nothing in it is ever outdated. */
export class FoundBefore {
  readonly #answers = new LRUCache<string, FoundRecords>({
    max: kept.answers,
    maxSize: kept.bytes,
    maxEntrySize: kept.bytesOfOne,
    sizeCalculation: ({ records }, key) =>
      records.reduce((bytes, { length }) => bytes + length, overhead + 2 * key.length),
  });

  /** Failures are not kept. */
  async orFind(query: object, find: () => Promise<FoundRecords>): Promise<FoundRecords> {
    const key = JSON.stringify(query);
    const known = this.#answers.get(key);
    if (known) return known;
    const found = await find();
    this.#answers.set(key, found);
    return found;
  }
}
