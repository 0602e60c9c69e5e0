import { createHash } from 'node:crypto';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import { type AddressState, type Observation, wasReadSince } from '../../records/files/address-state.ts';
import { hostOf } from '../../records/files/host-address.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import type { AddressChecks, KeepClaim, Look } from './check-addresses.ts';
import { seenIn } from './evidence.ts';
import { failed } from './probe.ts';
import { observed, otherThanFile, sizeOfFile } from './probe-http.ts';

export interface DeepLookOptions {
  readonly remote: RemoteFiles;
  /**
   * Size, in bytes, of the largest file that is read whole. For a larger file, the result of the usual look
   * stays.
   */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /**
   * Called with the number of bytes of a file read so far. `size` is the size that its host states; null:
   * unknown.
   */
  readonly onBytes: (url: string, position: number, size: number | null) => void;
  /**
   * Called for a file that is too large to be read. `size` is the size that its host states; null: unknown.
   */
  readonly onTooLarge: (url: string, size: number | null) => void;
}

/**
 * Number of bytes by which a file may be longer or shorter than the size that its host states at first; reading
 * a longer file fails. Some hosts round sizes.
 */
const marginBytes = 1024 * 1024;
/**
 * The longest time that reading one answer may take, in milliseconds. Half a day is enough for 2 GB at 50
 * kB/s. A host that sends nothing is given up after 30 seconds.
 */
const longestMs = 12 * 60 * 60 * 1000;
/** The slowest rate that is accepted: a host has to send `leastBytes` in every `windowMs` (milliseconds). */
const slow = { windowMs: 60_000, leastBytes: 64 * 1024 };
/**
 * Time between two extensions of the claim on an address while its file is read. It is much shorter than a
 * claim.
 */
const keepEveryMs = 15_000;

/**
 * Makes a look that begins with the shallow look. When that look finds that everybody may download the file,
 * and its host states no size above `mostBytes`, it then reads the whole file. It gives up a file of unknown
 * size that turns out to be larger.
 */
export function deepLook(shallow: Look, options: DeepLookOptions): Look {
  const { mostBytes, onBytes, onTooLarge } = options;
  return async (address, keepClaim): Promise<Observation> => {
    const { url } = address;
    const first = await shallow(address, keepClaim);
    if (first.outcome !== 'there') return first;
    const size = first.seen.size_bytes;
    if (size !== null && size > mostBytes) {
      onTooLarge(url, size);
      return first;
    }
    try {
      const read = await readWhole(url, {
        ...options,
        leastBytes: Math.max(0, (size ?? 0) - marginBytes),
        maxBytes: size === null ? mostBytes : Math.min(mostBytes, size + marginBytes),
        keepClaim,
        onBytes: (position) => onBytes(url, position, size),
      });
      if ('outcome' in read) return read;
      return { ...first, how: 'full_download', seen: { ...first.seen, ...read } };
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      if (error.kind === 'too_large' && size === null) {
        onTooLarge(url, null);
        return first;
      }
      return failed(error, 'full_download');
    }
  };
}

type ReadOptions = Pick<DeepLookOptions, 'remote' | 'signal' | 'now'> & {
  /** Least size of a file, in bytes. A shorter answer that does not state its length was cut off. */
  readonly leastBytes: number;
  /** Largest size of a file, in bytes; reading a larger file fails. */
  readonly maxBytes: number;
  readonly keepClaim: KeepClaim;
  readonly onBytes: (position: number) => void;
};

/**
 * Reads a whole file, and keeps only its SHA-256 and size. When an answer breaks off, asks for the rest. It
 * uses the rest only if the host's ETag or date shows that the file is still the same.
 *
 * @returns an observation when the host answers with something other than the file
 * @throws RemoteFailure
 */
