/**
 * One problem of a request's input, in the form that FastAPI uses. `loc` is the path of the wrong value:
 * first `body`, `query` or `path`, then keys and array indexes.
 */
export interface FieldProblem {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/**
 * The reasons why the registry refuses a request; it would refuse the same request again.
 * `serving/answers/errors.ts` maps each reason to its HTTP status.
 */
export type RefusalCode =
  | 'read_only' // REPLICA: no writes here
  | 'format_mismatch' // canonical_format does not match the API version called
  | 'queue_disabled'
  | 'audit_disabled'
  | 'not_supported_here' // the endpoint needs another deployment mode
  | 'not_authenticated' // no key sent
  | 'invalid_key' // key unknown to the identity service
  | 'missing_role' // key known, role missing
  | 'no_editor' // 403: key known, role of licence editors missing
  | 'too_many_drafts' // 429: the account had as many links looked at as it may
  | 'invalid_input' // 422 with field problems
  | 'invalid_name' // 422 with a text
  | 'invalid_change_set' // 422 with a text: it breaks a rule of its catalogue
  | 'too_many_waiting' // 429: the account has as much in the queue as it may
  | 'key_reused' // 422 with a text: an Idempotency-Key came with another request
  | 'wrong_host' // asked under a host name that this deployment does not answer for
  | 'bad_request' // 400 with a text
  | 'not_found' // 404 with a text
  | 'conflict' // 409 with a text
  | 'gone' // 410 with a text
  | 'precondition_failed' // what If-Match or If-Unmodified-Since asks for does not hold
  | 'too_large'; // 413

/** The reasons why the service could not answer now: a later try may succeed. */
export type OutageCode =
  | 'identity_unavailable'
  | 'usage_unavailable'
  | 'primary_unavailable' // it does not answer its replica, or not as it should
  | 'host_unavailable' // of files: it does not answer, or not as it should
  | 'overloaded' // more at the same time than this process serves
  | 'storage_unavailable'; // the database refused the operation (disk full, read-only directory, …)

export type ErrorCode = RefusalCode | OutageCode;

/** Members of an error answer beside its text. */
export interface ErrorMembers {
  readonly code: ErrorCode | 'anyway_needed';
  readonly reason?: string;
}

interface Extra {
  readonly problems?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Machine-readable members of the answer beside its text. Only for endpoints that the existing service
   * lacks.
   */
  readonly members?: ErrorMembers;
  readonly cause?: unknown;
}

/**
 * An error whose text the caller may see: a refusal or an outage. Any other error is a defect, which the
 * service answers with 500.
 */
export abstract class ShownError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly members: ErrorMembers | undefined;

  constructor(code: ErrorCode, message: string, { problems, headers, members, cause }: Extra = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.problems = problems;
    this.headers = headers;
    this.members = members;
  }
}

/**
 * Thrown when the registry refuses a request. A refusal is a definite answer, so code that catches this error
 * may go on.
 */
export class RegistryError extends ShownError {
  override name = 'RegistryError';
  declare readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, extra?: Extra) {
    super(code, message, extra);
  }
}

/**
 * Thrown when the service could not answer now. Code that catches this error must not treat it as a refusal
 * of the request.
 */
export class OutageError extends ShownError {
  override name = 'OutageError';
  declare readonly code: OutageCode;

  constructor(code: OutageCode, message: string, extra?: Extra) {
    super(code, message, extra);
  }
}

/** Thrown when stored data is damaged, so that no later try can read it either. */
export class DamagedError extends OutageError {
  override name = 'DamagedError';
}

/** Creates the error for an input with field problems (HTTP status 422). */
export function invalidInput(problems: readonly FieldProblem[]): RegistryError {
  const first = problems[0];
  const text = first ? `${first.loc.join('.')}: ${first.msg}` : 'Invalid input';
  return new RegistryError('invalid_input', text, { problems });
}

/** Creates the error for a write to a database that can only be read. */
export function readOnlyDatabase(): RegistryError {
  return new RegistryError(
    'read_only',
    'This instance reads from a standby of its database and does not support write operations. Only instances on the primary of the database can modify data. Setting: database_url.',
  );
}
