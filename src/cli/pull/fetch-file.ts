import { rm } from 'node:fs/promises';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { FileToPull } from './files-to-pull.ts';
import type { OtherContent } from './noted-content.ts';
import { openPart, type Part } from './part.ts';
import { findRefusal } from './refusals.ts';
import type { TargetFolder } from './target-folder.ts';

export interface FetchOptions {
  /**
   * Content that an earlier run has read from URLs of the file. A URL is not read again while its content has
   * the same ETag. Default: none.
   */
  readonly knownContents?: readonly OtherContent[];
  /**
   * Called with the complete content of a URL when its hash differs from the recorded one. `isRead` is true
   * when this run has read the content, and false when the content is in `knownContents`.
   */
  readonly onOtherContent?: (content: OtherContent, isRead: boolean) => void;
  /**
   * Called as bytes of the file arrive. `bytes`: size of the unfinished file; `totalBytes`: size of the whole
   * file, or null when the host does not state it.
   */
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void;
  /**
   * Called before pull pauses and then retries the same host. `reason`: the reason for the pause; `seconds`:
   * its length.
   */
  readonly onRetry?: (reason: string, seconds: number) => void;
  /**
   * Whether pull may overwrite an existing file that it did not write and whose content differs. Default:
   * yes.
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
  readonly withoutTokens: RemoteFiles;
  /** Sends the user's token with each request to a host for which the user specified one. */
  readonly withTokens: RemoteFiles;
  /** Returns whether the user specified a token for a host. Absent: no tokens. */
  readonly hasToken?: (host: string) => boolean;
}

type AttemptOptions = FetchOptions & Required<Pick<FetchOptions, 'freeBytes'>>;

/**
 * Thrown when no URL of a file serves content with the recorded hash. The message contains the reason for
 * each host.
 */
export class FetchFailure extends Error {}

/** Thrown when pull cannot fetch the file from a URL now. Pull continues with the file's next URL. */
class SkippedAddress extends Error {}

/**
 * Number of consecutive failed requests after which pull gives up a URL for this file. A request counts only
 * when it brought less than `minBytes` of new content.
 */
const maxStalledAttempts = 4;
/**
 * Timeout, in ms, of one response: half a day, which is 2 GB at 50 kB/s. The guarded fetcher aborts a
 * response earlier, after 30 seconds without data.
 */
const responseTimeoutMs = 12 * 60 * 60 * 1000;
/** Free disk space, in bytes, to leave when the size of the file is unknown. */
const spareBytes = 2 ** 30;
/** Number of fetched bytes after which pull checks the free disk space again. */
const bytesBetweenSpaceChecks = 64 * 2 ** 20;
/**
 * Time, in ms, in which a host has to send at least `minBytes`. Otherwise pull continues with the next URL
 * and keeps the bytes received so far.
 */
const slowWindowMs = 60_000;
const minBytes = 64 * 1024;
const tooSlowReason = 'it sends less than 64 kB per minute';
/**
 * Pause, in ms, after a request that brought less than `minBytes`. Doubles with each further such request.
 */
const firstPauseMs = 1_000;
/**
 * Minimum time, in ms, between the starts of two requests to one URL. It applies when the first request
 * brought at least `minBytes` and then broke off. A host that breaks off every response gets at most 20
 * requests a second.
 */
const requestIntervalMs = 50;

/**
 * Fetches a file and moves it to its path in the folder. Tries the file's URLs one after another until one
 * serves the recorded hash. Uses range requests to continue from the bytes of an earlier run.
 *
 * @returns the size of the file, in bytes
 * @throws FetchFailure when no URL serves the recorded hash; RefusedPath when pull may not write at the
 *   file's path; disk errors
 */
