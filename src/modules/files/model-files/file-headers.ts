export interface SafetensorsHeader {
  /**
   * The strings of `__metadata__`. They are unreliable: users write them, and tools that merge models copy
   * them wrongly.
   */
  readonly metadata: ReadonlyMap<string, string>;
  /** The shape of each tensor, by name. */
  readonly tensors: ReadonlyMap<string, readonly number[]>;
  /** The size of the whole file in bytes, computed from the header. */
  readonly fileBytes: number;
  /**
   * The total bytes of the tensors by data type, such as `F16`. Excludes EMA weights (`model_ema.`), which
   * are not loaded. Null when the header contradicts itself.
   */
  readonly bytesByType: ReadonlyMap<string, number> | null;
}

/**
 * Parses the header of a safetensors file: 8 bytes of length, then JSON. The data after the header is not
 * needed. Never throws.
 *
 * @param bytes the beginning of the file, as far as it was read
 */
export function readSafetensors(bytes: Uint8Array): HeaderResult<SafetensorsHeader> {
  if (bytes.length < 8) return { state: 'more', bytes: 8 };
  const length = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (length < 2n) return createBrokenHeader('the length of its header must be at least 2 bytes');
  if (length > BigInt(maxHeaderBytes))
    return createBrokenHeader(`its header must not exceed ${maxHeaderBytes} bytes; it declares ${length}`);
  const end = 8 + Number(length);
  if (bytes.length > 8 && bytes[8] !== 0x7b) return createBrokenHeader('its header is not a JSON object');
  if (bytes.length < end) return { state: 'more', bytes: end };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, end)));
  } catch {
    return createBrokenHeader('its header is not JSON');
  }
  return parseSafetensorsEntries(value as Record<string, unknown>, end);
}

function parseSafetensorsEntries(
  value: Record<string, unknown>,
  dataAt: number,
): HeaderResult<SafetensorsHeader> {
  const metadata = new Map<string, string>();
  const tensors = new Map<string, readonly number[]>();
  const bytesByType = new Map<string, number>();
  let [dataBytes, tensorBytes] = [0, 0];
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'object' || entry === null)
      return createBrokenHeader('its header has an entry that is not a tensor');
    if (name === '__metadata__') {
      for (const [key, text] of Object.entries(entry)) if (typeof text === 'string') metadata.set(key, text);
      continue;
    }
    const { shape, dtype, data_offsets: offsets } = entry as Record<string, unknown>;
    if (!isSizeList(shape) || shape.length > 16) return createBrokenHeader('a tensor has no valid shape');
    if (!isSizeList(offsets) || offsets.length !== 2 || offsets[1]! < offsets[0]!)
      return createBrokenHeader('a tensor has no valid data offsets');
    dataBytes = Math.max(dataBytes, offsets[1]!);
    const bytes = offsets[1]! - offsets[0]!;
    tensorBytes += bytes;
    const type = /^\w{1,12}$/.test(String(dtype)) ? String(dtype) : 'unknown type';
    if (!name.startsWith('model_ema.')) bytesByType.set(type, (bytesByType.get(type) ?? 0) + bytes);
    tensors.set(name, shape);
    if (tensors.size > maxTensors) return createBrokenHeader(`it has more than ${maxTensors} tensors`);
  }
  const isConsistent = tensorBytes <= dataBytes && bytesByType.size <= maxTypes;
  return {
    state: 'whole',
    header: {
      metadata,
      tensors,
      fileBytes: dataAt + dataBytes,
      bytesByType: isConsistent ? bytesByType : null,
    },
  };
}

function isSizeList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

/** The kind of a file by its first bytes, regardless of its name. */
export type FileKind =
  | 'safetensors'
  | 'gguf'
  /**
   * A Python pickle, in any of PyTorch's three container formats. Never loaded, because that could run code.
   */
  | 'pickle'
  /** An archive of other files, such as RAR, or a zip file that PyTorch did not write. */
  | 'archive'
  /** A program for Windows. */
  | 'program'
  /** A web page or message that a host returns instead of the file, such as a login page or an error. */
  | 'page'
  | 'unknown';

