import type { ErrorCode, ErrorMembers, FieldProblem } from '../../kernel/errors.ts';
import { ShownError } from '../../kernel/errors.ts';

export const statusByCode: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  not_authenticated: 401,
  invalid_key: 401,
  missing_role: 401,
  no_editor: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  wrong_host: 421,
  invalid_input: 422,
  invalid_name: 422,
  invalid_change_set: 422,
  key_reused: 422,
  too_many_waiting: 429,
  too_many_drafts: 429,
  read_only: 503,
  format_mismatch: 503,
  queue_disabled: 503,
  audit_disabled: 503,
  not_supported_here: 503,
  identity_unavailable: 503,
  usage_unavailable: 503,
  primary_unavailable: 503,
  host_unavailable: 503,
  overloaded: 503,
  storage_unavailable: 503,
};

const routineCodes: readonly ErrorCode[] = [
  'read_only',
  'format_mismatch',
  'queue_disabled',
  'audit_disabled',
  'not_supported_here',
  'overloaded',
];

/**
 * Returns whether an error is a 503 that anyone can provoke in normal operation: a feature is switched off,
 * or a limit is reached. Such an error is not logged as a warning.
 */
export function isRoutine(error: unknown): boolean {
  return error instanceof ShownError && routineCodes.includes(error.code);
}

/** Responses to requests that Fastify refuses before a handler runs, by Fastify's error code. */
const frameworkErrors: Readonly<Record<string, { status: number; detail: string }>> = {
  FST_ERR_BAD_URL: { status: 400, detail: 'The path is not valid percent-encoded UTF-8.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, detail: 'A path segment is longer than any name can be.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, detail: 'The request body is larger than accepted here.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    detail: 'The body must be sent as Content-Type: application/json.',
  },
};

export interface ErrorAnswer {
  status: number;
  body: { detail: string | readonly FieldProblem[] } & Partial<ErrorMembers>;
  headers: Readonly<Record<string, string>>;
}

/** The challenge header that every 401 must have. */
const challenge = { 'www-authenticate': 'APIKey' };

/**
 * Returns the response for a thrown value. An unknown error is a defect: the response is a 500, and the
 * error's text goes only to the log.
 */
export function createErrorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof ShownError) {
    const status = statusByCode[error.code];
    return {
      status,
      body: { detail: error.problems ?? error.message, ...error.members },
      headers: { ...(status === 401 ? challenge : {}), ...error.headers },
    };
  }
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string };
  const knownAnswer = code === undefined ? undefined : frameworkErrors[code];
  if (knownAnswer) return { status: knownAnswer.status, body: { detail: knownAnswer.detail }, headers: {} };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { detail: message ?? 'Bad Request' }, headers: {} };
  }
  return { status: 500, body: { detail: 'Internal Server Error' }, headers: {} };
}