async function readWhole(
  url: string,
  options: ReadOptions,
): Promise<{ sha256: string; size_bytes: number } | Observation> {
  const part: Part = { position: 0, name: null, hash: createHash('sha256') };
  for (;;) {
    const before = part.position;
    try {
      const other = await readOn(url, part, options);
      return other ?? { sha256: part.hash.digest('hex'), size_bytes: part.position };
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      const isCut = error.kind === 'unreachable' || error.kind === 'timed_out';
      const gotOn = part.name !== null && part.position - before >= slow.leastBytes;
      // A host that cuts long answers still gives the whole file, piece by piece.
      if (!isCut || !gotOn || options.signal.aborted || !(await options.keepClaim())) throw error;
    }
  }
}

/** The part of a file that was read so far: its length and its hash. */
interface Part {
  position: number;
  /**
   * The ETag or date that came with the bytes read so far; null: none that can be compared. The rest is added
   * only if it comes with the same one.
   */
  name: string | null;
  hash: ReturnType<typeof createHash>;
}

/**
 * Requests the rest of a file, from the end of the part read so far, and adds it to the part.
 *
 * @returns null once the file is complete; an observation when the host answers with something else
 */
async function readOn(url: string, part: Part, options: ReadOptions): Promise<Observation | null> {
  const { remote, leastBytes, maxBytes, keepClaim, signal, now, onBytes } = options;
  await using answer = await remote.open({
    method: 'GET',
    url,
    headers: part.name === null ? {} : { range: `bytes=${part.position}-`, 'if-range': part.name },
    maxBytes,
    timeoutMs: longestMs,
  });
  if (answer.status === 416 && part.position > 0) throw changed();
  const answered = observed(url, answer, 'full_download');
  if (answered.outcome !== 'there') return answered;
  follow(part, answer);
  const end = sizeOfFile(answer);
  if ((end ?? 0) > maxBytes) throw tooLarge(maxBytes);
  onBytes(part.position);
  let kept = now();
  let [since, counted] = [now(), part.position];
  for await (const bytes of answer.body) {
    const other = part.position === 0 ? otherThanFile(url, answer, bytes, 'full_download') : null;
    if (other !== null) return other;
    if (signal.aborted) throw new RemoteFailure('unreachable', 'Stopped.');
    part.hash.update(bytes);
    part.position += bytes.length;
    onBytes(part.position);
    if (part.position > maxBytes) throw tooLarge(maxBytes);
    if (now() - kept >= keepEveryMs) {
      if (!(await keepClaim())) throw new RemoteFailure('host_busy', 'Another run reads it.');
      kept = now();
    }
    if (now() - since >= slow.windowMs) {
      if (part.position - counted < slow.leastBytes) {
        throw new RemoteFailure('timed_out', 'The host gives less than 64 kB in a minute.');
      }
      [since, counted] = [now(), part.position];
    }
  }
  if (end === null ? part.position < leastBytes : part.position !== end) {
    const of = end ?? `at least ${leastBytes}`;
    throw new RemoteFailure('unreachable', `It ended after ${part.position} of ${of} bytes.`);
  }
  return null;
}

const changed = () => new RemoteFailure('unreachable', 'The file has changed while it was read.');
const tooLarge = (maxBytes: number) => new RemoteFailure('too_large', `More than ${maxBytes} bytes.`);

/**
 * Prepares `part` for the bytes of an answer. When the answer begins where the part ends, the part stays.
 * When the answer is the whole file, the part is emptied.
 *
 * @throws RemoteFailure when the answer is a piece of the file that does not continue the part
 */
function follow(part: Part, { status, headers }: RemoteAnswer): void {
  const name = nameOf(headers);
  if (status === 206) {
    const first = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
    // Some hosts ignore `If-Range` and give the range of the present file.
    if (part.position > 0 && Number(first) === part.position && name === part.name) return;
    throw changed();
  }
  Object.assign(part, { position: 0, name, hash: createHash('sha256') });
}

/**
 * Gives the value for `If-Range`, by which a host finds out whether the file is still the same: a strong
 * ETag, or the date when there is no ETag. Gives null for a weak ETag, or when there is neither.
 */
function nameOf({ etag, 'last-modified': modified }: RemoteAnswer['headers']): string | null {
  if (etag !== undefined) return etag.startsWith('W/') ? null : etag;
  return modified ?? null;
}