export async function fetchFile(
  folder: TargetFolder,
  file: FileToPull,
  sources: Sources,
  options: FetchOptions = {},
): Promise<number> {
  const partPath = folder.partPath(file.sha256);
  const { freeBytes = () => folder.freeBytes() } = options;
  const length = await fetchPart(partPath, file, sources, { ...options, freeBytes });
  await folder.place(partPath, file.path, file.sha256, options.replace);
  await rm(`${partPath}.etag`, { force: true });
  return length;
}

/**
 * Completes the unfinished file at `path`, verifies it, and syncs it to disk. Opens the file only once for
 * all URLs, because opening reads and hashes all its bytes.
 * @returns the size of the file, in bytes
 * @throws FetchFailure when no URL serves the recorded hash; disk errors
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
    const failure = await fetchFromAddress(part, url, file, sources, options);
    if (failure === null) {
      await part.sync();
      return part.length;
    }
    addReason(reasons, url, failure.message);
  }
  const hostReasons = Array.from(reasons, ([host, each]) => `${host}: ${[...each].join(', ')}`);
  throw new FetchFailure(`${file.path}: ${hostReasons.join('; ')}`);
}

/**
 * Adds a failure reason to `reasons`, under the host of `url`. Joins the lines of the reason and removes the
 * leading host name.
 */
function addReason(reasons: Map<string, Set<string>>, url: string, reason: string): void {
  const { host } = new URL(url);
  const line = reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const shortLine = line.startsWith(host) ? line.slice(host.length).replace(/^:? /, '') : line;
  reasons.set(host, (reasons.get(host) ?? new Set()).add(shortLine));
}

/**
 * Fetches the rest of the unfinished file from one URL, with as many requests as necessary. Returns null when
 * the file is complete and verified, otherwise the error.
 */
