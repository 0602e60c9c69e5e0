import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Content, chunksOf, rangeOf, textContent } from './content.ts';

export interface EmulatedRequest {
  readonly method: string;
  /** The path as it was sent, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface EmulatedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body: a text, or content of which clients may request ranges. */
  readonly body?: string | Content;
  /** Whether a request for a range is answered with 200 and the whole content. */
  readonly noRanges?: boolean;
  /** Number of bytes of the body after which the connection is cut. */
  readonly cutAfter?: number;
}

/**
 * What a host sends in place of its usual answer: another answer, nothing (`silence`), or a reset of the
 * connection (`reset`).
 */
export type Fault = EmulatedAnswer | 'silence' | 'reset';

export interface EmulatedHost extends AsyncDisposable {
  /** The host's base URL, without a slash at its end. */
  readonly url: string;
  readonly requests: EmulatedRequest[];
  /** Number of bytes that the host has sent in bodies so far. */
  bytesSent: number;
  /** Called before each answer; returns the failure to send in its place, or null. */
  fault: (request: EmulatedRequest) => Fault | null;
}

export type Respond = (request: EmulatedRequest) => EmulatedAnswer;

export async function startEmulatedHost(respond: Respond): Promise<EmulatedHost> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const [path = '/', search = ''] = String(incoming.url).split(/\?(.*)/s);
    const request: EmulatedRequest = {
      method: String(incoming.method),
      path,
      query: new URLSearchParams(search),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    host.requests.push(request);
    const answer = host.fault(request) ?? respond(request);
    if (answer === 'silence') return;
    if (answer === 'reset') return void incoming.socket.resetAndDestroy();
    await send(answer, request, response, host);
  });
  server.keepAliveTimeout = 60_000;
  const host: EmulatedHost = {
    url: '',
    requests: [],
    bytesSent: 0,
    fault: () => null,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(host, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function send(
  { status, headers = {}, body = '', noRanges = false, cutAfter }: EmulatedAnswer,
  request: EmulatedRequest,
  response: ServerResponse,
  host: EmulatedHost,
): Promise<void> {
  const content = typeof body === 'string' ? textContent(body) : body;
  const ranged = typeof body !== 'string' && !noRanges && status === 200;
  const condition = request.headers['if-range'];
  const same =
    condition === undefined || condition === headers.etag || condition === headers['last-modified'];
  const range = ranged && same ? rangeOf(request.headers.range, content.size) : null;
  if (range === 'outside') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${content.size}` }).end();
    return;
  }
  const { first, last } = range ?? { first: 0, last: content.size - 1 };
  response.writeHead(range ? 206 : status, {
    'content-length': String(last - first + 1),
    ...(ranged ? { 'accept-ranges': 'bytes' } : {}),
    ...(range ? { 'content-range': `bytes ${first}-${last}/${content.size}` } : {}),
    ...headers,
  });
  if (request.method === 'HEAD') return void response.end();
  const whole = last - first + 1;
  const sent = Math.min(cutAfter ?? whole, whole);
  const counted = function* () {
    for (const chunk of chunksOf(content, first, first + sent - 1)) {
      host.bytesSent += chunk.length;
      yield chunk;
    }
  };
  // A client that has read enough closes the connection.
  await pipeline(Readable.from(counted()), response, { end: sent === whole }).catch(() => {});
  if (sent < whole) response.destroy();
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): EmulatedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}
