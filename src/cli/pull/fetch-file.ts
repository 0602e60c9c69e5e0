import { rm } from 'node:fs/promises';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import { openPart, type Part } from './part.ts';
import { hashTold, refusalOf } from './refusals.ts';
import type { TargetFolder } from './target-folder.ts';
import type { WantedFile } from './wanted-files.ts';

export interface FetchOptions {
  /** Called as bytes come: how many are there now, and how many there will be (null: unknown). */
  readonly onProgress?: (bytes: number, of: number | null) => void;
  /** Called before a host is asked again after a pause: why, and in how many seconds. */
  readonly onRetry?: (reason: string, seconds: number) => void;
  /**
   * Tells whether a host that wants an account may be asked with the user's token. Without this function, such
   * addresses are passed over.
   */
  readonly mayAskWithToken?: (url: URL) => Promise<boolean>;
  /** Whether a file of other bytes that somebody else put there is replaced. Default: yes. */
  readonly replace?: boolean;
  /** Gives the free bytes of the disk. Default: asks the disk. */
  readonly freeBytes?: () => Promise<number>;
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

type AttemptOptions = FetchOptions & Required<Pick<FetchOptions, 'freeBytes'>>;

/** The error when no address gave the bytes that the record promises; its message says what each host did. */
export class NotFetched extends Error {}

/** The error for an address that is of no use now: the next address is asked. */
class PassedOver extends Error {}

/**
 * The error for an address whose file is larger than its record leads to expect: it is asked again when no other
 * address has the bytes.
 */
class Larger extends PassedOver {}

/** The most requests in a row to an address that stops in the middle and gives little each time. */
const triesWithoutProgress = 4;
/** Milliseconds that one answer may take: half a day, which is 2 GB at 50 kB/s. Silence ends it after 30 seconds. */
const longestMs = 12 * 60 * 60 * 1000;
/** Bytes of the disk that stay free when the size of the file is unknown. */
const spareBytes = 2 ** 30;
/** The number of bytes after which the disk is asked again for free space. */
const bytesBetweenLooks = 64 * 2 ** 20;
/**
 * A host that gives less than `leastBytes` in this time, or in `triesWithoutProgress` requests, is passed over; the
 * bytes that it gave are kept.
 */
const slowWindowMs = 60_000;
const leastBytes = 64 * 1024;
const tooSlow = 'it gives less than 64 kB in a minute';
/**
 * Milliseconds to wait after a request that brought less than `leastBytes`; doubled after each further such
 * request.
 */
const firstPauseMs = 1_000;
/**
 * The pause before the next request to an address that gave something. Hosts that cut after each
 * megabyte are asked on at once; one that cuts as soon as it has given enough is asked 20 times a second at most.
 */
const betweenRequestsMs = 50;

/**
 * Fetches a file from the first of its addresses that has the right bytes, and puts it in its place. Bytes that an
 * earlier run has fetched are not fetched again: only the rest is, by range requests.
 *
 * @returns how many bytes it has
 * @throws NotFetched; errors of the disk
 */
export async function fetchFile(
  folder: TargetFolder,
  wanted: WantedFile,
  sources: Sources,
  options: FetchOptions = {},
): Promise<number> {
  const part = folder.partPath(wanted.sha256);
  const { freeBytes = () => folder.freeBytes() } = options;
  const length = await fetchPart(part, wanted, sources, { ...options, freeBytes });
  await folder.place(part, wanted.path, wanted.sha256, options.replace);
  await rm(`${part}.etag`, { force: true });
  return length;
}

/**
 * Completes the part of a file: afterwards it is verified, on the disk and closed. It is opened once for all
 * attempts at all addresses, so that the bytes already there are read and hashed only once.
 */
async function fetchPart(
  path: string,
  wanted: WantedFile,
  sources: Sources,
  options: AttemptOptions,
): Promise<number> {
  await using part = await openPart(path);
  const reasons = new Map<string, Set<string>>();
  const largest = { ...wanted, mostBytes: wanted.mostAnnounced };
  const larger: string[] = [];
  for (const [url, isSecondTime] of inTurn(wanted.urls, larger)) {
    const failed = isSecondTime
      ? ((await otherHash(url, wanted, sources)) ?? (await fromAddress(part, url, largest, sources, options)))
      : await fromAddress(part, url, wanted, sources, options);
    if (failed === null) {
      await part.sync();
      return part.length;
    }
    if (failed instanceof Larger && !isSecondTime) larger.push(url);
    else addReason(reasons, url, failed.message);
  }
  const said = Array.from(reasons, ([host, each]) => `${host}: ${[...each].join(', ')}`);
  throw new NotFetched(`${wanted.path}: ${said.join('; ')}`);
}

/**
 * Gives each address with false, and then once more, with true, each address that was found to have a larger file.
 */
function* inTurn(urls: readonly string[], larger: readonly string[]): Generator<[string, boolean]> {
  for (const url of urls) yield [url, false];
  for (const url of larger) yield [url, true];
}

/**
 * Asks the host of a file that is larger than its record says for the file's hash. Gives an error when that is not
 * the record's; null when it is, or the host says none.
 */
async function otherHash(url: string, { sha256 }: WantedFile, { open }: Sources): Promise<PassedOver | null> {
  const told = await hashTold(open, url);
  if (told === null || told === sha256) return null;
  return new PassedOver(`it says that the SHA-256 of its file is ${told}, and the record says ${sha256}`);
}

/** Adds a reason, as one line, under the host of `url`, without repeating the host's name. */
function addReason(reasons: Map<string, Set<string>>, url: string, reason: string): void {
  const { host } = new URL(url);
  const line = reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  const short = line.startsWith(host) ? line.slice(host.length).replace(/^:? /, '') : line;
  reasons.set(host, (reasons.get(host) ?? new Set()).add(short));
}

/** Fetches from one address. null: the part is complete and verified; otherwise the reason. */
async function fromAddress(
  part: Part,
  url: string,
  wanted: WantedFile,
  sources: Sources,
  options: AttemptOptions,
): Promise<Error | null> {
  const { now = () => performance.now() } = options;
  const { pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = options;
  let from: RemoteFiles = sources.open;
  let failures = 0;
  if (part.length > wanted.mostAnnounced) await part.clear();
  let mark = part.length;
  // Bytes put together from several answers may be wrong although the host has the right ones: then the whole
  // file is fetched again.
  let mixed = false;
  for (;;) {
    if (part.length > 0 && part.hash() === wanted.sha256) return null;
    mixed ||= part.length > 0;
    const askedAt = now();
    try {
      const end = await readOn(part, url, from, wanted, options);
      if (end !== 'whole') {
        if (from === sources.withTokens || !(await options.mayAskWithToken?.(new URL(url)))) {
          return new PassedOver(end.refusal);
        }
        from = sources.withTokens;
        continue;
      }
      if (part.hash() === wanted.sha256) return null;
      await part.clear();
      if (!mixed) return new PassedOver('its bytes are not those of the record');
      mixed = false;
      mark = 0;
    } catch (error) {
      if (error instanceof PassedOver) return error;
      if (!(error instanceof RemoteFailure)) throw error;
      const isFarther = part.length >= mark + leastBytes;
      if (isFarther) mark = part.length;
      failures = isFarther ? 0 : failures + 1;
      const after = error.retryAfterSeconds;
      if (!mayPass(error) || failures >= triesWithoutProgress || (after ?? 0) > longestWaitSeconds) {
        return error;
      }
      const own = isFarther ? askedAt + betweenRequestsMs - now() : firstPauseMs * 2 ** (failures - 1);
      const ms = Math.max(0, own, (after ?? 0) * 1000);
      if (ms >= firstPauseMs) options.onRetry?.(error.message, Math.round(ms / 1000));
      await pause(ms);
    }
  }
}

const longestWaitSeconds = 120;

const mayPass = ({ kind }: RemoteFailure) =>
  kind === 'unreachable' || kind === 'timed_out' || kind === 'rate_limited' || kind === 'host_busy';

/** @throws RemoteFailure, PassedOver when it ends before the whole is there */
async function readOn(
  part: Part,
  url: string,
  from: RemoteFiles,
  { bytes: expected, mostBytes, mostAnnounced }: WantedFile,
  { onProgress, freeBytes, now = () => performance.now() }: AttemptOptions,
): Promise<'whole' | { readonly refusal: string }> {
  const start = part.length;
  const headers =
    start === 0 ? {} : { range: `bytes=${start}-`, ...(part.name && { 'if-range': part.name }) };
  // Not between head and body: what a host that cuts has sent would be lost.
  const free = await freeBytes();
  await using answer = await from.open({
    method: 'GET',
    url,
    headers,
    // A piece more than is kept.
    maxBytes: mostBytes + 2 ** 20,
    timeoutMs: longestMs,
  });
  const refusal = refusalOf(answer);
  if (refusal !== null) return { refusal };
  const { end, isWhole } = await positionOf(part, answer, start);
  if (isWhole) return 'whole';
  if (end !== null && end > mostAnnounced) await giveUp(part, tooMuch(mostAnnounced));
  if (end !== null && end > mostBytes) throw new Larger(tooMuch(mostBytes));
  const whole = end ?? expected;
  const noRoom = lackOfRoom(part, whole, free);
  if (noRoom) await giveUp(part, noRoom);
  let looked = part.length;
  onProgress?.(part.length, end);
  let [since, counted] = [now(), part.length];
  for await (const bytes of answer.body) {
    if (part.length + bytes.length > mostBytes) await giveUp(part, tooMuch(mostBytes));
    await part.append(bytes);
    if (part.length - looked >= bytesBetweenLooks) {
      looked = part.length;
      const lack = lackOfRoom(part, whole, await freeBytes());
      if (lack) await giveUp(part, lack);
    }
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

const tooMuch = (most: number) => `it gives more than the ${most} bytes that may be read of this file`;

/** Says why the disk has no room for the rest of the file; null when it has. */
function lackOfRoom({ length }: Part, whole: number | null, free: number): string | null {
  if (whole === null) {
    const isLittle = free < spareBytes;
    return isLittle ? `nobody says how large it is, and the disk has only ${free} bytes free` : null;
  }
  return whole - length > free ? `${whole - length} bytes are to come, and the disk has ${free} free` : null;
}

/** Drops the part, which is of no use to another address either. */
async function giveUp(part: Part, reason: string): Promise<never> {
  await part.clear();
  throw new PassedOver(reason);
}

/** The position in the file at which the answer's bytes belong. @throws RemoteFailure, PassedOver */
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
    if (status < 500)
      throw new PassedOver(`it answered ${[status, headers['x-error-code']].join(' ').trim()}`);
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