async function fetchFromAddress(
  part: Part,
  url: string,
  file: FileToPull,
  sources: Sources,
  options: AttemptOptions,
): Promise<Error | null> {
  const { now = () => performance.now() } = options;
  const { pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = options;
  let remoteFiles: RemoteFiles = sources.withoutTokens;
  let failures = 0;
  if (part.length > file.mostAnnounced) await part.clear();
  let lengthAtProgress = part.length;
  // True when the bytes come from several responses, which may belong to two versions of the host's file. If
  // the hash is wrong, pull then fetches the file once more from the start.
  let isFromSeveralResponses = false;
  let previousHash: string | null = null;
  for (;;) {
    if (part.length > 0 && part.hash() === file.sha256) return null;
    isFromSeveralResponses ||= part.length > 0;
    const requestedAtMs = now();
    try {
      const outcome = await fetchNextBytes(part, url, remoteFiles, file, options);
      if (typeof outcome === 'object') {
        if (remoteFiles === sources.withTokens || !sources.hasToken?.(new URL(url).host))
          return new SkippedAddress(outcome.refusal);
        remoteFiles = sources.withTokens;
        continue;
      }
      const sha256 = part.hash();
      if (sha256 === file.sha256) return null;
      const { length: bytes, validator } = part;
      await part.clear();
      // The second attempt may also consist of several responses, if the host breaks off every response. If
      // both attempts have the same hash, it is the hash of the host's content.
      if (!isFromSeveralResponses || previousHash !== null) {
        const etag = validator?.startsWith('"') ? validator : null;
        if (outcome === 'whole' && (!isFromSeveralResponses || previousHash === sha256))
          options.onOtherContent?.({ url, etag, sha256, bytes }, true);
        return new SkippedAddress(otherHashReason(sha256));
      }
      [previousHash, isFromSeveralResponses] = [sha256, false];
      lengthAtProgress = 0;
    } catch (error) {
      if (error instanceof SkippedAddress) return error;
      if (!(error instanceof RemoteFailure)) throw error;
      const hasProgressed = part.length >= lengthAtProgress + minBytes;
      if (hasProgressed) lengthAtProgress = part.length;
      failures = hasProgressed ? 0 : failures + 1;
      const { retryAfterSeconds } = error;
      if (
        !isTemporary(error) ||
        failures >= maxStalledAttempts ||
        (retryAfterSeconds ?? 0) > maxWaitSeconds
      ) {
        return error;
      }
      const backOffMs = hasProgressed
        ? requestedAtMs + requestIntervalMs - now()
        : firstPauseMs * 2 ** (failures - 1);
      const delayMs = Math.max(0, backOffMs, (retryAfterSeconds ?? 0) * 1000);
      if (delayMs >= firstPauseMs) options.onRetry?.(error.message, Math.round(delayMs / 1000));
      await pause(delayMs);
    }
  }
}

const otherHashReason = (sha256: string) => `its SHA-256 is ${sha256}, not that of the record`;

const maxWaitSeconds = 120;

const isTemporary = ({ kind }: RemoteFailure) =>
  kind === 'unreachable' || kind === 'timed_out' || kind === 'rate_limited' || kind === 'host_busy';

/**
 * Sends one request and appends the bytes of the response to the unfinished file.
 *
 * @returns `whole`: the unfinished file has all bytes of the host's file; its hash is not checked yet.
 *   `ended`: the response has ended, but may not be the file, because the host does not state the size, or
 *   sends an HTML page or a Git LFS pointer. `refusal`: the reason why the host requires an account
 * @throws RemoteFailure when the response ends too early; SkippedAddress when this URL cannot serve the file,
 *   for example because it is too slow
 */
async function fetchNextBytes(
  part: Part,
  url: string,
  remoteFiles: RemoteFiles,
  { sha256, bytes: expectedBytes, mostBytes, mostAnnounced }: FileToPull,
  {
    onProgress,
    onOtherContent,
    knownContents = [],
    freeBytes,
    now = () => performance.now(),
  }: AttemptOptions,
): Promise<'whole' | 'ended' | { readonly refusal: string }> {
  const start = part.length;
  const knownContent = knownContents.find(
    (each) => each.url === url && each.etag !== null && each.sha256 !== sha256,
  );
  const headers =
    start > 0
      ? { range: `bytes=${start}-`, ...(part.validator && { 'if-range': part.validator }) }
      : knownContent?.etag
        ? { 'if-none-match': knownContent.etag }
        : {};
  // Checked before the request. If pull waited between the headers and the body, the host could break off
  // meanwhile, and bytes could be lost.
  const freeBytesAtStart = await freeBytes();
  await using answer = await remoteFiles.open({
    method: 'GET',
    url,
    headers,
    // One chunk more than allowed, so that the check below reports the error.
    maxBytes: mostAnnounced + 2 ** 20,
    timeoutMs: responseTimeoutMs,
  });
  const refusal = findRefusal(answer);
  if (refusal !== null) return { refusal };
  if (knownContent && (answer.status === 304 || answer.headers.etag === knownContent.etag)) {
    onOtherContent?.(knownContent, false);
    throw new SkippedAddress(`${otherHashReason(knownContent.sha256)}, as its ETag says`);
  }
  const { statedLength, isComplete } = await prepareForResponse(part, answer, start);
  if (isComplete) return 'whole';
  const maxBytes = statedLength === null ? mostBytes : mostAnnounced;
  if (statedLength !== null && statedLength > maxBytes) await skipAddress(part, tooLargeReason(maxBytes));
  const totalBytes = statedLength ?? expectedBytes;
  const spaceProblem = findSpaceProblem(part, totalBytes, freeBytesAtStart);
  if (spaceProblem) await skipAddress(part, spaceProblem);
  let lengthAtSpaceCheck = part.length;
  onProgress?.(part.length, statedLength);
  let isUncertain = statedLength === null || (answer.headers['content-type'] ?? '').startsWith('text/html');
  let [windowStartMs, lengthAtWindowStart] = [now(), part.length];
  for await (const bytes of answer.body) {
    if (part.length + bytes.length > maxBytes) await skipAddress(part, tooLargeReason(maxBytes));
    isUncertain ||= part.length === 0 && isLfsPointer(bytes);
    await part.append(bytes);
    if (part.length - lengthAtSpaceCheck >= bytesBetweenSpaceChecks) {
      lengthAtSpaceCheck = part.length;
      const laterSpaceProblem = findSpaceProblem(part, totalBytes, await freeBytes());
      if (laterSpaceProblem) await skipAddress(part, laterSpaceProblem);
    }
    onProgress?.(part.length, statedLength);
    if (now() - windowStartMs > slowWindowMs) {
      if (part.length - lengthAtWindowStart < minBytes) throw new SkippedAddress(tooSlowReason);
      [windowStartMs, lengthAtWindowStart] = [now(), part.length];
    }
    if (statedLength !== null && part.length > statedLength) break;
  }
  if (statedLength !== null && part.length < statedLength) {
    throw new RemoteFailure('unreachable', `it ended after ${part.length} of ${statedLength} bytes`);
  }
  return isUncertain ? 'ended' : 'whole';
}

const isLfsPointer = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 100)).toString('latin1').startsWith('version https://git-lfs.github.com/');

