import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { RouteContext } from '../context.ts';
import type { AccessRule } from '../requests/checks.ts';
import type { PathParameters, PathValues } from '../requests/path-parameters.ts';

/** The part of an endpoint's declaration that both the router and the OpenAPI document use. */
interface SharedOptions<P = PathParameters, Q = unknown, B = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path under the base path; parameters in braces: `/model_references/v2/{model_category_name}`. */
  readonly path: string;
  /** The parameters of the path by name, in the order in which they are checked. */
  readonly parameters?: P;
  readonly query?: z.ZodType<Q>;
  /**
   * Whether the query may have `dry_run`. A dry run refuses an invalid proposal like a real call, and neither
   * queues nor applies a valid one.
   */
  readonly dryRun?: boolean;
  readonly body?: z.ZodType<B>;
  /** Whether the body is one proposal; `bounds.proposalBytes` then limits its size. */
  readonly proposal?: boolean;
  /** Whether the body may be missing; `{}` is then used. */
  readonly bodyOptional?: boolean;
  /**
   * Whether the body may contain addresses with personal keys, which the handler removes. Otherwise a body
   * with a key is refused, because submitted records become public.
   */
  readonly mayContainKeys?: boolean;
  /** Requirements on deployment and caller; checked before the body is read. Absent: none. */
  readonly who?: AccessRule;
}

/** An operation in the OpenAPI document. */
export interface Operation extends SharedOptions {
  /** The operationId. Generated clients name their functions after it, so it never changes. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /**
   * Whether the operation accepts an `Idempotency-Key`: a retry with the same key gets the first response.
   */
  readonly retryable?: boolean;
  /**
   * Whether the operation returns 304 for a matching `If-None-Match`. Default: true for GET. An event stream
   * has no ETag and sets false.
   */
  readonly conditional?: boolean;
  /**
   * The responses specific to this operation, by status. The document adds common responses implied by the
   * rest of the declaration: 304, 400, 401, 404, 412 to 415, 422, 429, 500 and 503.
   */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Answer {
  readonly description: string;
  /** Schema of the body. Absent: the response has no body. */
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  /** Descriptions of this response's headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An endpoint in the router. */
export interface Route<P = PathParameters, Q = unknown, B = unknown> extends SharedOptions<P, Q, B> {
  /** A hook that runs before all checks. */
  readonly before?: onRequestAsyncHookHandler;
  /**
   * Whether this write supports `If-Match` and `If-Unmodified-Since`. Any other write refuses requests with
   * one of these headers.
   */
  readonly supportsPreconditions?: boolean;
  /**
   * Whether the route is served only under the base path. Without a base path it is omitted, because another
   * route has the same path at the root.
   */
  readonly onlyUnderBasePath?: boolean;
  /**
   * Whether the handler calls `warnOfUnknownParameters` itself. It must do so if the known parameters depend on
   * the path.
   */
  readonly warnsItself?: boolean;
  /**
   * Handles a request and returns the response: ready bytes, or a value that is sent as JSON. A write that
   * returns undefined responds with 204. A handler can also send the response itself and return `call.reply`.
   */
  handler(context: RouteContext, call: Call<P, Q, B>): unknown;
}

/**
 * A request that has passed all checks. `path`, `query` and `body` are parsed by the schemas of the endpoint.
 */
export interface Call<P = PathParameters, Q = unknown, B = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: PathValues<P>;
  readonly query: Q;
  readonly body: B;
  /** The authenticated caller; throws for an endpoint whose `who` has no role. */
  readonly caller: Caller;
}

/** A route and its operation in the document, in one declaration. */
export type Endpoint<P = PathParameters, Q = unknown, B = unknown> = Route<P, Q, B> & Operation;

/**
 * A declaration of a resource: an endpoint (route and documented operation), a route that serves several
 * operations, or one of these operations.
 */
export type Declaration = Endpoint | Route | Operation;

export function endpoint<P extends PathParameters, Q, B>(
  declaration: Route<P, Q, B> & Omit<Operation, keyof SharedOptions>,
): Endpoint {
  return declaration as unknown as Endpoint;
}

/**
 * Declares a route that serves several documented operations. `operationOf` declares each of these; the route
 * itself is not in the OpenAPI document.
 */
export function route<P extends PathParameters, Q, B>(declaration: Route<P, Q, B>): Route {
  return declaration as unknown as Route;
}

/**
 * Declares one of the documented operations that a route serves. Method, path, parameters, query, body and
 * `who` come from the route unless `facts` replaces them.
 */
export function operationOf(
  { method, path, parameters, query, dryRun, body, bodyOptional, who }: Route,
  facts: Omit<Operation, keyof SharedOptions> & Partial<Operation>,
): Operation {
  return {
    method,
    path,
    ...(parameters && { parameters }),
    ...(query && { query }),
    ...(dryRun && { dryRun }),
    ...(body && { body }),
    ...(bodyOptional && { bodyOptional }),
    ...(who && { who }),
    ...facts,
  };
}

export function isOperation(declaration: Declaration): declaration is Operation {
  return 'id' in declaration;
}

export function isRoute(declaration: Declaration): declaration is Route {
  return 'handler' in declaration;
}
