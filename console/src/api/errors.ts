/** One wrong field of an input, as the API names it: `loc[0]` is `body`, `query` or `path`. */
export interface FieldProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An answer that is not a success. `status` 0: there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** Field problems of a 422, empty otherwise. */
  readonly problems: readonly FieldProblem[];
  /** The body as it came: apply calls answer failures with their own shape. */
  readonly body: unknown;

  constructor(
    status: number,
    message: string,
    problems: readonly FieldProblem[] = [],
    body: unknown = undefined,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.problems = problems;
    this.body = body;
  }
}

/** What an error body says, in one line, and its field problems if it has any. */
export function apiError(status: number, body: unknown): ApiError {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  if (Array.isArray(detail)) {
    const problems = detail as FieldProblem[];
    const text = problems
      .map((problem) => `${problem.loc.slice(1).join('.') || 'body'}: ${problem.msg}`)
      .join('; ');
    return new ApiError(status, text, problems, body);
  }
  return new ApiError(
    status,
    typeof detail === 'string' ? detail : `The registry answered ${status}.`,
    [],
    body,
  );
}

export function hasStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}
