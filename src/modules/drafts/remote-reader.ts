import { OutageError, RegistryError, ShownError } from '../../kernel/errors.ts';
import {
  type RemoteAnswer,
  RemoteFailure,
  type RemoteFiles,
  type RemoteRequest,
} from '../../outside/remote-files.ts';
import {
  fileKind,
  listStorageSizes,
  locateZipDirectory,
  maxHeaderBytes,
  readGguf,
  readSafetensors,
  type SafetensorsHeader,
  zipTailBytes,
} from '../files/index.ts';
import type { InspectedFile } from './file-draft.ts';

/** Largest number of bytes that are read for one draft, over all files. */
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 15_000;

/** A part of a file, such as its first bytes. */
export interface RemotePart {
  readonly bytes: Uint8Array;
  /** The size of the whole file; null when the host does not state it. */
  readonly size: number | null;
}

/**
 * Reads pages and parts of files from hosts for one draft. Limits the total number of bytes, and the duration
 * of each request.
 */
export class RemoteReader {
  readonly #files: RemoteFiles;
  readonly #options: Pick<RemoteRequest, 'turn' | 'withoutToken'>;
  #remainingBytes = maxBytes;

  constructor(files: RemoteFiles, options: Pick<RemoteRequest, 'turn' | 'withoutToken'>) {
    this.#files = files;
    this.#options = options;
  }

  /**
   * Reads JSON from a URL. Follows redirects only on the same host, because the draft names this
   * host as the source of its facts.
   * @param contentTitle the content in error messages, such as `Model 5 at Civitai`
   * @param reservedBytes number of bytes of the draft's limit to leave for later reads
   * @throws RegistryError `not_found` or `bad_request`; OutageError when the host does not return JSON
   */
  async readJson(url: string, contentTitle: string, reservedBytes = 0): Promise<unknown> {
    await using answer = await this.#open(url, { accept: 'application/json' }, 'same-host');
    if (answer.status === 404 || answer.status === 410)
      throw new RegistryError('not_found', `${contentTitle} was not found.`);
    if (answer.status === 401 || answer.status === 403) {
      throw new RegistryError('not_found', `${contentTitle} was not found or is not public.`);
    }
    if (answer.status !== 200)
      throw createOutageError(`${hostOf(url)} answered ${answer.status} for ${contentTitle}.`);
    const allowedBytes = Math.max(0, this.#remainingBytes - reservedBytes);
    const bytes = await this.#readBytes(answer, allowedBytes, url);
    try {
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      const problem = bytes.length >= allowedBytes ? `has more than ${allowedBytes} bytes` : 'is not JSON';
      throw createOutageError(`${hostOf(url)} returned an answer for ${contentTitle} that ${problem}.`);
    }
  }

  /** Reads the beginning of a small text file; null when the file cannot be read. */
  async readSmallText(url: string, maxBytes: number): Promise<string | null> {
    try {
      await using answer = await this.#open(url, {});
      if (answer.status !== 200) return null;
      return new TextDecoder().decode(
        await this.#readBytes(answer, Math.min(maxBytes, this.#remainingBytes), url),
      );
    } catch (error) {
      if (error instanceof ShownError) return null;
      throw error;
    }
  }

  /**
   * Reads `count` bytes of a file from offset `first`; fewer if the file ends earlier. Stops after `count`
   * bytes even if the host sends the whole file.
   * @returns the bytes or, if nothing could be read, the reason as a sentence
   */
  async readPart(url: string, first: number, count: number): Promise<RemotePart | string> {
    const allowedBytes = Math.min(count, this.#remainingBytes);
    if (allowedBytes < count) return `Reading it takes ${count} more bytes, more than the limit for a link.`;
    await using answer = await this.#open(url, { range: `bytes=${first}-${first + count - 1}` });
    const { status, headers } = answer;
    if (status === 416) return 'The file is empty.';
    if (status !== 206 && status !== 200) return `Its host answered ${status}${statusWords[status] ?? ''}.`;
    if (status === 200 && first > 0) return 'Its host does not support range requests.';
    if (/^text\/html\b/.test(headers['content-type'] ?? ''))
      return 'The URL returns a page, not a file: a login may be required.';
    const total =
      status === 206 ? /\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
    const size = total === undefined ? null : Number(total);
    return {
      bytes: await this.#readBytes(answer, allowedBytes, url),
      size: Number.isSafeInteger(size) ? size : null,
    };
  }

  async #readBytes(answer: RemoteAnswer, maxBytes: number, url: string): Promise<Uint8Array> {
    // Reserved before the call, because several calls run concurrently.
    this.#remainingBytes -= maxBytes;
    const bytes = await answer.first(maxBytes).catch((error: unknown) => {
      throw toShownError(error, url);
    });
    this.#remainingBytes += maxBytes - bytes.length;
    return bytes;
  }

  async #open(
    url: string,
    headers: NonNullable<RemoteRequest['headers']>,
    redirects: RemoteRequest['redirects'] = 'all',
  ): Promise<RemoteAnswer> {
    try {
      return await this.#files.open({
        method: 'GET',
        url,
        headers,
        redirects,
        timeoutMs,
        maxBytes,
        ...this.#options,
      });
    } catch (error) {
      throw toShownError(error, url);
    }
  }
}