interface ReadProgress {
  /** The finished share from 0 to 1, by bytes if the sizes are known. */
  readonly share: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface DeepRun extends Pick<DeepLookOptions, 'mostBytes' | 'now' | 'onTooLarge'> {
  readonly onBytes: (progress: ReadProgress) => void;
}

/**
 * Makes what a run needs to read whole files: `lookWith` makes the look of its checks, `pass` reads the files
 * at given addresses.
 */
export function deepPasses(
  { onBytes, onTooLarge, ...run }: DeepRun,
  {
    files,
    stateOf,
    readSince,
    hostsAtOnce,
    tries,
    remote,
    signal,
  }: Pick<DeepLookOptions, 'remote' | 'signal'> & {
    readonly files: readonly RecordFile[];
    readonly stateOf: (url: string) => AddressState;
    /** `pass` skips files that were read whole after this time (Unix seconds). */
    readonly readSince: number;
    readonly hostsAtOnce: number;
    readonly tries: number;
  },
) {
  const toRead = files.filter(({ url }) => !wasReadSince(stateOf(url), readSince));
  const sizes = toRead.map(
    ({ url, expected }) => [url, seenIn(stateOf(url))?.size_bytes ?? expected.size_bytes] as const,
  );
  const progress = readProgress(new Map(sizes));
  const theirs = new Set<string>();
  const tooLarge = new Set<string>();
  return {
    /** Makes a look that reads the whole file after the usual look. */
    lookWith: (usual: Look): Look =>
      deepLook(usual, {
        ...run,
        remote,
        signal,
        onTooLarge: (url, size) => {
          tooLarge.add(url);
          onTooLarge(url, size);
        },
        onBytes: (...news) => {
          progress.read(...news);
          onBytes(progress.sum());
        },
      }),
    /**
     * Reads the files of these addresses, one at a time for each host, except files read after `readSince`.
     *
     * @returns the number of addresses looked at
     */
    pass: async (checks: AddressChecks, urls: readonly string[]): Promise<number> => {
      const byHost = [...Map.groupBy(urls, (url) => hostOf(url) ?? '').values()];
      let looked = 0;
      const work = async () => {
        for (let own = byHost.shift(); own; own = byHost.shift()) {
          looked += await checks.check(own, {
            signal,
            tries,
            atOnce: 1,
            isDone: ({ state }) => wasReadSince(state, readSince),
            onDone: (url, how) => {
              if (how === 'theirs') theirs.add(url);
              else theirs.delete(url);
              progress.done(url);
              onBytes(progress.sum());
            },
          });
        }
      };
      await Promise.all(Array.from({ length: hostsAtOnce }, work));
      return looked;
    },
    /** Lists the addresses that `pass` has skipped because other runs had claimed them. */
    left: () => [...theirs],
    isTooLarge: (url: string) => tooLarge.has(url),
  };
}

/**
 * Counts the bytes that a run has read and those that it has to read.
 * @param sizes the size of each file by address; null: not known yet
 */
function readProgress(sizes: ReadonlyMap<string, number | null>) {
  const files = new Map([...sizes].map(([url, size]) => [url, { size: size ?? 0, position: 0 }]));
  let finished = 0;
  let [bytes, ofBytes] = [0, 0];
  for (const { size } of files.values()) ofBytes += size;
  const put = (url: string, position: number, size: number) => {
    const before = files.get(url) ?? { size: 0, position: 0 };
    bytes += position - before.position;
    ofBytes += size - before.size;
    files.set(url, { size, position });
  };
  return {
    read: (url: string, position: number, size: number | null) =>
      put(url, position, Math.max(position, size ?? 0)),
    done: (url: string) => {
      finished += 1;
      const { size } = files.get(url) ?? { size: 0 };
      put(url, size, size);
    },
    sum: (): ReadProgress => ({
      share: Math.min(1, ofBytes === 0 ? finished / Math.max(1, files.size) : bytes / ofBytes),
      bytes,
      ofBytes,
    }),
  };
}
