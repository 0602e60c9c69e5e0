import { broken, type HeaderRead, longestHeader, mostTensors } from './header-read.ts';

export interface SafetensorsHeader {
  /** `__metadata__`: written by users, and copied wrongly by merges. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Shapes by name. */
  readonly tensors: ReadonlyMap<string, readonly number[]>;
  /** How large the whole file is, by its header. */
  readonly fileBytes: number;
}

/**
 * Reads the header at the beginning of a safetensors file: 8 bytes of length, JSON, and then the data, of
 * which nothing is needed. Never throws.
 *
 * @param bytes what is there of the file, from its beginning
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
