import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidInput } from '../../registry/errors.ts';
import { laxInt } from '../../registry/records/lax.ts';
import { parseOrThrow } from '../../registry/records/parse.ts';

/**
 * The query of a request, by the schema that the OpenAPI document shows for it.
 * @throws RegistryError invalid_input (422)
 */
export function parseQuery<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    // PostgreSQL cannot compare with it, and nothing that is stored has it.
    if (![value].flat().some((text) => text.includes('\0'))) continue;
    const msg = 'Input should be a string without the character U+0000';
    throw invalidInput([{ type: 'string_unicode', loc: ['query', name], msg, input: value }]);
  }
  return parseOrThrow(schema, query, 'query');
}

/** An id, which the databases keep as a 64-bit integer and JavaScript exactly up to 2^53. */
export function idNumber(bounds: { ge?: number } = {}) {
  return laxInt({ ...bounds, le: Number.MAX_SAFE_INTEGER });
}
