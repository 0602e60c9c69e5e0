import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import type { RemoteAnswer, RemoteFiles } from '../services/ports/remote-files.ts';
import { RemoteFailure } from '../services/ports/remote-files.ts';
import { readNote, type TargetFolder } from './target-folder.ts';
import type { WantedFile } from './wanted-files.ts';

export interface FetchOptions {
  /** Called as bytes come: how many are there now, and how many there will be (null: unknown). */
  readonly onProgress?: (bytes: number, of: number | null) => void;
  /** Whether to ask a host that wants an account with a token of ours. Without it, such addresses are passed over. */
  readonly mayAskWithToken?: (url: URL) => Promise<boolean>;
  readonly signal?: AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now?: () => number;
  /** Resolves after so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
}

export interface Sources {
  /** Asks without any token. */
  readonly open: RemoteFiles;
  /** Asks hosts with the token that is theirs. */
  readonly withTokens: RemoteFiles;
}

/** No address gave the bytes that the record promises: what each of them did. */
export class NotFetched extends Error {}

/** An address that is of no use now: the next one is asked. */
class PassedOver extends Error {}

/** How often one address is asked that stops in the middle, each time for what is missing. */
const triesWithoutProgress = 4;
/** A body may take half a day: 2 GB at 50 kB/s. Silence ends after 30 seconds. */
const longestMs = 12 * 60 * 60 * 1000;
const mostBytes = 2 ** 40;
/** A host that gives less in a minute than this is passed over; what it gave is kept. */
const slowWindowMs = 60_000;
const leastBytes = 64 * 1024;
const tooSlow = 'it gives less than 64 kB in a minute';
const firstPauseMs = 500;

/**
 * Fetches a file from the first of its addresses that has the right bytes, and puts it in its place. What is
 * there of it from an earlier time is not fetched again: only what follows, by ranges.
 *
 * @throws NotFetched; errors of the disk
 */
export async function fetchFile(
  folder: TargetFolder,
  wanted: WantedFile,
  sources: Sources,
  options: FetchOptions = {},
): Promise<void> {
  const part = folder.partPath(wanted.sha256);
  const reasons: string[] = [];
  for (const url of wanted.urls) {
    const reason = await fromAddress(part, url, wanted, sources, options);
    if (reason === null) {
      await folder.place(part, wanted.path, wanted.sha256);
      await rm(`${part}.etag`, { force: true });
      return;
    }
    reasons.push(`${new URL(url).host}: ${reason}`);
    options.signal?.throwIfAborted();
  }
  throw new NotFetched(`${wanted.path}: ${[...new Set(reasons)].join('; ')}`);
}

/** Null when the part is complete, verified and on the disk; otherwise why not. */
async function fromAddress(
  part: string,
  url: string,
  wanted: WantedFile,
  sources: Sources,
  options: FetchOptions,
): Promise<string | null> {
  const { pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = options;
  let from: RemoteFiles = sources.open;
  let failures = 0;
  let farthest = 0;
  // Bytes of several answers may be wrong together although the host has the right ones: then all are asked for.
  let mixed = false;
  for (;;) {
    options.signal?.throwIfAborted();
    await using file = await openPart(part);
    if (file.length > 0 && file.hash() === wanted.sha256) return syncedPart(file);
    farthest = Math.max(farthest, file.length);
    mixed ||= file.length > 0;
    try {
      const end = await readOn(file, url, from, wanted.bytes, options);
      if (end === 'wants an account') {
        if (from === sources.withTokens || !(await options.mayAskWithToken?.(new URL(url)))) {
          return 'it wants an account: accept its terms, and give its token';
        }
        from = sources.withTokens;
        continue;
      }
      if (file.hash() === wanted.sha256) return syncedPart(file);
      await file.clear();
      if (!mixed) return 'its bytes are not those of the record';
      mixed = false;
      farthest = 0;
    } catch (error) {
      if (error instanceof PassedOver) return error.message;
      if (!(error instanceof RemoteFailure)) throw error;
      options.signal?.throwIfAborted();
      failures = file.length > farthest ? 0 : failures + 1;
      const after = error.retryAfterSeconds;
      if (!mayPass(error) || failures >= triesWithoutProgress || (after ?? 0) > longestWaitSeconds) {
        return error.message;
      }
      await pause(Math.max(firstPauseMs * 2 ** failures, (after ?? 0) * 1000));
    }
  }
}

async function syncedPart(file: Part): Promise<null> {
  await file.handle.sync();
  return null;
}

const longestWaitSeconds = 120;

const mayPass = ({ kind }: RemoteFailure) =>
  kind === 'unreachable' || kind === 'timed_out' || kind === 'rate_limited' || kind === 'host_busy';

/** An unfinished file, and the hash of what is in it. */
interface Part extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly length: number;
  /** What the host that gave them calls these bytes: only more of the same is added. */
  readonly name: string | null;
  append(bytes: Uint8Array): Promise<void>;
  rename(name: string | null): Promise<void>;
  clear(): Promise<void>;
  hash(): string;
}

