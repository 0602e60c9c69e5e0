import { rm } from 'node:fs/promises';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { FileToPull } from './files-to-pull.ts';
import type { OtherContent } from './noted-content.ts';
import { openPart, type Part } from './part.ts';
import { refusalOf } from './refusals.ts';
import type { TargetFolder } from './target-folder.ts';

export interface FetchOptions {
  /**
   * Content that an earlier run has read at addresses of the file. An address is not read again while it has
   * content with the same ETag. Default: none.
   */
  readonly known?: readonly OtherContent[];
  /**
   * Called with the complete content of an address when its hash differs from that of the record.
   * `isRead`: whether this run has read it; false: it is one of `known`.
   */
  readonly onOther?: (content: OtherContent, isRead: boolean) => void;
  /**
   * Called as bytes of the file arrive. `bytes`: how many the unfinished file has; `of`: how many the whole
   * file has, or null when the host does not say.
   */
  readonly onProgress?: (bytes: number, of: number | null) => void;
  /**
   * Called before a pause, after which pull asks the same host again. `reason`: the reason for the pause;
   * `seconds`: its length.
   */
  readonly onRetry?: (reason: string, seconds: number) => void;
  /**
   * Whether pull may replace a file that is already at the wanted path, has other content, and was not
   * written by pull. Default: yes.
   */
  readonly replace?: boolean;
  /** Returns the number of free bytes on the disk. Default: asks the operating system. */
  readonly freeBytes?: () => Promise<number>;
  /** Returns a monotonic time, in ms. Default: `performance.now`. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<void>;
}

export interface Sources {
  /** Sends requests without a token. */
  readonly open: RemoteFiles;
  /** Sends the user's token with each request to a host for which the user gave one. */
  readonly withTokens: RemoteFiles;
  /** Whether the user gave a token for a host. Absent: for none. */
  readonly hasToken?: (host: string) => boolean;
}

type AttemptOptions = FetchOptions & Required<Pick<FetchOptions, 'freeBytes'>>;

/**
 * Thrown when no address of a file served the hash that the record states. Its message gives the reason for
 * each host.
 */
export class FetchFailure extends Error {}

/**
 * The error for an address from which pull cannot fetch the file now. Pull goes on with the file's next
 * address.
 */
class SkippedAddress extends Error {}

/**
 * Number of failed requests in a row after which pull gives up an address for this file. A request counts
 * only when it brought less than `minBytes` of new content.
 */
const triesWithoutProgress = 4;
/**
 * Longest time, in ms, for one answer: half a day, which is 2 GB at 50 kB/s. The guarded fetcher ends an
 * answer earlier, after 30 seconds of silence.
 */
const maxMs = 12 * 60 * 60 * 1000;
/** Bytes that have to stay free on the disk when the size of the file is unknown. */
const spareBytes = 2 ** 30;
/** Number of fetched bytes after which pull checks again whether the disk has room. */
const bytesBetweenLooks = 64 * 2 ** 20;
/**
 * Time, in ms, in which a host has to send at least `minBytes`. When it sends less, pull goes on with the
 * next address, and keeps the bytes that it has.
 */
const slowWindowMs = 60_000;
const minBytes = 64 * 1024;
const tooSlow = 'it sends less than 64 kB per minute';
/**
 * Pause, in ms, after a request that brought less than `minBytes`. The pause doubles with each further such
 * request.
 */
const firstPauseMs = 1_000;
/**
 * Shortest time, in ms, between the starts of two requests to one address, when the first brought at least
 * `minBytes` and then broke off. It protects a host that breaks off every answer: such a host gets at most
 * 20 requests a second.
 */
const betweenRequestsMs = 50;

/**
 * Fetches a file, and puts it at its path in the folder. Tries the file's addresses in turn until one has the
 * right bytes. Keeps the bytes that an earlier run fetched, and asks only for the rest, by range requests.
 *
 * @returns the size of the file, in bytes
 * @throws FetchFailure when no address has the right bytes; RefusedPath when pull may not write at the file's
 * path; errors of the disk
 */
export async function fetchFile(
  folder: TargetFolder,
  file: FileToPull,
  sources: Sources,
  options: FetchOptions = {},
): Promise<number> {
  const part = folder.partPath(file.sha256);
  const { freeBytes = () => folder.freeBytes() } = options;
  const length = await fetchPart(part, file, sources, { ...options, freeBytes });
  await folder.place(part, file.path, file.sha256, options.replace);
  await rm(`${part}.etag`, { force: true });
  return length;
}

/**
 * Completes the unfinished file at `path`, verifies it, and writes it to the disk. Opens the file only once
 * for all addresses, because opening reads and hashes all its bytes.
 * @returns the size of the file, in bytes
 * @throws FetchFailure when no address has the right bytes; errors of the disk
 */
