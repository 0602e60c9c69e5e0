export interface SafetensorsHeader {
  /**
   * The texts of `__metadata__`. They prove nothing: users write them, and tools that merge models copy them
   * wrongly.
   */
  readonly metadata: ReadonlyMap<string, string>;
  /** The shape of each tensor, by name. */
  readonly tensors: ReadonlyMap<string, readonly number[]>;
  /** The size of the whole file, as the header implies it. */
  readonly fileBytes: number;
}

/**
 * Reads the header of a safetensors file: 8 bytes of length, then JSON. The data after the header is not
 * needed. Never throws.
 *
 * @param bytes the file from its beginning, as far as it was read
 */
export function readSafetensors(bytes: Uint8Array): HeaderRead<SafetensorsHeader> {
  if (bytes.length < 8) return { state: 'more', bytes: 8 };
  const length = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (length < 2n) return broken('its header has no length');
  if (length > BigInt(longestHeader)) return broken(`its header would have ${length} bytes`);
  const end = 8 + Number(length);
  if (bytes.length > 8 && bytes[8] !== 0x7b) return broken('its header is no JSON object');
  if (bytes.length < end) return { state: 'more', bytes: end };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, end)));
  } catch {
    return broken('its header is not JSON');
  }
  return headerOf(value as Record<string, unknown>, end);
}

function headerOf(value: Record<string, unknown>, dataAt: number): HeaderRead<SafetensorsHeader> {
  const metadata = new Map<string, string>();
  const tensors = new Map<string, readonly number[]>();
  let dataBytes = 0;
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'object' || entry === null)
      return broken('its header names something that is no tensor');
    if (name === '__metadata__') {
      for (const [key, text] of Object.entries(entry)) if (typeof text === 'string') metadata.set(key, text);
      continue;
    }
    const { shape, data_offsets: offsets } = entry as { shape?: unknown; data_offsets?: unknown };
    if (!isSizes(shape) || shape.length > 16) return broken('a tensor has no shape');
    if (!isSizes(offsets) || offsets.length !== 2 || offsets[1]! < offsets[0]!)
      return broken('a tensor has no place');
    dataBytes = Math.max(dataBytes, offsets[1]!);
    tensors.set(name, shape);
    if (tensors.size > mostTensors) return broken(`it has more than ${mostTensors} tensors`);
  }
  return { state: 'whole', header: { metadata, tensors, fileBytes: dataAt + dataBytes } };
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

/** The kind of a file, as its first bytes show it. The name of the file is not used. */
export type FileKind =
  | 'safetensors'
  | 'gguf'
  /** Python's pickle, in any of PyTorch's three wrappings. It is never loaded: that would run code in it. */
  | 'pickle'
  /** A web page or message that a host sends in place of the file, such as a login page or an error. */
  | 'page'
  | 'unknown';

const legacyPickle = [0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/**
 * Recognises the kind of a file.
 * @param bytes at least the first 512, or the whole file
 */
export function fileKind(bytes: Uint8Array): FileKind {
  const begins = (...expected: number[]) => expected.every((byte, at) => bytes[at] === byte);
  if (begins(0x47, 0x47, 0x55, 0x46)) return 'gguf';
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(...legacyPickle)) return 'pickle';
  if (String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar') return 'pickle';
  // The upper bytes of a plausible length are zero, and JSON follows.
  if (bytes.length >= 9 && bytes[8] === 0x7b && bytes[5] === 0 && bytes[6] === 0 && bytes[7] === 0) {
    return 'safetensors';
  }
  const text = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (text.startsWith('<') || text.startsWith('{"')) return 'page';
  return begins(0x80, 0x02) || begins(0x80, 0x04) ? 'pickle' : 'unknown';
}

/** The result of reading a header. Files come from strangers: nothing in them is used before it is checked. */
export type HeaderRead<H> =
  | { readonly state: 'whole'; readonly header: H }
  /** The bytes read so far do not reach far enough: the first `bytes` bytes of the file are needed. */
  | { readonly state: 'more'; readonly bytes: number }
  | { readonly state: 'broken'; readonly reason: string };

/** Largest header that is read, in bytes; real headers are far smaller. */
export const longestHeader = 16 * 1024 * 1024;
/**
 * Largest number of tensors that a header may list; models have thousands. A header with more counts as
 * broken.
 */
export const mostTensors = 200_000;

export function broken(reason: string): { state: 'broken'; reason: string } {
  return { state: 'broken', reason };
}
