import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import { knownEtag, representationOf } from './representation.ts';

/** How long a shared cache may serve a stored record without asking: the read cache the contract allows. */
export const recordCaching = 'public, max-age=60, stale-while-revalidate=300';

export const json = 'application/json';

/** Sends bytes that are ready. Nothing is parsed, stringified, hashed or compressed here. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ReadyBody,
  contentType: string = json,
  caching: string = recordCaching,
): FastifyReply {
  const representation = representationOf(body, request.headers['accept-encoding']);
  reply.header('cache-control', caching);
  // Set by CORS when it is on; two Vary values have to become one, in the place where it always is.
  const vary = reply.getHeader('vary');
  if (vary !== undefined) reply.removeHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const known = knownEtag(request.headers['if-none-match'], body, representation);
  if (known !== null) return sendUnchanged(reply, known);
  reply.header('etag', representation.etag);
  reply.header('content-type', contentType);
  if (representation.encoding !== 'identity') reply.header('content-encoding', representation.encoding);
  return reply.send(representation.bytes);
}

/**
 * Answers that the client has what there is. Past Fastify, which would tell a HEAD that what there is has 0
 * bytes.
 */
export function sendUnchanged(reply: FastifyReply, etag: string): FastifyReply {
  reply.header('etag', etag).hijack();
  reply.raw.writeHead(304, reply.getHeaders() as OutgoingHttpHeaders).end();
  return reply;
}
