import { z } from 'zod';
import type { Answer } from '../routing/endpoint.ts';

export const errorResponse = z
  .object({
    detail: z.string().meta({ description: 'What was wrong, with which value, and what is allowed.' }),
    code: z.string().optional().meta({
      description: 'Of requests for models, the inbox and conversations: what was wrong, for programs.',
    }),
    reason: z.string().optional().meta({
      description: 'With `anyway_needed`: why the call is refused without `anyway`.',
    }),
  })
  .meta({ id: 'ErrorResponse', description: 'A simple error.' });

/** One problem of a refused input, with the same fields as in the existing service. */
const errorDetail = z
  .object({
    loc: z
      .array(z.union([z.string(), z.int()]))
      .meta({ description: 'Where: `body`, `query` or `path`, then keys and array indexes.' }),
    msg: z.string(),
    type: z.string(),
  })
  .meta({ id: 'ErrorDetail', description: 'Where an input is wrong, and how.' });

const validationError = z
  .intersection(
    errorDetail,
    z.object({
      input: z.unknown().optional().meta({ description: 'The value that was refused.' }),
      ctx: z.record(z.string(), z.unknown()).optional().meta({ description: 'The limits the value broke.' }),
    }),
  )
  .meta({ id: 'ValidationError', description: 'One problem of an input.' });

const httpValidationError = z
  .object({ detail: z.array(validationError) })
  .meta({ id: 'HTTPValidationError', description: 'Every problem of an input.' });

/** The answer to a refused input: a list of problems by field, or one sentence if no field is to blame. */
const refusedInput = z.union([httpValidationError, errorResponse]);

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is not valid HTTP (the encoding of its path, its `Host`), or a precondition does not hold; the detail says which.',
  401: 'The apikey is missing or invalid, or its user lacks the role.',
  404: 'There is no such thing here.',
  409: 'It exists already, has changed meanwhile, belongs to another, or is needed; the detail says which.',
  410: 'It existed, and is gone.',
  412: 'If-Match or If-Unmodified-Since asks for something that does not hold, or that this call does not look at.',
  413: 'The body is larger than this deployment accepts.',
  414: 'A segment of the path is longer than any name can be.',
  415: 'The body is not sent as application/json.',
  429: 'The account has as much as it may: changes waiting, bytes of them, or links looked at; the detail says which.',
  500: 'A defect of the service; it is in its log.',
  503: 'This deployment does not do this: the detail names the setting, or the service that is down.',
};

/** Gives the error answers with these statuses, for the `answers` of an operation: `...refuses(401, 404)`. */
export function refuses(...statuses: number[]): Record<number, Answer> {
  return Object.fromEntries(statuses.map((status) => [status, refusal(status)]));
}

function refusal(status: number): Answer {
  if (status === 422) return { description: 'The input is not valid.', schema: refusedInput };
  return { description: descriptions[status] ?? 'Error', schema: errorResponse };
}
