import type { z } from 'zod';
import type { JsonObject } from '../../../kernel/json.ts';
import { parseInput } from '../../parse.ts';
import { ConversionError, type ModelRecord } from '../category.ts';

/**
 * The stored form of a converted record.
 *
 * @throws ConversionError naming the legacy field, when the record is not one that v2 can hold
 */
export function storedRecord(
  schema: z.ZodType<ModelRecord>,
  candidate: JsonObject,
  legacyNames: Readonly<Record<string, string>> = {},
): ModelRecord {
  const result = parseInput(schema, candidate, 'body');
  if (result.ok) return result.value;
  const problem = result.problems[0];
  const [field = 'record', ...rest] = (problem?.loc ?? []).slice(1).map(String);
  const path = [legacyNames[field] ?? field, ...rest].join('.');
  throw new ConversionError(path, `${problem?.msg}, got ${JSON.stringify(problem?.input)}`);
}