async function fetchPart(
  path: string,
  file: FileToPull,
  sources: Sources,
  options: AttemptOptions,
): Promise<number> {
  await using part = await openPart(path);
  const reasons = new Map<string, Set<string>>();
  for (const url of file.urls) {
    const failed = await fromAddress(part, url, file, sources, options);
    if (failed === null) {
      await part.sync();
      return part.length;
    }
    addReason(reasons, url, failed.message);
  }
  const hostReasons = Array.from(reasons, ([host, each]) => `${host}: ${[...each].join(', ')}`);
  throw new FetchFailure(`${file.path}: ${hostReasons.join('; ')}`);
}

/**
 * Adds the reason for a failure to `reasons`, under the host of `url`. Puts the reason on one line, and
 * removes the host's name from its beginning.
 */
function addReason(reasons: Map<string, Set<string>>, url: string, reason: string): void {
  const { host } = new URL(url);
  const line = reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const short = line.startsWith(host) ? line.slice(host.length).replace(/^:? /, '') : line;
  reasons.set(host, (reasons.get(host) ?? new Set()).add(short));
}

/**
 * Fetches the rest of the unfinished file from one address, with as many requests as necessary. Returns null
 * when the file is complete and verified; otherwise the error.
 */
async function fromAddress(
  part: Part,
  url: string,
  file: FileToPull,
  sources: Sources,
  options: AttemptOptions,
): Promise<Error | null> {
  const { now = () => performance.now() } = options;
  const { pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = options;
  let from: RemoteFiles = sources.open;
  let failures = 0;
  if (part.length > file.mostAnnounced) await part.clear();
  let mark = part.length;
  // Bytes from several answers may be wrong although the host has the right ones: the whole file is then
  // fetched again.
  let mixed = false;
  let before: string | null = null;
  for (;;) {
    if (part.length > 0 && part.hash() === file.sha256) return null;
    mixed ||= part.length > 0;
    const askedAt = now();
    try {
      const end = await readOn(part, url, from, file, options);
      if (typeof end === 'object') {
        if (from === sources.withTokens || !sources.hasToken?.(new URL(url).host))
          return new SkippedAddress(end.refusal);
        from = sources.withTokens;
        continue;
      }
      const sha256 = part.hash();
      if (sha256 === file.sha256) return null;
      const { length: bytes, name } = part;
      await part.clear();
      // A host that cuts every answer yields mixed bytes again. The same bytes twice are the host's content.
      if (!mixed || before !== null) {
        const etag = name?.startsWith('"') ? name : null;
        if (end === 'whole' && (!mixed || before === sha256))
          options.onOther?.({ url, etag, sha256, bytes }, true);
        return new SkippedAddress(otherHash(sha256));
      }
      [before, mixed] = [sha256, false];
      mark = 0;
    } catch (error) {
      if (error instanceof SkippedAddress) return error;
      if (!(error instanceof RemoteFailure)) throw error;
      const isFarther = part.length >= mark + minBytes;
      if (isFarther) mark = part.length;
      failures = isFarther ? 0 : failures + 1;
      const after = error.retryAfterSeconds;
      if (!mayPass(error) || failures >= triesWithoutProgress || (after ?? 0) > maxWaitSeconds) {
        return error;
      }
      const own = isFarther ? askedAt + betweenRequestsMs - now() : firstPauseMs * 2 ** (failures - 1);
      const ms = Math.max(0, own, (after ?? 0) * 1000);
      if (ms >= firstPauseMs) options.onRetry?.(error.message, Math.round(ms / 1000));
      await pause(ms);
    }
  }
}

const otherHash = (sha256: string) => `its SHA-256 is ${sha256}, not that of the record`;

const maxWaitSeconds = 120;

const mayPass = ({ kind }: RemoteFailure) =>
  kind === 'unreachable' || kind === 'timed_out' || kind === 'rate_limited' || kind === 'host_busy';

/**
 * Makes one request, and appends the bytes of its answer to the unfinished file.
 *
 * @returns `whole` when the unfinished file has all bytes that the host has (its hash is not checked yet);
 * `ended` when it may have them: the host does not state how many there are, or sends a page or a pointer of Git
 * LFS; otherwise `refusal`, the reason why the host does not give the file without an account
 * @throws RemoteFailure when the answer ends too early; SkippedAddress when this address cannot give the file,
 * for example because it is too slow
 */
async function readOn(
  part: Part,
  url: string,
  from: RemoteFiles,
  { sha256, bytes: expected, mostBytes, mostAnnounced }: FileToPull,
  { onProgress, onOther, known = [], freeBytes, now = () => performance.now() }: AttemptOptions,
): Promise<'whole' | 'ended' | { readonly refusal: string }> {
  const start = part.length;
  const other = known.find((each) => each.url === url && each.etag !== null && each.sha256 !== sha256);
  const headers =
    start > 0
      ? { range: `bytes=${start}-`, ...(part.name && { 'if-range': part.name }) }
      : other?.etag
        ? { 'if-none-match': other.etag }
        : {};
  // Checked before the request: a wait between head and body loses bytes when the host breaks off meanwhile.
  const free = await freeBytes();
  await using answer = await from.open({
    method: 'GET',
    url,
    headers,
    // One piece more than allowed, so that the check below reports the error.
    maxBytes: mostAnnounced + 2 ** 20,
    timeoutMs: maxMs,
  });
  const refusal = refusalOf(answer);
  if (refusal !== null) return { refusal };
  if (other && (answer.status === 304 || answer.headers.etag === other.etag)) {
    onOther?.(other, false);
    throw new SkippedAddress(`${otherHash(other.sha256)}, as its ETag says`);
  }
  const { end, isWhole } = await positionOf(part, answer, start);
  if (isWhole) return 'whole';
  const most = end === null ? mostBytes : mostAnnounced;
  if (end !== null && end > most) await giveUp(part, tooMuch(most));
  const whole = end ?? expected;
  const noRoom = diskSpaceProblem(part, whole, free);
  if (noRoom) await giveUp(part, noRoom);
  let looked = part.length;
  onProgress?.(part.length, end);
  let isDoubtful = end === null || (answer.headers['content-type'] ?? '').startsWith('text/html');
  let [since, counted] = [now(), part.length];
  for await (const bytes of answer.body) {
    if (part.length + bytes.length > most) await giveUp(part, tooMuch(most));
    isDoubtful ||= part.length === 0 && isLfsPointer(bytes);
    await part.append(bytes);
    if (part.length - looked >= bytesBetweenLooks) {
      looked = part.length;
      const lack = diskSpaceProblem(part, whole, await freeBytes());
      if (lack) await giveUp(part, lack);
    }
    onProgress?.(part.length, end);
    if (now() - since > slowWindowMs) {
      if (part.length - counted < minBytes) throw new SkippedAddress(tooSlow);
      [since, counted] = [now(), part.length];
    }
    if (end !== null && part.length > end) break;
  }
  if (end !== null && part.length < end) {
    throw new RemoteFailure('unreachable', `it ended after ${part.length} of ${end} bytes`);
  }
  return isDoubtful ? 'ended' : 'whole';
}

const isLfsPointer = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 100)).toString('latin1').startsWith('version https://git-lfs.github.com/');

