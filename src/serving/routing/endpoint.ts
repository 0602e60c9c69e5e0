import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import type { RouteContext } from '../context.ts';
import type { Who } from '../requests/checks.ts';
import type { PathParameters, PathValues } from '../requests/path-parameters.ts';

/** The part of an endpoint's declaration that both the router and the OpenAPI document use. */
interface Shared<P = PathParameters, Q = unknown, B = unknown> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** The path under the base path; parameters in braces: `/model_references/v2/{model_category_name}`. */
  readonly path: string;
  /** The parameters of the path by name, in the order in which they are checked. */
  readonly parameters?: P;
  readonly query?: z.ZodType<Q>;
  /**
   * Whether the query may have `dry_run`. With it, an invalid proposal is refused as without it, and a valid
   * one is neither queued nor applied.
   */
  readonly dryRun?: boolean;
  readonly body?: z.ZodType<B>;
  /** Whether the body is one proposal; `bounds.proposalBytes` then limits its size. */
  readonly proposal?: boolean;
  /** Whether the body may be missing; it is then taken as `{}`. */
  readonly bodyOptional?: boolean;
  /**
   * Whether the body may have addresses with personal keys in them, which the handler leaves out. Other
   * bodies with a key are refused, because submitted records become public.
   */
  readonly takesKeys?: boolean;
  /** What is required of deployment and caller; checked before the body is read. Absent: nothing. */
  readonly who?: Who;
}

/** An operation as the OpenAPI document describes it. */
export interface Operation extends Shared {
  /** The operationId: generated clients name their functions after it, so it never changes. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Whether the operation takes an `Idempotency-Key`: a retry with the same key gets the first answer. */
  readonly retryable?: boolean;
  /**
   * Whether the operation answers 304 to a matching `If-None-Match`. Default: true for GET. An event stream
   * has no ETag, and sets false.
   */
  readonly conditional?: boolean;
  /**
   * The answers that are particular to this operation, by status. The document adds common answers that the
   * rest of the declaration implies: 304, 400, 401, 404, 412 to 415, 422, 429, 500 and 503.
   */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Answer {
  readonly description: string;
  /** Schema of the body. Absent: the answer has no body. */
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  /** Descriptions of this answer's headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An endpoint as the router serves it. */
export interface Route<P = PathParameters, Q = unknown, B = unknown> extends Shared<P, Q, B> {
  /** A hook that runs before all checks. */
  readonly before?: onRequestAsyncHookHandler;
  /**
   * True for a write that obeys `If-Match` and `If-Unmodified-Since`. Any other write refuses a request that
   * has one of these headers.
   */
  readonly looksAtPreconditions?: boolean;
  /**
   * True for a route that is served only under the base path. Without a base path it is left out, because
   * another route has the same path at the root.
   */
  readonly onlyUnderBasePath?: boolean;
  /**
   * True for a route whose handler itself warns of unknown query parameters (`warnOfUnknownParameters`): the
   * known parameters depend on the path.
   */
  readonly ownWarning?: boolean;
  /**
   * Handles a request and returns the answer: ready bytes, or a value that is sent as JSON. A write that
   * returns undefined is answered with 204. A handler can also send the answer itself and return
   * `call.reply`.
   */
  handler(context: RouteContext, call: Call<P, Q, B>): unknown;
}

/**
 * A request that has passed all checks. `path`, `query` and `body` are parsed as the endpoint declares them.
 */
export interface Call<P = PathParameters, Q = unknown, B = unknown> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: PathValues<P>;
  readonly query: Q;
  readonly body: B;
  /** The authenticated caller; throws for an endpoint whose `who` names no role. */
  readonly caller: Caller;
}

/** A route and its part of the document, in one declaration. */
export type Endpoint<P = PathParameters, Q = unknown, B = unknown> = Route<P, Q, B> & Operation;

/**
 * A declaration of a resource: an endpoint, which is route and documented operation in one; or a route that
 * serves several operations; or one of these operations.
 */
export type Declaration = Endpoint | Route | Operation;

export function endpoint<P extends PathParameters, Q, B>(
  declaration: Route<P, Q, B> & Omit<Operation, keyof Shared>,
): Endpoint {
  return declaration as unknown as Endpoint;
}

/**
 * Declares a route that serves several documented operations. Each of these is declared by `operationOf`; the
 * route itself is not in the OpenAPI document.
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
  facts: Omit<Operation, keyof Shared> & Partial<Operation>,
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
