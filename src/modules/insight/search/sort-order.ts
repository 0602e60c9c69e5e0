import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { byCodePoint } from '../../../records/text-names/sorted-strings.ts';
import type { Bitset } from './bitset.ts';

/** Placeholder, while ranks are being computed, for the rank of a record without a value. */
const NOTHING = 0xffffffff;

/**
 * The order of all records by one field. Records with equal values stay in stored order, in descending order
 * too. Records without a value come last in ascending order, and first in descending order.
 */
export class SortOrder {
  /** The distinct values, ascending. */
  readonly keys: readonly SortKey[];
  /** The index in `keys` of each record's value; `keys.length` for records without one. */
  readonly ranks: Uint32Array;
  #ascending: Uint32Array | undefined;
  #descending: Uint32Array | undefined;

  constructor(keys: readonly SortKey[], ranks: Uint32Array) {
    this.keys = keys;
    this.ranks = ranks;
  }

  /** @param keyAt gives the value of the record at a position; null when it has none */
  static of(size: number, keyAt: (position: number) => SortKey | null): SortOrder {
    const found: SortKey[] = [];
    const places = new Places();
    const ranks = new Uint32Array(size);
    for (let position = 0; position < size; position += 1) {
      const key = keyAt(position);
      if (key === null) {
        ranks[position] = NOTHING;
        continue;
      }
      const place = places.of(key);
      if (place === found.length) found.push(key);
      ranks[position] = place;
    }
    const keys = sortKeys([...found]);
    const rankOfPlace = new Uint32Array(keys.length);
    for (const [rank, key] of keys.entries()) rankOfPlace[places.of(key)] = rank;
    for (let position = 0; position < size; position += 1) {
      const place = ranks[position]!;
      ranks[position] = place === NOTHING ? keys.length : rankOfPlace[place]!;
    }
    return new SortOrder(keys, ranks);
  }

  /** Gives the value by which the record is sorted; null when it has none. */
  keyAt(position: number): SortKey | null {
    return this.keys[this.ranks[position]!] ?? null;
  }

  /**
   * Gives all positions in order. They are sorted at the first call for a direction; later calls get the
   * same array.
   */
  positions(descending: boolean): Uint32Array {
    if (descending) {
      this.#descending ??= this.#counted(true);
      return this.#descending;
    }
    this.#ascending ??= this.#counted(false);
    return this.#ascending;
  }

  /** Sorts all positions with a counting sort of their ranks, which is linear and stable. */
  #counted(descending: boolean): Uint32Array {
    const last = this.keys.length;
    const starts = new Uint32Array(last + 2);
    for (const rank of this.ranks) starts[(descending ? last - rank : rank) + 1]! += 1;
    for (let rank = 1; rank < starts.length; rank += 1) starts[rank]! += starts[rank - 1]!;
    const positions = new Uint32Array(this.ranks.length);
    for (let position = 0; position < positions.length; position += 1) {
      const rank = this.ranks[position]!;
      const turn = descending ? last - rank : rank;
      positions[starts[turn]!] = position;
      starts[turn]! += 1;
    }
    return positions;
  }

  /** Sorts a few positions, without computing the order of all positions. */
  sorted(few: Uint32Array, descending: boolean): Uint32Array {
    const size = this.ranks.length;
    const last = this.keys.length;
    // Rank and position in one number: exact up to 94 million records.
    const turns = new Float64Array(few.length);
    for (let at = 0; at < few.length; at += 1) {
      const position = few[at]!;
      const rank = this.ranks[position]!;
      turns[at] = (descending ? last - rank : rank) * size + position;
    }
    turns.sort();
    return Uint32Array.from(turns, (turn) => turn % size);
  }
}

/** Numbers distinct values from 0, in order of first occurrence. */
class Places {
  readonly #scalars = new Map<SortKey, number>();
  readonly #arrays = new Map<string, number>();

  of(key: SortKey): number {
    return typeof key === 'object'
      ? this.#place(this.#arrays, JSON.stringify(key))
      : this.#place(this.#scalars, key);
  }

  #place<Identity>(places: Map<Identity, number>, identity: Identity): number {
    const known = places.get(identity);
    if (known !== undefined) return known;
    const next = this.#scalars.size + this.#arrays.size;
    places.set(identity, next);
    return next;
  }
}

/** A value to sort by, with booleans as 0 and 1. */
export type SortKey = number | string | readonly SortKey[];

/** Reads the value at the path; null when there is no value, and for an object. */
export function sortKeyOf(record: JsonObject, path: readonly string[]): SortKey | null {
  let value: JsonValue | undefined = record;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return null;
    value = value[key];
  }
  return asKey(value);
}

function asKey(value: JsonValue | undefined): SortKey | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object') return value;
  // A null inside an array comes before all values, so that no two arrays are without an order.
  return Array.isArray(value) ? value.map((item) => asKey(item) ?? Number.NEGATIVE_INFINITY) : null;
}

/**
 * Compares numbers by size, strings by code point, and arrays item by item; an array comes before a longer
 * one that begins with the same items. Numbers come before strings, and strings before arrays.
 */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'object' && typeof b === 'object') {
    for (let at = 0; at < a.length && at < b.length; at += 1) {
      const order = compareKeys(a[at]!, b[at]!);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return kind(a) - kind(b);
}

function kind(key: SortKey): number {
  if (typeof key === 'number') return 0;
  return typeof key === 'string' ? 1 : 2;
}

/** Sorts the keys in place, as `compareKeys` orders them. */
function sortKeys(keys: SortKey[]): SortKey[] {
  // Comparing strings by UTF-16 unit is much faster, and gives the order by code point as long as there are
  // no surrogates.
  const plain = keys.every((key) => typeof key === 'string' && !/[\ud800-\uffff]/.test(key));
  return plain ? keys.sort() : keys.sort(compareKeys);
}

interface PageRequest {
  /** The records to page through; null for all records. */
  readonly matches: Bitset | null;
  /** The number of the records to page through. */
  readonly total: number;
  /** The order of the records; null for stored order. */
  readonly order: SortOrder | null;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Gives the positions of the records on one page. The cost depends on the page and the number of matches, not
 * on the number of records.
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
  // The number of records to visit until the page is full, from the nearer end, if matches are spread evenly.
  const walked = (Math.min(from + length, total - from) / total) * size;
  const sorting = total * Math.log2(total + 1) * SORT_COST;
  if (sorting < walked) return order.sorted(matches.toArray(), descending).slice(from, from + length);
  return walk(order.positions(descending), matches, { from, length, total });
}

/**
 * Cost of one comparison while sorting, as a multiple of the cost of visiting a record in order. With it,
 * `pageOf` chooses the cheaper way to make a page.
 */
const SORT_COST = 4;

function walk(
  positions: Uint32Array,
  matches: Bitset,
  { from, length, total }: { from: number; length: number; total: number },
): Uint32Array {
  const page = new Uint32Array(length);
  const fromEnd = total - from < from + length;
  // The number of matches to skip before the page, counted from the end where the walk starts.
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