const tooMuch = (most: number) => `it sends more than the ${most} bytes allowed for this file`;

/**
 * Returns the reason why the disk has no room for the rest of the file; null when there is room.
 * @param whole the size of the whole file, in bytes; null: unknown
 * @param free the free bytes of the disk
 */
function diskSpaceProblem({ length }: Part, whole: number | null, free: number): string | null {
  if (whole === null) {
    const isLittle = free < spareBytes;
    return isLittle ? `its size is unknown, and the disk has only ${free} bytes free` : null;
  }
  return whole - length > free ? `${whole - length} bytes are missing, and the disk has ${free} free` : null;
}

/**
 * Empties the unfinished file, and throws SkippedAddress with the reason. For failures after which the bytes so
 * far are of no use for another address either.
 */
async function giveUp(part: Part, reason: string): Promise<never> {
  await part.clear();
  throw new SkippedAddress(reason);
}

/**
 * Prepares the unfinished file for the bytes of an answer. Empties it when the answer does not continue it,
 * but begins at the first byte.
 * @param start the size of the unfinished file when the request was sent
 * @returns `end`: the size of the whole file, in bytes, or null when the host does not state it; `isWhole`:
 * true when the host has no bytes beyond those of the unfinished file
 * @throws RemoteFailure when another request may help; SkippedAddress when this address does not give the file
 */
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
        `it returned a different range than requested: ${headers['content-range']}`,
      );
    }
    return { end: total === undefined || total === '*' ? null : Number(total), isWhole: false };
  }
  if (status === 416 && start > 0) {
    // The host has no bytes after those of the unfinished file: it is whole, or has wrong bytes.
    return { end: start, isWhole: true };
  }
  if (status !== 200) {
    if (status < 500)
      throw new SkippedAddress(`it answered ${[status, headers['x-error-code']].join(' ').trim()}`);
    throw new RemoteFailure('unreachable', `it answered ${status}`);
  }
  // The host sends no ranges, or its file has changed: the answer begins at the first byte.
  if (start > 0) await part.clear();
  const etag = headers.etag ?? headers['last-modified'];
  await part.rename(etag !== undefined && !etag.startsWith('W/') ? etag : null);
  return { end: lengthOf(headers['content-length']), isWhole: false };
}

function lengthOf(header: string | undefined): number | null {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : null;
}
