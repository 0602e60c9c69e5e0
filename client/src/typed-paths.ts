import type { paths } from './schema.ts';

// The path, query, body and response of each operation, as types from the OpenAPI document.

export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: unknown } ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends { [K in M]: infer Op }
  ? Op
  : never;

type Parameter<Op, Place extends string> = Op extends { parameters: { [K in Place]?: infer Given } }
  ? NonNullable<Given>
  : never;

type Body<Op> = Op extends { requestBody?: { content: { 'application/json': infer Value } } } ? Value : never;

type Content<Answer> = Answer extends { content: { 'application/json': infer AnswerOf } }
  ? AnswerOf
  : undefined;

/** The type of the body of an operation's success response; undefined for a response without a body. */
export type AnswerOf<Op> = Op extends { responses: infer Answers }
  ? { [Status in keyof Answers & (200 | 202 | 204)]: Content<Answers[Status]> }[keyof Answers &
      (200 | 202 | 204)]
  : never;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the call with all its attempts, in milliseconds. */
  readonly deadlineMs?: number;
}

/**
 * The parameters of an operation. `path` is required if the path of the operation has parameters in braces.
 */
export type Parameters<Op> = ([Parameter<Op, 'path'>] extends [never]
  ? { readonly path?: never }
  : { readonly path: Parameter<Op, 'path'> }) & {
  readonly query?: Parameter<Op, 'query'>;
  readonly body?: Body<Op>;
};
