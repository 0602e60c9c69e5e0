import type { FastifyRequest } from 'fastify';

/**
 * The model name of a `…/model/*` path. The router has percent-decoded it, once: `org/model`, `org%2Fmodel`,
 * `a%20b` and names like `search` or `100%25` all arrive as what they are. A slash that ends the path is not
 * part of the name unless it is encoded.
 */
export function modelNameOf(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}
