import { z } from 'zod';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { Observation } from '../../records/files/observation.ts';
import { sizeOfFile } from './answer-headers.ts';
import type { KeepClaim } from './check-addresses.ts';
import { observed } from './probe-http.ts';
import { type ResumableHash, resumableHash } from './resumable-hash.ts';

/** How far a file was read, as it is stored between processes. */
const savedShape = z.object({
  /** What the host that gave the bytes calls them: only more of the same is added. */
  name: z.string(),
  position: z.number().int().positive(),
  hash: z.string(),
});

export interface WholeReadOptions {
  readonly remote: RemoteFiles;
  /** What is read before it is stored how far: a process that is killed loses no more. */
  readonly pieceBytes: number;
  /** Of the whole file; more is a failure. */
  readonly maxBytes: number;
  readonly keepClaim: KeepClaim;
  readonly signal: AbortSignal;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly onBytes: (position: number) => void;
}

export interface WholeFile {
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Half a day: 2 GB at 50 kB/s. Silence ends after 30 seconds. */
const longestMs = 12 * 60 * 60 * 1000;
/** A host that gives less in a minute than this has failed; what it gave is kept. */
const slow = { windowMs: 60_000, leastBytes: 64 * 1024 };
/** How often the claim is kept while bytes come, in milliseconds: well within its time. */
const keepEveryMs = 15_000;

/**
 * Reads a file once and keeps nothing of it but its SHA-256, from where an earlier process or answer ended when
 * the host says by its ETag that it is still the same file; otherwise from the beginning.
 *
 * @param saved how far it was read before; null or useless: not at all
 * @returns an observation when something else than the file answers
 * @throws RemoteFailure; how far it came is stored
 */
export async function readWhole(
  url: string,
  saved: string | null,
  options: WholeReadOptions,
): Promise<WholeFile | Observation> {
  const part = await partOf(saved);
  for (;;) {
    const before = part.position;
    try {
      const other = await readOn(url, part, options);
      return other ?? { sha256: part.hash.digest(), size_bytes: part.position };
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      const kept = await options.keepClaim(part.save());
      const isCut = error.kind === 'unreachable' || error.kind === 'timed_out';
      const gotOn = part.name !== null && part.position - before >= options.pieceBytes;
      // A host that cuts long answers still gives the whole, piece by piece.
      if (!kept || !isCut || !gotOn) throw error;
    }
  }
}

/** @returns null once the whole is read */
async function readOn(url: string, part: Part, options: WholeReadOptions): Promise<Observation | null> {
  const { remote, pieceBytes, maxBytes, keepClaim, signal, now, onBytes } = options;
  const start = part.position;
  await using answer = await remote.open({
    method: 'GET',
    url,
    headers: part.name === null ? {} : { range: `bytes=${start}-`, 'if-range': part.name },
    maxBytes,
    timeoutMs: longestMs,
  });
  if (answer.status === 416 && start > 0) {
    await part.restart();
    throw new RemoteFailure('unreachable', 'The file has become shorter while it was read.');
  }
  const answered = observed(url, answer, 'full_download');
  if (answered.outcome !== 'there') return answered;
  await part.follow(answer);
  const end = sizeOfFile(answer);
  if ((end ?? 0) > maxBytes) throw tooLarge(maxBytes);
  onBytes(part.position);
  let [stored, kept] = [part.position, now()];
  let [since, counted] = [now(), part.position];
  for await (const bytes of answer.body) {
    if (signal.aborted) throw new RemoteFailure('unreachable', 'Stopped.');
    part.append(bytes);
    onBytes(part.position);
    if (part.position > maxBytes) throw tooLarge(maxBytes);
    const isPiece = part.position - stored >= pieceBytes;
    if (isPiece || now() - kept >= keepEveryMs) {
      if (!(await keepClaim(part.save()))) throw new RemoteFailure('host_busy', 'Another run reads it.');
      [stored, kept] = [part.position, now()];
    }
    if (now() - since >= slow.windowMs) {
      if (part.position - counted < slow.leastBytes) {
        throw new RemoteFailure('timed_out', 'The host gives less than 64 kB in a minute.');
      }
      [since, counted] = [now(), part.position];
    }
  }
  if (end !== null && part.position !== end) {
    throw new RemoteFailure('unreachable', `It ended after ${part.position} of ${end} bytes.`);
  }
  return null;
}

const tooLarge = (maxBytes: number) => new RemoteFailure('too_large', `More than ${maxBytes} bytes.`);

/** The beginning of a file, of which the hash alone is kept. */
interface Part {
  readonly position: number;
  readonly name: string | null;
  readonly hash: ResumableHash;
  append(bytes: Uint8Array): void;
  restart(): Promise<void>;
  /** Goes on with what this answer gives, from the beginning where it begins there. @throws RemoteFailure */
  follow(answer: RemoteAnswer): Promise<void>;
  /** Empty where a host that names no bytes could give others next time. */
  save(): string;
}

async function partOf(saved: string | null): Promise<Part> {
  const before = readSaved(saved);
  let position = before?.position ?? 0;
  let name = before?.name ?? null;
  let hash: ResumableHash;
  try {
    hash = await resumableHash(before?.hash);
  } catch {
    // Of another version of the library: from the beginning.
    [position, name, hash] = [0, null, await resumableHash()];
  }
  const part: Part = {
    get position() {
      return position;
    },
    get name() {
      return name;
    },
    get hash() {
      return hash;
    },
    append: (bytes) => {
      hash.update(bytes);
      position += bytes.length;
    },
    restart: async () => {
      [position, name, hash] = [0, null, await resumableHash()];
    },
    follow: async ({ status, headers }) => {
      const given = nameOf(headers);
      if (status === 206) {
        const first = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
        // Some hosts do not know If-Range, and give the range of whatever is there now.
        if (position > 0 && Number(first) === position && given === name) return;
        await part.restart();
        throw new RemoteFailure('unreachable', 'The file has changed while it was read.');
      }
      if (position > 0) await part.restart();
      name = given;
    },
    save: () =>
      name === null || position === 0 ? '' : JSON.stringify({ name, position, hash: hash.save() }),
  };
  return part;
}

/** By what `If-Range` may ask for more of the same bytes. */
function nameOf({ etag, 'last-modified': modified }: RemoteAnswer['headers']): string | null {
  if (etag !== undefined) return etag.startsWith('W/') ? null : etag;
  return modified ?? null;
}

function readSaved(saved: string | null): z.infer<typeof savedShape> | null {
  if (!saved) return null;
  try {
    return savedShape.parse(JSON.parse(saved));
  } catch {
    return null;
  }
}
