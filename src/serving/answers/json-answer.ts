import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { caching } from './caching.ts';
import { assertMatch, findMatchingEtag } from './etag.ts';
import { jsonHeaders } from './json-headers.ts';
import { sendUnchanged } from './send.ts';

/**
 * Sends a value as JSON in response to a read, or 304 if the client already has it. The ETag is the hash of
 * the JSON text.
 */
export function answerRead(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  cacheControl: string = caching.everyone,
): FastifyReply {
  return answerReadBytes(request, reply, JsonBytes.of(JSON.stringify(value)), cacheControl);
}

/** Like `answerRead`, for a body that is already JSON text. */
export function answerReadBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: JsonBytes,
  cacheControl: string = caching.everyone,
): FastifyReply {
  assertMatch(request.headers['if-match'], [etag]);
  reply.header('cache-control', cacheControl);
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && findMatchingEtag(ifNoneMatch, [etag])) return sendUnchanged(reply, etag);
  reply.header('etag', etag);
  return answerBytes(reply, 200, bytes);
}

/** Sends JSON with `no-store` in response to a write. */
export function answerWrite(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  reply.header('cache-control', caching.nobody);
  return answerBytes(reply, status, Buffer.from(JSON.stringify(value)));
}

export function answerDeleted(reply: FastifyReply): FastifyReply {
  return reply.code(204).header('cache-control', caching.nobody).send();
}

function answerBytes(reply: FastifyReply, status: number, bytes: Buffer): FastifyReply {
  return reply.code(status).headers(jsonHeaders).send(bytes);
}

/** The JSON text of a response as bytes, with its ETag. */
export class JsonBytes {
  readonly bytes: Buffer;
  #etag: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(text: string): JsonBytes {
    return new JsonBytes(Buffer.from(text));
  }

  /** The quoted hash of the bytes, computed once. */
  get etag(): string {
    this.#etag ??= `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
    return this.#etag;
  }
}
