/**
 * A validation error of a request's input, in the format of FastAPI. `loc` is the path of the invalid value:
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
 * The reasons why the registry refuses a request. Retrying the same request fails again.
 * `serving/answers/errors.ts` maps each reason to its HTTP status.
 */
export type RefusalCode =
  | 'read_only' // REPLICA: no writes here
  | 'format_mismatch' // canonical_format does not match the API version called
  | 'queue_disabled'
  | 'audit_disabled'
  | 'not_supported_here' // the endpoint needs another deployment mode
  | 'not_authenticated' // no key sent
  | 'invalid_key' // the identity service does not know the key
  | 'missing_role' // key known, role missing
  | 'no_editor' // 403: the account is not a licence editor
  | 'too_many_drafts' // 429: the account exceeded its limit of drafted links
  | 'invalid_input' // 422 with field problems
  | 'invalid_name' // 422 with a text
  | 'invalid_change_set' // 422 with a text: violates a rule of its catalogue
  | 'too_many_waiting' // 429: the account exceeded its limit of pending and approved changes
  | 'key_reused' // 422 with a text: the Idempotency-Key was used with another request
  | 'wrong_host' // the Host header names a host that this deployment does not serve
  | 'bad_request' // 400 with a text
  | 'not_found' // 404 with a text
  | 'conflict' // 409 with a text
  | 'gone' // 410 with a text
  | 'precondition_failed' // a condition of If-Match or If-Unmodified-Since is not met
  | 'too_large'; // 413

/** The reasons why the service cannot handle a request now. A retry may succeed. */
export type OutageCode =
  | 'identity_unavailable'
  | 'usage_unavailable'
  | 'primary_unavailable' // the primary does not respond to its replica, or responds incorrectly
  | 'host_unavailable' // a file host does not respond, or responds incorrectly
  | 'overloaded' // more concurrent requests than this process serves
  | 'storage_unavailable'; // the database refused the operation (disk full, read-only directory, …)

export type ErrorCode = RefusalCode | OutageCode;

/** Members of an error response besides its text. */
export interface ErrorMembers {
  readonly code: ErrorCode | 'anyway_needed';
  readonly reason?: string;
}

interface ErrorFields {
  readonly problems?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Machine-readable members of the response besides its text. Only for endpoints that the existing service
   * lacks.
   */
  readonly members?: ErrorMembers;
  readonly cause?: unknown;
}

/**
 * An error whose text may be shown to the caller: a refusal or an outage. Any other error is a defect, for
 * which the service returns 500.
 */
export abstract class ShownError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly members: ErrorMembers | undefined;

  constructor(code: ErrorCode, message: string, { problems, headers, members, cause }: ErrorFields = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.problems = problems;
    this.headers = headers;
    this.members = members;
  }
}

/**
 * Thrown when the registry refuses a request. The same request would be refused again, so code that catches
 * this error may take the refusal as the outcome and continue.
 */
export class RegistryError extends ShownError {
  override name = 'RegistryError';
  declare readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, extra?: ErrorFields) {
    super(code, message, extra);
  }
}

/**
 * Thrown when the service cannot handle a request now. Code that catches this error must not treat it as a
 * refusal.
 */
export class OutageError extends ShownError {
  override name = 'OutageError';
  declare readonly code: OutageCode;

  constructor(code: OutageCode, message: string, extra?: ErrorFields) {
    super(code, message, extra);
  }
}

/** Thrown when stored data is damaged. A retry cannot succeed. */
export class DamagedError extends OutageError {
  override name = 'DamagedError';
}

/** Creates the error for invalid fields (HTTP status 422). */
export function createInputError(problems: readonly FieldProblem[]): RegistryError {
  const firstProblem = problems[0];
  const text = firstProblem ? `${firstProblem.loc.join('.')}: ${firstProblem.msg}` : 'Invalid input';
  return new RegistryError('invalid_input', text, { problems });
}

/** Creates the error for a write to a read-only database. */
export function createReadOnlyError(): RegistryError {
  return new RegistryError(
    'read_only',
    'This instance reads from a standby of its database and does not support write operations. Only instances on the primary of the database can modify data. Setting: database_url.',
  );
}
