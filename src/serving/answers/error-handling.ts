import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import type { AppContext } from '../context.ts';
import { logRequest, removeQuery, unrouted } from '../metrics/observe.ts';
import { STATUS_CODES } from '../node-http.ts';
import { findAllowedMethods } from '../requests/base-path.ts';
import { limits } from '../requests/limits.ts';
import { caching } from './caching.ts';
import { createErrorAnswer, isRoutine } from './errors.ts';
import { jsonHeaders } from './json-headers.ts';

/** Sends the not-found page to a browser. For any other client, sends nothing and returns null. */
export type AnswerNoSuchPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

/** Makes the server send errors of handlers and the router as `{"detail": …}`. */
export function handleErrors(
  server: FastifyInstance,
  context: AppContext,
  answerNoSuchPage: AnswerNoSuchPage,
): void {
  server.setErrorHandler(async (error, request, reply) => {
    if (hasUnreadBody(request.raw)) await drainBody(request.raw);
    return answerError(context, error, request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    const methods = findAllowedMethods(server, request.url);
    // `reply.callNotFound()` leads here too: the route exists, but the resource in its path does not.
    const status = methods.length === 0 || methods.includes(request.method) ? 404 : 405;
    context.metrics.route(request.method, unrouted).count(status);
    logRequest(context, request, status, reply.elapsedTime);
    if (status === 404) {
      return answerNoSuchPage(request, reply) ?? sendError(request, reply, 404, { detail: 'Not Found' });
    }
    reply.header('allow', methods.join(', '));
    return sendError(request, reply, 405, { detail: 'Method Not Allowed' });
  });
  server.server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ detail: 'Only Expect: 100-continue is supported.' });
    response.writeHead(417, { ...errorHeaders, 'content-length': Buffer.byteLength(body) }).end(body);
  });
}

export function answerError(
  { logger }: Pick<AppContext, 'logger'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, headers } = createErrorAnswer(createTooLargeError(error, request) ?? error);
  if (status >= 500) {
    const logFields = {
      reqId: request.id,
      method: request.method,
      path: removeQuery(request.originalUrl),
      err: error,
    };
    if (status === 500) logger.error(logFields, 'request failed');
    else if (!isRoutine(error)) logger.warn(logFields, 'request refused');
  }
  return sendError(request, reply.headers(headers), status, body);
}

/**
 * Returns the error for a body that is too large, with the body's size and the limit; null for any other
 * error.
 */
function createTooLargeError(
  error: unknown,
  { headers, routeOptions: { bodyLimit } }: FastifyRequest,
): RegistryError | null {
  if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return null;
  const size = headers['content-length'] ?? `more than ${bodyLimit}`;
  return new RegistryError('too_large', `The request body has ${size} bytes; the limit is ${bodyLimit}.`);
}

const errorHeaders = { ...jsonHeaders, 'cache-control': caching.nobody } as const;

/** Sends an error. The header `x-request-id` contains the id of the request in the log. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
): FastifyReply {
  return reply
    .code(status)
    .headers(errorHeaders)
    .header('x-request-id', request.id)
    .send(Buffer.from(JSON.stringify(body)));
}

/**
 * Responses to requests that the HTTP parser rejects, by Node's error code; other codes get a 400. The error
 * handler never sees these requests.
 */
const parserErrors: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'The request line and headers are larger than this service accepts.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'The chunk extensions are larger than this service accepts.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
};

/**
 * Responds to a request that the HTTP parser rejected, on the raw socket. Used as Fastify's
 * `clientErrorHandler`.
 */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail } = parserErrors[error.code ?? ''] ?? {
    status: 400,
    detail: 'The request is not valid HTTP.',
  };
  const body = JSON.stringify({ detail });
  const headers = { ...errorHeaders, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Returns whether more of a request's body may still arrive. */
function hasUnreadBody({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete && !readableEnded && !destroyed;
}

/**
 * Reads and discards the rest of a refused body. Many clients send the whole body before they read the
 * response: if the connection closes earlier, they get a broken pipe instead of the response. Resolves at the
 * end of the body, or once the rest exceeds `limits.unreadBytes` or takes longer than `limits.unreadMs`.
 */
function drainBody(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(done, limits.unreadMs);
    message.on('data', count).once('end', done).once('close', done).once('error', done).resume();

    function count(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > limits.unreadBytes) done();
    }
    function done(): void {
      clearTimeout(timer);
      message.off('data', count).off('end', done).off('close', done);
      resolve();
    }
  });
}
