import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { RetryKey } from '../../kernel/caller.ts';
import { createInputError } from '../../kernel/errors.ts';
import { requireCaller } from './auth.ts';
import { limits } from './limits.ts';

/** The header `Idempotency-Key` as a parameter of the OpenAPI document. */
export const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique text for each request. A retry with the same key within 24 hours returns the first answer and writes nothing. The same key with a different request returns 422. Ignored in dry runs.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength, pattern: '^[!-~]+$' },
} as const;

const keyPattern = new RegExp(idempotencyKeyParameter.schema.pattern);

/**
 * Returns the retry key of this request: the account, the `Idempotency-Key`, and a hash of method, URL and
 * body. Undefined if the request has no `Idempotency-Key`.
 *
 * @throws RegistryError invalid_input (422) for an invalid key
 */
export function readRetryKey(request: FastifyRequest): RetryKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length > limits.idempotencyKeyLength || !keyPattern.test(key)) {
    const msg = `Input should be 1 to ${limits.idempotencyKeyLength} visible ASCII characters`;
    const loc = ['header', 'Idempotency-Key'];
    throw createInputError([{ type: 'string_pattern_mismatch', loc, msg, input: key }]);
  }
  const requestText = [request.method, request.url, JSON.stringify(request.body) ?? ''].join('\n');
  const fingerprint = createHash('sha256').update(requestText).digest('hex');
  return { owner: requireCaller(request).userId, key, fingerprint };
}
