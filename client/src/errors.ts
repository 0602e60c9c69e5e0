import type { components } from './schema.ts';

/**
 * A wrong field in a call. `loc` is the path to the field; its first step is `body`, `query`, `path` or
 * `header`.
 */
export interface FieldProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The kind of a failure. Several HTTP statuses can have the same kind. */
export type ErrorKind =
  /** No response, or a gateway responded for an unreachable service. */
  | 'unreachable'
  /** No response within the deadline. */
  | 'timeout'
  /**
   * The response does not come from a registry, or is damaged. Examples: a login page, a truncated body, or a
   * text that does not match its hash.
   */
  | 'bad-answer'
  | 'bad-request'
  /** The key is unknown, or its user lacks the role for the call. */
  | 'unauthorized'
  | 'not-found'
  | 'conflict'
  /**
   * The registry no longer knows the cursor of the feed, for example after a restore. Read all models again
   * and continue from a new cursor.
   */
  | 'gone'
  /** The record has changed since the caller read it. */
  | 'changed-meanwhile'
  | 'too-large'
  /** Fields of the call are invalid; `problems` lists them. */
  | 'invalid'
  | 'too-many'
  /**
   * The service does not offer this call, or cannot carry it out at the moment. The message names the setting
   * that decides this.
   */
  | 'unavailable'
  | 'server-error';

const kinds: Readonly<Record<number, ErrorKind>> = {
  0: 'unreachable',
  400: 'bad-request',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  412: 'changed-meanwhile',
  413: 'too-large',
  422: 'invalid',
  429: 'too-many',
  502: 'unreachable',
  503: 'unavailable',
  504: 'unreachable',
};

type ErrorMembers = Omit<components['schemas']['ErrorResponse'], 'detail'>;

export interface ApiErrorFacts {
  readonly kind?: ErrorKind;
  readonly problems?: readonly FieldProblem[];
  readonly body?: unknown;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** Thrown when a call failed. `status` is 0 when there was no response. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly kind: ErrorKind;
  /** The invalid fields of the call, after status 422; otherwise empty. */
  readonly problems: readonly FieldProblem[];
  /** Machine-readable members of the response, such as `code`; empty when there are none. */
  readonly members: ErrorMembers;
  /** The body of the response, parsed if it was JSON. */
  readonly body: unknown;
  /** Seconds to wait before another attempt, as stated by the service; null when it states none. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, message: string, facts: ApiErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = status;
    this.kind = facts.kind ?? kinds[status] ?? (status >= 500 ? 'server-error' : 'bad-request');
    this.problems = facts.problems ?? [];
    this.body = facts.body;
    this.members = isObject(facts.body) ? facts.body : {};
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }
}

/**
 * Creates the error for an error response. Takes the message from the body. When the body lists invalid
 * fields, the message names all of them in one line.
 */
export function apiError(status: number, body: unknown, retryAfterSeconds: number | null = null): ApiError {
  const detail = isObject(body) ? body.detail : undefined;
  const facts = { body, retryAfterSeconds };
  if (Array.isArray(detail) && detail.every((each) => Array.isArray(each?.loc))) {
    const problems: FieldProblem[] = detail;
    const text = problems.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'body'}: ${msg}`).join('; ');
    return new ApiError(status, text, { ...facts, problems });
  }
  return new ApiError(
    status,
    typeof detail === 'string' && detail !== '' ? detail : `The registry answered ${status}.`,
    facts,
  );
}

export function hasStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}

/**
 * Returns whether a 404 means that the server does not have the path (wrong address, wrong proxy, older
 * registry). Returns false when the 404 means that a model or change does not exist. Services other than the
 * registry may send the same 404.
 */
export function isUnrouted(error: unknown): boolean {
  return hasStatus(error, 404) && isObject(error.body) && error.body.detail === 'Not Found';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