const legacyPickle = [0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/**
 * Returns the kind of a file.
 * @param bytes at least the first 512 bytes, or the whole file
 */
export function fileKind(bytes: Uint8Array): FileKind {
  const startsWith = (...expectedBytes: number[]) => expectedBytes.every((byte, at) => bytes[at] === byte);
  if (startsWith(0x47, 0x47, 0x55, 0x46)) return 'gguf';
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(...legacyPickle)) return 'pickle';
  if (startsWith(0x52, 0x61, 0x72, 0x21) || startsWith(0x37, 0x7a, 0xbc, 0xaf) || startsWith(0x1f, 0x8b))
    return 'archive';
  if (startsWith(0x4d, 0x5a)) return 'program';
  if (String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar') return 'pickle';
  // The upper bytes of a plausible header length are zero, and JSON follows.
  if (bytes.length >= 9 && bytes[8] === 0x7b && bytes[5] === 0 && bytes[6] === 0 && bytes[7] === 0) {
    return 'safetensors';
  }
  const text = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (text.startsWith('<') || text.startsWith('{"')) return 'page';
  return startsWith(0x80, 0x02) || startsWith(0x80, 0x04) ? 'pickle' : 'unknown';
}

/** The result of parsing a header. Files are untrusted: every value is checked before it is used. */
export type HeaderResult<H> =
  | { readonly state: 'whole'; readonly header: H }
  /** The header is longer than the given bytes: the first `bytes` bytes of the file are needed. */
  | { readonly state: 'more'; readonly bytes: number }
  | { readonly state: 'broken'; readonly reason: string };

/** Maximum size of a header, in bytes. Real headers are far smaller. */
export const maxHeaderBytes = 16 * 1024 * 1024;
/** Maximum number of tensors in a header; models have thousands. A header with more is invalid. */
const maxTensors = 200_000;
/** Maximum number of data types in a header. The format defines fewer. */
const maxTypes = 30;

function createBrokenHeader(reason: string): { state: 'broken'; reason: string } {
  return { state: 'broken', reason };
}

export type GgufValue = string | number | boolean;

export interface GgufHeader {
  /** The keys and values of the header, without arrays. */
  readonly values: ReadonlyMap<string, GgufValue>;
  /**
   * The total number of parameters of all tensors; null when the given bytes end before the last tensor's
   * description.
   */
  readonly parameters: number | null;
  /** Number of bytes of the header without padding; null when `parameters` is null. */
  readonly headerBytes: number | null;
  readonly tensorCount: number;
}

/** Number of bytes to which strings are truncated. Even the longest chat templates are shorter. */
const maxTextLength = 256 * 1024;
const maxKeys = 10_000;
const maxArrayDepth = 4;

/**
 * Parses a GGUF header: its keys, and its tensors when `bytes` include them. When `bytes` end within the
 * header, the result has only the keys up to there. Some headers are many megabytes long, because they
 * contain a tokenizer. Never throws.
 *
 * @param bytes the beginning of the file, as far as it was read
 */
export function readGguf(bytes: Uint8Array): HeaderResult<GgufHeader> {
  if (bytes.length < 24) return { state: 'more', bytes: 24 };
  const values = new Map<string, GgufValue>();
  const reader = new Reader(bytes);
  let tensorCount = 0;
  try {
    if (reader.u32() !== 0x46554747) return createBrokenHeader('it does not begin with the letters GGUF');
    const version = reader.u32();
    if (version !== 2 && version !== 3)
      return createBrokenHeader(`GGUF version ${version} is not supported; allowed: 2, 3`);
    tensorCount = reader.count(maxTensors, 'tensors');
    const keyCount = reader.count(maxKeys, 'keys');
    for (let key = 0; key < keyCount; key += 1) {
      const name = reader.text();
      const value = reader.value(reader.u32(), 0);
      if (value !== null) values.set(name, value);
    }
    let parameters = 0;
    for (let tensor = 0; tensor < tensorCount; tensor += 1) parameters += reader.tensor();
    return { state: 'whole', header: { values, parameters, headerBytes: reader.at, tensorCount } };
  } catch (error) {
    if (error instanceof EndOfBytes)
      return { state: 'whole', header: { values, parameters: null, headerBytes: null, tensorCount } };
    if (error instanceof NotGguf) return createBrokenHeader(error.message);
    throw error;
  }
}

/** Thrown when the given bytes end within a value. */
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

  /** Number of bytes read so far. */
  get at(): number {
    return this.#at;
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  /**
   * Reads the number of items that follow.
   * @throws NotGguf when the number is larger than `max`
   */
  count(max: number, what: string): number {
    const count = this.#u64();
    if (count > BigInt(max)) throw new NotGguf(`it declares ${count} ${what}; allowed: at most ${max}`);
    return Number(count);
  }

  text(): string {
    const length = this.#u64();
    const textStart = this.#skip(length);
    return new TextDecoder().decode(
      this.#bytes.subarray(textStart, textStart + Math.min(Number(length), maxTextLength)),
    );
  }

  /** Reads a value of this type; null for an array, which is skipped. */
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
      default: throw new NotGguf(`value type ${type} is not known; allowed: 0 to 12`);
    }
  } // biome-ignore format: a table

  /**
   * Reads the description of a tensor.
   * @returns the number of the tensor's parameters
   */
  tensor(): number {
    this.text();
    const dimensions = this.u32();
    if (dimensions > 8) throw new NotGguf(`a tensor has ${dimensions} dimensions; allowed: at most 8`);
    let parameterCount = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) parameterCount *= Number(this.#u64());
    this.#skip(4 + 8);
    return parameterCount;
  }

  #array(depth: number): null {
    if (depth >= maxArrayDepth)
      throw new NotGguf(`its arrays are nested deeper than ${maxArrayDepth} levels`);
    const type = this.u32();
    const count = this.#u64();
    const width = bytesByValueType[type];
    if (width !== undefined) {
      this.#skip(count * BigInt(width));
      return null;
    }
    // Each item takes at least one byte, so a wrong `count` ends the loop at the end of the bytes.
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

/** The width in bytes of each fixed-width value type, by type number. */
const bytesByValueType: Readonly<Record<number, number>> = {
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
