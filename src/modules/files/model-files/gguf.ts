import { broken, type HeaderRead, mostTensors } from './file-headers.ts';

export type GgufValue = string | number | boolean;

export interface GgufHeader {
  /** The keys of the header with their values. Keys whose value is an array are left out. */
  readonly values: ReadonlyMap<string, GgufValue>;
  /**
   * The number of parameters in all tensors together; null when the bytes read end before the last tensor's
   * description.
   */
  readonly parameters: number | null;
}

/** Number of bytes after which a text value is cut. Even the longest chat templates are shorter. */
const longestText = 256 * 1024;
const mostKeys = 10_000;
const deepestArray = 4;

/**
 * Reads a GGUF header: its keys, and its tensors when `bytes` reach that far. When `bytes` end within the
 * header, the result has only the keys up to there. Some headers are many megabytes long, because they hold a
 * tokenizer. Never throws.
 *
 * @param bytes the file from its beginning, as far as it was read
 */
export function readGguf(bytes: Uint8Array): HeaderRead<GgufHeader> {
  if (bytes.length < 24) return { state: 'more', bytes: 24 };
  const values = new Map<string, GgufValue>();
  const reader = new Reader(bytes);
  try {
    if (reader.u32() !== 0x46554747) return broken('it does not begin like GGUF');
    const version = reader.u32();
    if (version !== 2 && version !== 3) return broken(`it is of version ${version}`);
    const tensorCount = reader.count(mostTensors, 'tensors');
    const keyCount = reader.count(mostKeys, 'keys');
    for (let key = 0; key < keyCount; key += 1) {
      const name = reader.text();
      const value = reader.value(reader.u32(), 0);
      if (value !== null) values.set(name, value);
    }
    let parameters = 0;
    for (let tensor = 0; tensor < tensorCount; tensor += 1) parameters += reader.tensor();
    return { state: 'whole', header: { values, parameters } };
  } catch (error) {
    if (error instanceof EndOfBytes) return { state: 'whole', header: { values, parameters: null } };
    if (error instanceof NotGguf) return broken(error.message);
    throw error;
  }
}

/** Thrown when the bytes that were read end within a value. */
class EndOfBytes extends Error {}
class NotGguf extends Error {}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  /**
   * Reads the number of items that follow.
   * @throws NotGguf when it is larger than `most`
   */
  count(most: number, what: string): number {
    const count = this.#u64();
    if (count > BigInt(most)) throw new NotGguf(`it would have ${count} ${what}`);
    return Number(count);
  }

  text(): string {
    const length = this.#u64();
    const at = this.#skip(length);
    return new TextDecoder().decode(this.#bytes.subarray(at, at + Math.min(Number(length), longestText)));
  }

  /** @returns null for an array */
  value(type: number, depth: number): GgufValue | null {
    switch (type) {
      case 0: return this.#view.getUint8(this.#skip(1));
      case 1: return this.#view.getInt8(this.#skip(1));
      case 2: return this.#view.getUint16(this.#skip(2), true);
      case 3: return this.#view.getInt16(this.#skip(2), true);
      case 4: return this.#view.getUint32(this.#skip(4), true);
      case 5: return this.#view.getInt32(this.#skip(4), true);
      case 6: return this.#view.getFloat32(this.#skip(4), true);
      case 7: return this.#view.getUint8(this.#skip(1)) !== 0;
      case 8: return this.text();
      case 9: return this.#array(depth);
      case 10: return Number(this.#u64());
      case 11: return Number(this.#view.getBigInt64(this.#skip(8), true));
      case 12: return this.#view.getFloat64(this.#skip(8), true);
      default: throw new NotGguf(`it has a value of type ${type}`);
    }
  } // biome-ignore format: a table

  /** @returns the number of the tensor's parameters */
  tensor(): number {
    this.text();
    const dimensions = this.u32();
    if (dimensions > 8) throw new NotGguf(`a tensor has ${dimensions} dimensions`);
    let numbers = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) numbers *= Number(this.#u64());
    this.#skip(4 + 8);
    return numbers;
  }

  #array(depth: number): null {
    if (depth >= deepestArray) throw new NotGguf('its arrays are too deep');
    const type = this.u32();
    const count = this.#u64();
    const width = widths[type];
    if (width !== undefined) {
      this.#skip(count * BigInt(width));
      return null;
    }
    // Each item takes at least a byte, so the loop ends with the bytes.
    for (let item = 0n; item < count; item += 1n) {
      if (type === 8) this.#skip(this.#u64());
      else this.value(type, depth + 1);
    }
    return null;
  }

  #u64(): bigint {
    return this.#view.getBigUint64(this.#skip(8), true);
  }

  /** @returns the position of the first skipped byte */
  #skip(length: number | bigint): number {
    const at = this.#at;
    if (BigInt(length) > BigInt(this.#bytes.length - at)) throw new EndOfBytes();
    this.#at = at + Number(length);
    return at;
  }
}

/** The width, in bytes, of each value type with a fixed width, by the type's number. */
const widths: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
