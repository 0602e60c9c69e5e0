import { ShownError } from '../../kernel/errors.ts';
import {
  fileKind,
  longestHeader,
  readGguf,
  readSafetensors,
  type SafetensorsHeader,
  storageSizes,
  zipDirectory,
  zipTailBytes,
} from '../files/index.ts';
import type { SeenFile } from './file-draft.ts';
import type { RemoteReader } from './remote-reader.ts';

/** Most headers of safetensors files are within it. */
const firstPart = 128 * 1024;
/** Tokenizers make headers of GGUF files long; what is wanted often stands before them. */
const longerPart = 1024 * 1024;

const nothing: SeenFile = {
  kind: 'unknown',
  safetensors: null,
  gguf: null,
  storages: null,
  bytes: null,
  problem: null,
};

/** Looks at the beginning of a file, wherever it is. What goes wrong is said in `problem`. */
export async function readFile(reader: RemoteReader, url: string): Promise<SeenFile> {
  try {
    return await look(reader, url);
  } catch (error) {
    // The rest of the draft is worth having.
    if (error instanceof ShownError)
      return { ...nothing, problem: `The file could not be looked at: ${error.message}` };
    throw error;
  }
}

async function look(reader: RemoteReader, url: string): Promise<SeenFile> {
  const part = await reader.part(url, 0, firstPart);
  if (typeof part === 'string') return { ...nothing, problem: part };
  const { bytes, size } = part;
  const kind = fileKind(bytes);
  const seen = { ...nothing, kind, bytes: kind === 'page' ? null : size };
  if (kind === 'safetensors') return { ...seen, ...(await safetensorsOf(reader, url, bytes)) };
  if (kind === 'pickle' && size !== null) return { ...seen, storages: await storagesOf(reader, url, size) };
  if (kind !== 'gguf') return seen;
  const read = readGguf(bytes);
  if (read.state !== 'whole')
    return { ...seen, problem: broken(read.state === 'broken' ? read.reason : 'it is cut') };
  if (read.header.parameters !== null || (size !== null && size <= bytes.length))
    return { ...seen, gguf: read.header };
  const longer = await reader.part(url, bytes.length, longerPart);
  const again = typeof longer === 'string' ? read : readGguf(joined(bytes, longer.bytes));
  return { ...seen, gguf: again.state === 'whole' ? again.header : read.header };
}

/** Of a PyTorch file in its usual form, a zip; null for another one. */
async function storagesOf(reader: RemoteReader, url: string, size: number): Promise<number[] | null> {
  const tailAt = Math.max(0, size - zipTailBytes);
  const tail = await reader.part(url, tailAt, size - tailAt);
  if (typeof tail === 'string') return null;
  const place = zipDirectory(tail.bytes, size);
  if (!place || place.bytes === 0) return null;
  if (place.at >= tailAt)
    return storageSizes(tail.bytes.subarray(place.at - tailAt, place.at - tailAt + place.bytes));
  const directory = await reader.part(url, place.at, place.bytes);
  return typeof directory === 'string' ? null : storageSizes(directory.bytes);
}

async function safetensorsOf(
  reader: RemoteReader,
  url: string,
  bytes: Uint8Array,
): Promise<{ safetensors: SafetensorsHeader | null; problem: string | null }> {
  let read = readSafetensors(bytes);
  if (read.state === 'more' && read.bytes <= longestHeader) {
    const rest = await reader.part(url, bytes.length, read.bytes - bytes.length);
    if (typeof rest === 'string') return { safetensors: null, problem: rest };
    read = readSafetensors(joined(bytes, rest.bytes));
  }
  if (read.state === 'whole') return { safetensors: read.header, problem: null };
  return { safetensors: null, problem: broken(read.state === 'broken' ? read.reason : 'it is cut') };
}

function broken(reason: string): string {
  return `The file is broken: ${reason}.`;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
