import { type SortKey, sortKeys } from './sort-key.ts';

/** Stands for "no value", which comes after all values. */
const NOTHING = 0xffffffff;

/**
 * The order of all records by one field. Equal values keep stored order, ascending and descending; records
 * without a value come last ascending, first descending.
 */
export class SortOrder {
  /** The distinct values, ascending. */
  readonly keys: readonly SortKey[];
  /** For each record the place of its value among `keys`; those without a value have `keys.length`. */
  readonly ranks: Uint32Array;
  #ascending: Uint32Array | undefined;
  #descending: Uint32Array | undefined;

  constructor(keys: readonly SortKey[], ranks: Uint32Array) {
    this.keys = keys;
    this.ranks = ranks;
  }

  /** @param keyAt the value of the record at a position, or null */
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

  /** The value of the record at a position; null when it has none. */
  keyAt(position: number): SortKey | null {
    return this.keys[this.ranks[position]!] ?? null;
  }

  /** All positions in order. Kept from the first call on. */
  positions(descending: boolean): Uint32Array {
    if (descending) {
      this.#descending ??= this.#counted(true);
      return this.#descending;
    }
    this.#ascending ??= this.#counted(false);
    return this.#ascending;
  }

  /** Counting sort by rank: linear, and stable. */
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

  /** These few positions, sorted. */
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

/** Numbers distinct keys in the order in which they are first seen. */
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
