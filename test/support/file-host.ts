import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A host of files on loopback that misbehaves as a test says. */
export interface FileHost extends AsyncDisposable {
  readonly host: string;
  url(name: string): string;
  /** Adds a file; returns its SHA-256. */
  put(name: string, bytes: Buffer): string;
  faults: FileFaults;
  /** Pause between two pieces (64 kB) of an answer, in milliseconds. Default: 0. */
  pieceMs: number;
  /** The requests so far. `from` is the first requested byte. */
  readonly asked: { readonly name: string; readonly from: number }[];
  /** Number of bytes of files sent so far. */
  readonly sent: number;
}

export interface FileFaults {
  /** Number of bytes of each answer after which the connection is cut. */
  readonly cutAfter?: number;
  /** Whether a request for a range is answered with 200 and the whole file. */
  readonly ignoresRanges?: boolean;
  /** Sends wrong bytes of the right length, with an ETag that differs from the file's. */
  readonly lies?: boolean;
  /** The `Content-Type` header of files. */
  readonly type?: string;
  /** Sends no ETag. */
  readonly nameless?: boolean;
  /** Answers with this status in place of the file. */
  readonly status?: number;
  /** Seconds in the `Retry-After` header of answers with `status`. */
  readonly retryAfter?: number;
  /** The value of the `X-Error-Code` header of answers with `status`. */
  readonly code?: string;
  /** Redirects requests to this address. */
  readonly leadsTo?: string;
  /** The length that the host announces, as a multiple of the file's true length. Default: 1. */
  readonly tells?: number;
  /** Answers 401 to requests without this token. */
  readonly token?: string;
  /** Number of bytes after which an answer stops without ending: the connection stays open and silent. */
  readonly stallsAfter?: number;
  /** Sends bytes without end, and no length. */
  readonly endless?: boolean;
  /** Whether `Content-Range` states a range that begins one byte later than the bytes that are sent. */
  readonly wrongRange?: boolean;
}

const pieceBytes = 64 * 1024;

interface ServedFile {
  readonly etag: string;
  /** Length of the file, in bytes. */
  readonly length: number;
  piece(from: number, to: number): Buffer;
}

/** Makes a file of the same length with other bytes and another ETag. */
const otherOf = ({ length }: ServedFile): ServedFile => ({
  etag: `"other-${length}"`,
  length,
  piece: (from, to) => Buffer.alloc(to - from, 'x'),
});

export async function startFileHost(): Promise<FileHost> {
  const files = new Map<string, ServedFile>();
  const asked: FileHost['asked'][number][] = [];
  let sent = 0;
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(String(request.url).slice(1));
    const file = files.get(name);
    const { range, authorization } = request.headers;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    asked.push({ name, from });
    const { faults } = host;
    if (faults.leadsTo && faults.leadsTo !== request.url)
      return void response.writeHead(302, { location: faults.leadsTo }).end();
    if (faults.status) {
      const { retryAfter, code } = faults;
      if (retryAfter) response.setHeader('retry-after', retryAfter);
      if (code) response.setHeader('x-error-code', code);
      return void response.writeHead(faults.status).end();
    }
    if (faults.token && authorization !== `Bearer ${faults.token}`) return void response.writeHead(401).end();
    if (!file) return void response.writeHead(404).end();
    const served = faults.lies ? otherOf(file) : file;
    if (!faults.nameless && request.headers['if-none-match'] === served.etag)
      return void response.writeHead(304, { etag: served.etag }).end();
    await sendFile(request, response, served, faults, (count) => {
      sent += count;
      return host.pieceMs;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: FileHost = {
    host: `127.0.0.1:${port}`,
    url: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    put(name, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      files.set(name, {
        etag: `"${sha256}"`,
        length: bytes.length,
        piece: (from, to) => bytes.subarray(from, to),
      });
      return sha256;
    },
    faults: {},
    pieceMs: 0,
    asked,
    get sent() {
      return sent;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return host;
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ServedFile,
  faults: FileFaults,
  count: (bytes: number) => number,
): Promise<void> {
  const { etag } = file;
  const { range, 'if-range': ifRange } = request.headers;
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const isRange = range !== undefined && !faults.ignoresRanges && (ifRange === undefined || ifRange === etag);
  const headers: Record<string, string | number> = faults.nameless ? {} : { etag };
  if (faults.type) headers['content-type'] = faults.type;
  if (isRange && from >= file.length && !faults.endless) {
    return void response.writeHead(416, { ...headers, 'content-range': `bytes */${file.length}` }).end();
  }
  const start = isRange ? from : 0;
  if (faults.endless) return sendWithoutEnd(response, start, isRange, faults.cutAfter, count);
  const length = Math.ceil(file.length * (faults.tells ?? 1));
  headers['content-length'] = Math.max(0, length - start);
  const told = faults.wrongRange ? start + 1 : start;
  if (isRange) headers['content-range'] = `bytes ${told}-${length - 1}/${length}`;
  response.writeHead(isRange ? 206 : 200, headers);
  if (request.method === 'HEAD') return void response.end();
  const most = faults.cutAfter ?? faults.stallsAfter ?? length;
  const end = Math.min(file.length, length, start + most);
  const closed = once(response, 'close');
  for (let at = start; at < end && !response.destroyed; at += pieceBytes) {
    const piece = file.piece(at, Math.min(at + pieceBytes, end));
    const pause = count(piece.length);
    if (pause > 0) await sleep(pause);
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  }
  if (faults.stallsAfter !== undefined) return;
  if (end < length) setImmediate(() => response.destroy());
  else response.end();
}

async function sendWithoutEnd(
  response: ServerResponse,
  start: number,
  isRange: boolean,
  cutAfter = Number.POSITIVE_INFINITY,
  count: (bytes: number) => number,
): Promise<void> {
  response.writeHead(isRange ? 206 : 200, {
    ...(isRange && { 'content-range': `bytes ${start}-${start + 1e12}/*` }),
  });
  const closed = once(response, 'close');
  for (let given = 0; given < cutAfter && !response.destroyed; given += pieceBytes) {
    count(pieceBytes);
    if (!response.write(Buffer.alloc(pieceBytes, 'e'))) await Promise.race([once(response, 'drain'), closed]);
  }
  setImmediate(() => response.destroy());
}

/** Makes pseudo-random bytes; the same seed gives the same bytes. */
export function generatedBytes(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed * 2654435761 + 1;
  for (let at = 0; at + 4 <= length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return bytes;
}
