import { Bitset, type PositionSet } from './bitset.ts';

/** Which records hold a value: baselines, tags, flags. To be filled in stored order, then read only. */
export class ValueIndex<Value> {
  readonly #positions = new Map<Value, number[]>();
  readonly #sets = new Map<Value, PositionSet>();
  readonly #none = new Uint32Array(0);

  /** A value that a record holds twice counts once. */
  add(value: Value, position: number): void {
    const positions = this.#positions.get(value);
    if (positions === undefined) this.#positions.set(value, [position]);
    else if (positions.at(-1) !== position) positions.push(position);
  }

  /** To be called once all records are in. @param size how many records there are */
  seal(size: number): void {
    for (const [value, positions] of this.#positions) this.#sets.set(value, compact(positions, size));
    this.#positions.clear();
  }

  get(value: Value): PositionSet {
    return this.#sets.get(value) ?? this.#none;
  }
}

/** Whichever takes less memory: 32 bits for each position, or one for each record. */
function compact(positions: readonly number[], size: number): PositionSet {
  const list = Uint32Array.from(positions);
  return positions.length * 32 > size ? Bitset.of(list, size) : list;
}
