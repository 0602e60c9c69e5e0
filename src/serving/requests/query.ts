import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createInputError } from '../../kernel/errors.ts';
import { laxBoolean, laxInt, laxObject, queryValue } from '../../records/lax.ts';
import { parseOrThrow } from '../../records/parse.ts';

/**
 * Parses the query of a request with the schema that the OpenAPI document shows for it.
 *
 * @throws RegistryError invalid_input (422)
 */
export function parseQuery<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    // PostgreSQL cannot compare with NUL, and no stored text contains it.
    if (![value].flat().some((text) => text.includes('\0'))) continue;
    const msg = 'Input should be a string without the character U+0000';
    throw createInputError([{ type: 'string_unicode', loc: ['query', name], msg, input: value }]);
  }
  return parseOrThrow(schema, query, 'query');
}

/**
 * Limits of the `Warning` header: the number of unknown parameters that it lists, and the characters of each
 * name.
 */
const unknownParameterLimits = { parameters: 5, length: 40 };

/** Returns the names of the query parameters that these schemas declare. */
export function listParameters(...schemas: readonly (z.ZodType | undefined)[]): ReadonlySet<string> {
  return new Set(
    schemas.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
  );
}

/**
 * Lists unknown query parameters in the `Warning` header of the response. They are not refused, because
 * existing clients send some.
 */
export function warnOfUnknownParameters(
  { query }: Pick<FastifyRequest, 'query'>,
  reply: Pick<FastifyReply, 'header'>,
  knownNames: ReadonlySet<string>,
): void {
  const unknownNames = Object.keys(query as object).filter((name) => !knownNames.has(name));
  if (unknownNames.length > 0) reply.header('warning', createWarning(unknownNames, knownNames));
}

/** Returns the text of a `Warning` header for unknown parameters. */
function createWarning(unknownNames: readonly string[], knownNames: ReadonlySet<string>): string {
  const names = unknownNames.slice(0, unknownParameterLimits.parameters).map(toHeaderText).join(', ');
  const more =
    unknownNames.length > unknownParameterLimits.parameters
      ? ` and ${unknownNames.length - unknownParameterLimits.parameters} more`
      : '';
  const [word, effect] =
    unknownNames.length === 1 ? ['parameter', 'it has no effect'] : ['parameters', 'they have no effect'];
  const allowedNames = knownNames.size === 0 ? 'none' : [...knownNames].join(', ');
  return `299 - "Unknown query ${word} ${names}${more}: ${effect}. Known here: ${allowedNames}"`;
}

/**
 * Shortens and percent-encodes a parameter's name for the `Warning` header. The encoded name contains no
 * quote or line break, which could end the quoted text or the header.
 */
function toHeaderText(name: string): string {
  return encodeURIComponent(name.slice(0, unknownParameterLimits.length).toWellFormed());
}

/** Creates the schema of an id: an integer below 2^53, the limit of exact integers in JavaScript. */
export function createIdSchema(bounds: { ge?: number } = {}) {
  return laxInt({ ...bounds, le: Number.MAX_SAFE_INTEGER });
}

/** Query parameters that every write of a record accepts. */
export const writeQuery = laxObject({
  dry_run: queryValue(laxBoolean()).optional().meta({
    default: false,
    description: 'Return 200 with the effect and findings of the write, without queueing it.',
  }),
});

/**
 * Returns whether a request is a dry run.
 * @throws RegistryError invalid_input (422) for an invalid query
 */
export function isDryRun(request: FastifyRequest): boolean {
  return parseQuery(writeQuery, request).dry_run === true;
}

/**
 * Refuses `dry_run` for an operation that does not support it and would otherwise carry out the write.
 * @throws RegistryError invalid_input (422)
 */
export function refuseDryRun(request: FastifyRequest): void {
  if (!Object.hasOwn(request.query as object, 'dry_run') || !isDryRun(request)) return;
  const msg = 'Value error, this operation has no dry run: nothing was done';
  throw createInputError([{ type: 'value_error', loc: ['query', 'dry_run'], msg, ctx: { error: {} } }]);
}
