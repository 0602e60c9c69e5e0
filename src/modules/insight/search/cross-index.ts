import type { Bitset } from './bitset.ts';
import { type SearchFields, type SearchQuery, sharedFields, sortPath } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { compareKeys, pageOf, type SortKey } from './sort-order.ts';

/** A record that a `CrossIndex` has found. `position` is its place in the index that `part` names. */
export interface CrossHit {
  /** Tells which of the searched indexes has the record: its place in their list, from 0. */
  readonly part: number;
  readonly position: number;
}

export interface CrossResult {
  readonly hits: readonly CrossHit[];
  readonly total: number;
}

/**
 * Several indexes that are searched as one: the parts of a category, or of several categories. Stored order
 * is the order of the indexes, and within each the order of its records. Records of the same name in two
 * categories are separate records.
 */
export class CrossIndex {
  readonly #parts: readonly SearchIndex[];
  readonly #fields: SearchFields;

  /** @param fields the fields that `sort_by` may name; default: the fields that all indexes have */
  constructor(
    parts: readonly SearchIndex[],
    fields: SearchFields = sharedFields(parts.map((part) => part.fields)),
  ) {
    this.#parts = parts;
    this.#fields = fields;
  }

  /**
   * Finds one page of the records of all indexes that pass the filters, and counts the records of all pages.
   * @throws RegistryError bad_request for an unknown backend, or a `sort_by` that is unknown or has no order
   */
  search({ sort_by, sort_desc: descending = false, offset, limit, ...filters }: SearchQuery): CrossResult {
    const path = sort_by === undefined ? null : sortPath(sort_by, this.#fields);
    const found = this.#parts.map((part) => {
      const matches = part.matches(filters);
      return { part, matches, total: matches?.count() ?? part.size };
    });
    const total = found.reduce((sum, each) => sum + each.total, 0);
    const from = Math.min(offset, total);
    const length = Math.min(limit, total - from);
    if (length === 0) return { total, hits: [] };
    if (path === null) return { total, hits: inStoredOrder(found, from, length) };
    // A part without matches need not be sorted.
    const orders = found.map(({ part, total }) => (total === 0 ? null : part.order(path)));
    const runs = found.map(({ matches, total }, at) =>
      pageOf({ matches, total, order: orders[at]!, descending, offset: 0, limit: from + length }),
    );
    const keyAt = (run: number, at: number): SortKey | null => orders[run]!.keyAt(runs[run]![at]!);
    const direction = descending ? -1 : 1;
    const merged = mergeRuns(
      runs.map((positions) => positions.length),
      (a, aAt, b, bAt) => direction * compareNothingLast(keyAt(a, aAt), keyAt(b, bAt)) || a - b,
      from + length,
    );
    return {
      total,
      hits: merged.slice(from).map(({ run, at }) => ({ part: run, position: runs[run]![at]! })),
    };
  }
}

interface Found {
  /** The matching records of one index; null when all its records match. */
  readonly matches: Bitset | null;
  readonly total: number;
}

function inStoredOrder(found: readonly Found[], from: number, length: number): CrossHit[] {
  const hits: CrossHit[] = [];
  let before = 0;
  for (const [part, { matches, total }] of found.entries()) {
    const offset = Math.max(0, from - before);
    const limit = length - hits.length;
    before += total;
    if (offset >= total) continue;
    const page = pageOf({ matches, total, order: null, descending: false, offset, limit });
    for (const position of page) hits.push({ part, position });
    if (hits.length === length) break;
  }
  return hits;
}

function compareNothingLast(a: SortKey | null, b: SortKey | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareKeys(a, b);
}

/** An element of one of several sorted runs: the index of the run, and the element's index in that run. */
interface Element {
  readonly run: number;
  readonly at: number;
}

/**
 * Compares two elements. Each is given by its run and its index in that run. The result is negative when the
 * first element comes before the second.
 */
type Compare = (a: number, aAt: number, b: number, bAt: number) => number;

/**
 * Merges sorted runs, and gives the first `count` elements of the merged order.
 *
 * @param lengths the lengths of the runs
 * @param compare must never give 0 for elements of different runs
 */
function mergeRuns(lengths: readonly number[], compare: Compare, count: number): Element[] {
  // A binary heap of the runs by their next elements.
  const next = new Uint32Array(lengths.length);
  const heap = [...lengths.keys()].filter((run) => lengths[run]! > 0);
  const isBefore = (a: number, b: number) => compare(a, next[a]!, b, next[b]!) < 0;
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child;
      }
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  };
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(at);
  const merged: Element[] = [];
  while (merged.length < count && heap.length > 0) {
    const run = heap[0]!;
    merged.push({ run, at: next[run]! });
    next[run]! += 1;
    if (next[run] === lengths[run]) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(0);
  }
  return merged;
}
