import { isJsonObject } from '../kernel/json.ts';
import type { CategoryDefinition, ModelRecord } from './categories/category.ts';
import { type ParseResult, parseInput } from './parse.ts';

/**
 * A v2 record from a file in its stored form: defaults written, nulls and unknown keys gone, keys in order.
 * Server metadata stays. A record without a name is that of its key. `loc[0]` of the problems is `body`.
 */
export function normaliseStored(
  category: CategoryDefinition,
  name: string,
  record: unknown,
): ParseResult<ModelRecord> {
  const named = isJsonObject(record) && !Object.hasOwn(record, 'name') ? { ...record, name } : record;
  return parseInput(category.stored, named, 'body');
}
