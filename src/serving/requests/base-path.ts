import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import { findTrailingConstraint } from './trailing-action.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Returns the methods for which the server has a route at this undecoded URL. */
export function findAllowedMethods(server: FastifyInstance, url: string): string[] {
  return methods.filter(createRouteCheck(server, url));
}

function createRouteCheck(
  server: FastifyInstance,
  url: string,
): (method: (typeof methods)[number]) => boolean {
  const constraints = findTrailingConstraint(url);
  return (method) => server.findRoute({ method, url, constraints }) !== null;
}

/** Matches the origin at the start of a request line in absolute form. */
const origin = /^https?:\/\/[^/]*/i;

/**
 * Returns the URL by which the server routes a request. If the URL has no route, prepends the base path,
 * because the API can also be called without it.
 */
export function addBasePath(server: FastifyInstance, basePath: string, url: string): string {
  if (url.startsWith(`${basePath}/`) || methods.some(createRouteCheck(server, url))) return url;
  return basePath + url.replace(origin, '');
}

/**
 * Returns the prefix of a route's scope as the client sent it; empty if the request came without the base
 * path.
 */
export function readSentPrefix({ originalUrl, url, server }: FastifyRequest): string {
  return originalUrl === url ? server.prefix : '';
}

/**
 * Creates a function that returns the response body for a request. The body contains paths of the service,
 * with the prefix that the client sent (`readSentPrefix`). Creates one body per prefix, at the first request
 * with that prefix.
 */
export function createBodyByPrefix(
  createText: (prefix: string) => string,
): (request: FastifyRequest) => ReadyBody {
  const bodies = new Map<string, ReadyBody>();
  return (request) => {
    const prefix = readSentPrefix(request);
    const body = bodies.get(prefix) ?? createBody(createText(prefix));
    bodies.set(prefix, body);
    return body;
  };
}
