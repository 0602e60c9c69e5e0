/**
 * A set of positions of records: an ascending list when there are few, a bit for each record when there are
 * many.
 */
export type PositionSet = Uint32Array | Bitset;

/** A set of positions below `size`. The methods `or`, `and` and `andNot` change the set and return it. */
export class Bitset {
  readonly size: number;
  readonly words: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  static of(set: PositionSet, size: number): Bitset {
    return new Bitset(size).or(set);
  }

  static all(size: number): Bitset {
    const all = new Bitset(size);
    all.words.fill(0xffffffff);
    if ((size & 31) !== 0) all.words[all.words.length - 1] = 2 ** (size & 31) - 1;
    return all;
  }

  add(position: number): void {
    this.words[position >>> 5]! |= 1 << (position & 31);
  }

  delete(position: number): void {
    this.words[position >>> 5]! &= ~(1 << (position & 31));
  }

  has(position: number): boolean {
    return (this.words[position >>> 5]! & (1 << (position & 31))) !== 0;
  }

  or(set: PositionSet): this {
    if (set instanceof Bitset) {
      for (let at = 0; at < this.words.length; at += 1) this.words[at]! |= set.words[at]!;
    } else {
      for (const position of set) this.add(position);
    }
    return this;
  }

  and(set: PositionSet): this {
    if (set instanceof Bitset) {
      for (let at = 0; at < this.words.length; at += 1) this.words[at]! &= set.words[at]!;
      return this;
    }
    const shared = set.filter((position) => this.has(position));
    this.words.fill(0);
    return this.or(shared);
  }

  andNot(set: PositionSet): this {
    if (set instanceof Bitset) {
      for (let at = 0; at < this.words.length; at += 1) this.words[at]! &= ~set.words[at]!;
    } else {
      for (const position of set) this.delete(position);
    }
    return this;
  }

  /** Adds each position of another set, increased by `base`, to this set. */
  orMoved(other: Bitset, base: number): this {
    const first = base >>> 5;
    const shift = base & 31;
    for (let at = 0; at < other.words.length; at += 1) {
      const word = other.words[at]!;
      if (word === 0) continue;
      this.words[first + at]! |= word << shift;
      if (shift !== 0 && first + at + 1 < this.words.length)
        this.words[first + at + 1]! |= word >>> (32 - shift);
    }
    return this;
  }

  count(): number {
    let count = 0;
    for (const word of this.words) count += bitsIn(word);
    return count;
  }

  /** Lists all positions, ascending. */
  toArray(): Uint32Array {
    return this.slice(0, this.count());
  }

  /** Lists at most `limit` positions in ascending order, after the first `offset` ones. */
  slice(offset: number, limit: number): Uint32Array {
    const found = new Uint32Array(limit);
    let before = 0;
    let length = 0;
    for (let at = 0; at < this.words.length && length < limit; at += 1) {
      let word = this.words[at]!;
      const inWord = bitsIn(word);
      if (before + inWord <= offset) {
        before += inWord;
        continue;
      }
      while (word !== 0 && length < limit) {
        const lowest = word & -word;
        if (before >= offset) {
          found[length] = at * 32 + 31 - Math.clz32(lowest);
          length += 1;
        }
        before += 1;
        word ^= lowest;
      }
    }
    return length === limit ? found : found.slice(0, length);
  }
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