const tooLargeReason = (maxBytes: number) => `it sends more than the ${maxBytes} bytes allowed for this file`;

/**
 * Returns the reason why the rest of the file does not fit on the disk; null when it fits.
 * @param totalBytes the size of the whole file, in bytes; null: unknown
 * @param freeBytes the free bytes of the disk
 */
function findSpaceProblem({ length }: Part, totalBytes: number | null, freeBytes: number): string | null {
  if (totalBytes === null) {
    return freeBytes < spareBytes
      ? `its size is unknown, and only ${freeBytes} bytes are free on the disk`
      : null;
  }
  return totalBytes - length > freeBytes
    ? `not enough disk space: ${totalBytes - length} bytes must be downloaded, but only ${freeBytes} bytes are free`
    : null;
}

/**
 * Empties the unfinished file and throws SkippedAddress with the reason. Called when other URLs cannot
 * continue from the bytes of this one.
 */
async function skipAddress(part: Part, reason: string): Promise<never> {
  await part.clear();
  throw new SkippedAddress(reason);
}

/**
 * Prepares the unfinished file for the bytes of a response. Empties it when the response starts at the first
 * byte instead of continuing the file.
 * @param start the size of the unfinished file when the request was sent
 * @returns `statedLength`: the size of the whole file, in bytes; null when the host does not state it.
 *   `isComplete`: whether the unfinished file already has all bytes of the host's file
 * @throws RemoteFailure when a retry may help; SkippedAddress when this URL does not serve the file
 */
async function prepareForResponse(
  part: Part,
  { status, headers }: RemoteAnswer,
  start: number,
): Promise<{ statedLength: number | null; isComplete: boolean }> {
  if (status === 206) {
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(first) !== start) {
      await part.clear();
      throw new RemoteFailure(
        'unreachable',
        `it returned a different range than requested: ${headers['content-range']}`,
      );
    }
    return { statedLength: total === undefined || total === '*' ? null : Number(total), isComplete: false };
  }
  if (status === 416 && start > 0) {
    // The host has no further bytes: the unfinished file is complete, or has wrong bytes.
    return { statedLength: start, isComplete: true };
  }
  if (status !== 200) {
    if (status < 500)
      throw new SkippedAddress(`it answered ${[status, headers['x-error-code']].join(' ').trim()}`);
    throw new RemoteFailure('unreachable', `it answered ${status}`);
  }
  // The host ignores ranges, or its file has changed: the response starts at the first byte.
  if (start > 0) await part.clear();
  const etag = headers.etag ?? headers['last-modified'];
  await part.setValidator(etag !== undefined && !etag.startsWith('W/') ? etag : null);
  return { statedLength: lengthOf(headers['content-length']), isComplete: false };
}

function lengthOf(header: string | undefined): number | null {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : null;
}