const statusWords: Readonly<Record<number, string>> = {
  401: ': it requires an account',
  403: ': it is not public',
  404: ': it was not found',
  410: ': it is gone',
};

function toShownError(error: unknown, url: string): unknown {
  if (!(error instanceof RemoteFailure)) return error;
  const { kind, message, retryAfterSeconds } = error;
  if (kind === 'refused_address' || kind === 'too_many_redirects')
    return new RegistryError('bad_request', message, { cause: error });
  return createOutageError(kind === 'too_large' ? `${hostOf(url)}: ${message}` : message, retryAfterSeconds);
}

function createOutageError(message: string, retryAfterSeconds: number | null = null): OutageError {
  const headers = retryAfterSeconds === null ? {} : { 'retry-after': String(Math.max(1, retryAfterSeconds)) };
  return new OutageError('host_unavailable', message, { headers });
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** Size of the first read of a file, in bytes. Most headers of safetensors files are shorter. */
const firstPartBytes = 128 * 1024;
/**
 * Size, in bytes, of a second read for GGUF headers longer than `firstPartBytes`. Many are longer, because they
 * contain the tokenizer.
 */
const longerPartBytes = 1024 * 1024;

const uninspectedFile: InspectedFile = {
  kind: 'unknown',
  safetensors: null,
  gguf: null,
  tensorSizes: null,
  bytes: null,
  problem: null,
};

/** Reads the header of a file. On failure, `problem` in the result is the reason. */
export async function readFile(reader: RemoteReader, url: string): Promise<InspectedFile> {
  try {
    return await inspectFile(reader, url);
  } catch (error) {
    // The draft is useful even without the file's header.
    if (error instanceof ShownError)
      return { ...uninspectedFile, problem: `The file could not be inspected: ${error.message}` };
    throw error;
  }
}

async function inspectFile(reader: RemoteReader, url: string): Promise<InspectedFile> {
  const part = await reader.readPart(url, 0, firstPartBytes);
  if (typeof part === 'string') return { ...uninspectedFile, problem: part };
  const { bytes, size } = part;
  const kind = fileKind(bytes);
  const commonFacts = { ...uninspectedFile, kind, bytes: kind === 'page' ? null : size };
  if (kind === 'safetensors') return { ...commonFacts, ...(await readSafetensorsHeader(reader, url, bytes)) };
  if (kind === 'pickle' && size !== null) {
    const tensorSizes = await readTensorSizes(reader, url, size);
    // PyTorch's zip files contain a pickle and tensor data; any other zip file is an archive.
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    const isArchive = isZip && tensorSizes !== null && tensorSizes.length === 0;
    return { ...commonFacts, tensorSizes, ...(isArchive && { kind: 'archive' }) };
  }
  if (kind !== 'gguf') return commonFacts;
  const header = readGguf(bytes);
  if (header.state !== 'whole')
    return {
      ...commonFacts,
      problem: describeDamage(header.state === 'broken' ? header.reason : 'it is truncated'),
    };
  if (header.header.parameters !== null || (size !== null && size <= bytes.length))
    return { ...commonFacts, gguf: header.header };
  const longerPart = await reader.readPart(url, bytes.length, longerPartBytes);
  const longerHeader =
    typeof longerPart === 'string' ? header : readGguf(Buffer.concat([bytes, longerPart.bytes]));
  return { ...commonFacts, gguf: longerHeader.state === 'whole' ? longerHeader.header : header.header };
}

/** Reads the sizes of a PyTorch file's tensors; null when it is not a zip file or cannot be read. */
async function readTensorSizes(reader: RemoteReader, url: string, size: number): Promise<number[] | null> {
  const tailStart = Math.max(0, size - zipTailBytes);
  const tail = await reader.readPart(url, tailStart, size - tailStart);
  if (typeof tail === 'string') return null;
  const directoryRange = locateZipDirectory(tail.bytes, size);
  if (!directoryRange || directoryRange.bytes === 0) return null;
  if (directoryRange.at >= tailStart)
    return listStorageSizes(
      tail.bytes.subarray(
        directoryRange.at - tailStart,
        directoryRange.at - tailStart + directoryRange.bytes,
      ),
    );
  const directory = await reader.readPart(url, directoryRange.at, directoryRange.bytes);
  return typeof directory === 'string' ? null : listStorageSizes(directory.bytes);
}

async function readSafetensorsHeader(
  reader: RemoteReader,
  url: string,
  bytes: Uint8Array,
): Promise<{ safetensors: SafetensorsHeader | null; problem: string | null }> {
  let header = readSafetensors(bytes);
  if (header.state === 'more' && header.bytes <= maxHeaderBytes) {
    const remainder = await reader.readPart(url, bytes.length, header.bytes - bytes.length);
    if (typeof remainder === 'string') return { safetensors: null, problem: remainder };
    header = readSafetensors(Buffer.concat([bytes, remainder.bytes]));
  }
  if (header.state === 'whole') return { safetensors: header.header, problem: null };
  return {
    safetensors: null,
    problem: describeDamage(header.state === 'broken' ? header.reason : 'it is truncated'),
  };
}

function describeDamage(reason: string): string {
  return `The file is damaged: ${reason}.`;
}
