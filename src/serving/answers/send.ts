import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyBody } from '../../kernel/ready-body.ts';
import { assertMatch } from './etag.ts';
import { jsonContentType, jsonHeaders } from './json-headers.ts';
import { findKnownEtag, getRepresentation, listBodyEtags } from './representation.ts';

/**
 * Sends a prepared body in response to a read, or 304 if the client already has it. Does not parse,
 * stringify, hash or compress.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ReadyBody,
  cacheControl: string,
  contentType: string = jsonContentType,
): FastifyReply {
  const { headers } = request;
  if (headers['if-match'] !== undefined) assertMatch(headers['if-match'], listBodyEtags(body));
  const representation = getRepresentation(body, headers['accept-encoding']);
  reply.header('cache-control', cacheControl);
  // CORS may have set `Vary`; the values are merged into one header, always in the same order.
  const vary = reply.getHeader('vary');
  if (vary !== undefined) reply.removeHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const clientEtag = findKnownEtag(body, representation, headers);
  if (clientEtag !== null) return sendUnchanged(reply, clientEtag);
  reply.header('etag', representation.etag).header('repr-digest', representation.digest);
  reply.headers(jsonHeaders).header('content-type', contentType);
  if (representation.encoding !== 'identity') reply.header('content-encoding', representation.encoding);
  return reply.send(representation.bytes);
}

/**
 * Sends 304 on the raw response. To a HEAD, Fastify would add `content-length: 0`, which would mean that the
 * content is empty.
 */
export function sendUnchanged(reply: FastifyReply, etag: string): FastifyReply {
  reply.header('etag', etag).hijack();
  reply.raw.writeHead(304, reply.getHeaders() as OutgoingHttpHeaders).end();
  return reply;
}
