import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery } from '../requests/query.ts';
import type { Call, Route } from './endpoint.ts';
import type { Pattern } from './pattern.ts';

/** One request to a route. */
class RequestCall implements Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: Record<string, never>;
  readonly query: unknown;
  readonly body: unknown;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    pattern: Pattern,
    { query, body, bodyOptional }: Route,
  ) {
    this.request = request;
    this.reply = reply;
    this.path = pattern.valuesOf(request) as Record<string, never>;
    this.query = query && parseQuery(query, request);
    this.body = body && parseOrThrow(body, bodyOptional ? (request.body ?? {}) : request.body, 'body');
  }

  get caller(): Caller {
    return callerOf(this.request);
  }
}

/**
 * Parses the path, then the query, then the body, as the route declares them.
 * @throws RegistryError of the first that is not right
 */
export function callOf(route: Route, pattern: Pattern, request: FastifyRequest, reply: FastifyReply): Call {
  return new RequestCall(request, reply, pattern, route);
}
