import { z } from 'zod';
import type { Answer } from '../routing/endpoint.ts';

export const errorResponse = z
  .object({
    detail: z
      .string()
      .meta({ description: 'Description of the error, with the rejected value and the allowed ones.' }),
    code: z.string().optional().meta({
      description: 'Machine-readable error code, for model requests, the inbox and conversations.',
    }),
    reason: z.string().optional().meta({
      description: 'For `anyway_needed`: why the call requires `anyway`.',
    }),
  })
  .meta({ id: 'ErrorResponse', description: 'A simple error.' });

/** A validation error of a refused input, with the same fields as in the existing service. */
const errorDetail = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .meta({ description: 'Location: `body`, `query` or `path`, then keys and array indexes.' }),
    msg: z.string(),
    type: z.string(),
  })
  .meta({ id: 'ErrorDetail', description: 'Location and description of an invalid input.' });

const validationError = z
  .intersection(
    errorDetail,
    z.object({
      input: z.unknown().optional().meta({ description: 'The rejected value.' }),
      ctx: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'The limits that the value violates.' }),
    }),
  )
  .meta({ id: 'ValidationError', description: 'One problem of an input.' });

const httpValidationError = z
  .object({ detail: z.array(validationError) })
  .meta({ id: 'HTTPValidationError', description: 'All problems of an invalid input.' });

/**
 * The response for a refused input: a list of validation errors by field, or one sentence if no field is at
 * fault.
 */
const invalidInputResponse = z.union([httpValidationError, errorResponse]);

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP (path encoding, `Host`), or a precondition failed; `detail` says which.',
  401: 'The API key is missing or invalid, or its user does not have the required role.',
  403: 'The key is valid, but its account is no license editor.',
  404: 'Not found.',
  409: 'Conflict: the resource already exists, has changed, belongs to another account, or is in use; `detail` says which.',
  410: 'The resource no longer exists.',
  412: '`If-Match` or `If-Unmodified-Since` failed, or this operation does not support it.',
  413: 'The body is larger than this deployment accepts.',
  414: 'A path segment is longer than the longest allowed name.',
  415: 'The content type of the body is not application/json.',
  429: 'The account has reached a limit: open changes, their total size, or links read; `detail` says which.',
  500: 'Internal error; details are in the log of the service.',
  503: 'Not available on this deployment; `detail` names the setting or the service that is down.',
};

/**
 * Returns the error responses with these statuses, for the `answers` of an operation: `...errorResponses(401, 404)`.
 */
export function errorResponses(...statuses: number[]): Record<number, Answer> {
  return Object.fromEntries(statuses.map((status) => [status, createErrorResponse(status)]));
}

function createErrorResponse(status: number): Answer {
  if (status === 422) return { description: 'The input is not valid.', schema: invalidInputResponse };
  return { description: descriptions[status] ?? 'Error', schema: errorResponse };
}
