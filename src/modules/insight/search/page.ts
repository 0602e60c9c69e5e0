import type { Bitset } from './bitset.ts';
import type { SortOrder } from './sort-order.ts';

export interface PageRequest {
  /** What to page through; null for all records. */
  readonly matches: Bitset | null;
  /** How many those are. */
  readonly total: number;
  /** Null for stored order. */
  readonly order: SortOrder | null;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The positions of one page. Its cost follows the page and the number of matches, not the number of records.
 */
export function pageOf(request: PageRequest): Uint32Array {
  const { matches, order, total, descending } = request;
  const from = Math.min(request.offset, total);
  const length = Math.min(request.limit, total - from);
  if (length === 0) return new Uint32Array(0);
  if (order === null) {
    return matches === null
      ? Uint32Array.from({ length }, (_, at) => from + at)
      : matches.slice(from, length);
  }
  if (matches === null) return order.positions(descending).slice(from, from + length);
  const size = order.ranks.length;
  // Records to look at until the page is full, starting from the nearer end, if the matches lie evenly.
  const walked = (Math.min(from + length, total - from) / total) * size;
  const sorting = total * Math.log2(total + 1) * SORT_COST;
  if (sorting < walked) return order.sorted(matches.toArray(), descending).slice(from, from + length);
  return walk(order.positions(descending), matches, { from, length, total });
}

/** What sorting costs for each comparison, where looking at a record in order costs 1. */
const SORT_COST = 4;

function walk(
  positions: Uint32Array,
  matches: Bitset,
  { from, length, total }: { from: number; length: number; total: number },
): Uint32Array {
  const page = new Uint32Array(length);
  const fromEnd = total - from < from + length;
  // Matches to skip before the first one of the page, counted from the end that the walk starts at.
  let toPass = fromEnd ? total - from - length : from;
  let found = 0;
  for (let step = 0; found < length; step += 1) {
    const position = positions[fromEnd ? positions.length - 1 - step : step]!;
    if (!matches.has(position)) continue;
    if (toPass > 0) {
      toPass -= 1;
      continue;
    }
    page[fromEnd ? length - 1 - found : found] = position;
    found += 1;
  }
  return page;
}