async function openPart(path: string): Promise<Part> {
  const handle = await open(path, 'a');
  let hash = createHash('sha256');
  let length = (await stat(path)).size;
  let name = await readNote(`${path}.etag`);
  if (length > 0) {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }))
      hash.update(piece as Buffer);
  }
  const part: Part = {
    handle,
    get length() {
      return length;
    },
    get name() {
      return name;
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
      hash.update(bytes);
      length += bytes.length;
    },
    async rename(next) {
      if (next === name) return;
      name = next;
      if (next === null) await rm(`${path}.etag`, { force: true });
      else await writeFile(`${path}.etag`, next);
    },
    async clear() {
      await handle.truncate(0);
      hash = createHash('sha256');
      length = 0;
      await part.rename(null);
    },
    hash: () => hash.copy().digest('hex'),
    [Symbol.asyncDispose]: () => handle.close(),
  };
  return part;
}

/** @throws RemoteFailure, PassedOver when it ends before the whole is there */
async function readOn(
  part: Part,
  url: string,
  from: RemoteFiles,
  expected: number | null,
  { onProgress, signal, now = () => performance.now() }: FetchOptions,
): Promise<'whole' | 'wants an account'> {
  const start = part.length;
  const headers =
    start === 0 ? {} : { range: `bytes=${start}-`, ...(part.name && { 'if-range': part.name }) };
  await using answer = await from.open({
    method: 'GET',
    url,
    headers,
    maxBytes: expected === null ? mostBytes : expected * 2 + 2 ** 20,
    timeoutMs: longestMs,
  });
  if (answer.status === 401 || answer.status === 403) return 'wants an account';
  const { end, isWhole } = await positionOf(part, answer, start);
  if (isWhole) return 'whole';
  onProgress?.(part.length, end);
  let [since, counted] = [now(), part.length];
  for await (const bytes of answer.body) {
    signal?.throwIfAborted();
    await part.append(bytes);
    onProgress?.(part.length, end);
    if (now() - since > slowWindowMs) {
      if (part.length - counted < leastBytes) throw new PassedOver(tooSlow);
      [since, counted] = [now(), part.length];
    }
    if (end !== null && part.length > end) break;
  }
  if (end !== null && part.length < end) {
    throw new RemoteFailure('unreachable', `it ended after ${part.length} of ${end} bytes`);
  }
  return 'whole';
}

/** Where the answer's bytes belong. @throws RemoteFailure, PassedOver */
async function positionOf(
  part: Part,
  { status, headers }: RemoteAnswer,
  start: number,
): Promise<{ end: number | null; isWhole: boolean }> {
  if (status === 206) {
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(first) !== start) {
      await part.clear();
      throw new RemoteFailure(
        'unreachable',
        `it gave another range than asked for: ${headers['content-range']}`,
      );
    }
    return { end: total === undefined || total === '*' ? null : Number(total), isWhole: false };
  }
  if (status === 416 && start > 0) {
    // There is nothing behind what is there: it is whole, or not of this file.
    return { end: start, isWhole: true };
  }
  if (status !== 200) {
    if (status < 500) throw new PassedOver(`it answered ${status}`);
    throw new RemoteFailure('unreachable', `it answered ${status}`);
  }
  // No range, or the file is another one now: from the beginning.
  if (start > 0) await part.clear();
  const etag = headers.etag ?? headers['last-modified'];
  await part.rename(etag !== undefined && !etag.startsWith('W/') ? etag : null);
  return { end: lengthOf(headers['content-length']), isWhole: false };
}

function lengthOf(header: string | undefined): number | null {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : null;
}
