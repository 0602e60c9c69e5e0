import type { paths } from './schema.ts';

// The path, query, body and answer of each operation, as types from the OpenAPI document.

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

type Body<Op> = Op extends { requestBody?: { content: { 'application/json': infer Sent } } } ? Sent : never;

type Content<Answer> = Answer extends { content: { 'application/json': infer Told } } ? Told : undefined;

/** The body of a successful answer. */
export type Told<Op> = Op extends { responses: infer Answers }
  ? { [Status in keyof Answers & (200 | 202 | 204)]: Content<Answers[Status]> }[keyof Answers &
      (200 | 202 | 204)]
  : never;

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call with its retries. */
  readonly deadlineMs?: number;
}

/**
 * Options that tell a registry who reads, because it may hide some models from some readers. Older registries
 * ignore these options.
 */
export interface ReadOptions extends CallOptions {
  /** `beta`: also gives the models that are in beta. */
  readonly channel?: 'beta' | undefined;
  /** The baselines that the reader understands: the registry leaves out models of other baselines. */
  readonly baselines?: readonly string[] | undefined;
  /** The name of the reader's client profile in the registry. */
  readonly client?: string | undefined;
}

/** The parameters of an operation; `path` is required if the operation's path has braces. */
export type Parameters<Op> = ([Parameter<Op, 'path'>] extends [never]
  ? { readonly path?: never }
  : { readonly path: Parameter<Op, 'path'> }) & {
  readonly query?: Parameter<Op, 'query'>;
  readonly body?: Body<Op>;
};
