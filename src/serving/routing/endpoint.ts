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
   * Whether the query may have `dry_run`, which takes effect only after the proposal has been found valid.
   */
  readonly dryRun?: boolean;
  readonly body?: z.ZodType<B>;
  /** Whether a request without a body counts as one with `{}`. */
  readonly bodyOptional?: boolean;
  /** The checks of deployment and caller before the body is read. Absent: anybody may call, on every deployment. */
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
   * Answers by status. The document adds the answers that follow from the rest of the declaration: 304, 401,
   * 404, 412 to 415, 422, 429, 500 and 503.
   */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Answer {
  readonly description: string;
  /** Schema of the body; undefined: the answer has no body. */
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  /** Descriptions of this answer's headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An endpoint as the router serves it. */
export interface Route<P = PathParameters, Q = unknown, B = unknown> extends Shared<P, Q, B> {
  /** A hook that runs before all checks. */
  readonly before?: onRequestAsyncHookHandler;
  /** True for a write that honours `If-Match` and `If-Unmodified-Since`. Other writes refuse a request with them. */
  readonly looksAtPreconditions?: boolean;
  /** Whether the body is one proposal, of at most `MAX_PROPOSAL_BYTES`. */
  readonly proposal?: boolean;
  /**
   * Whether the route exists only under a base path: without a base path, the path belongs to another route.
   */
  readonly onlyUnderBasePath?: boolean;
  /**
   * Gives the answer: ready bytes, or a value to send as JSON. Undefined after a write is answered with 204.
   * A handler that answers in another way sends the answer itself, and gives `call.reply`.
   */
  handler(context: RouteContext, call: Call<P, Q, B>): unknown;
}

/** A request that has passed all checks, with its parts parsed by the schemas of the declaration. */
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
 * An endpoint, a route that serves several documented operations, or an operation that such a route serves.
 */
export type Declaration = Endpoint | Route | Operation;

export function endpoint<P extends PathParameters, Q, B>(
  declaration: Route<P, Q, B> & Omit<Operation, keyof Shared>,
): Endpoint {
  return declaration as unknown as Endpoint;
}

/**
 * Declares a route that is not in the document itself; instead, the document has operations that
 * `operationOf` declares.
 */
export function route<P extends PathParameters, Q, B>(declaration: Route<P, Q, B>): Route {
  return declaration as unknown as Route;
}

/**
 * Declares a documented operation that a route serves; takes the shared part of its declaration from the
 * route.
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
