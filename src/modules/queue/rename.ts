import type { JsonObject } from '../../kernel/json.ts';
import type { CategoryDefinition, ModelRecord } from '../../records/categories/category.ts';
import { formerNames } from '../../records/lifecycle.ts';
import { parseOrThrow } from '../../records/parse.ts';
import type { ListedChange } from './pending-change.ts';

/** Largest number of former names that a record keeps. */
const mostNames = 20;

export function renamingMetadata(to: string): JsonObject {
  return { renames_to: to };
}

/** Gives the name to which a change renames its model; null for a change that does not rename it. */
export function renamedTo({ request_metadata }: Pick<ListedChange, 'request_metadata'>): string | null {
  const to = request_metadata?.renames_to;
  return typeof to === 'string' ? to : null;
}

/** Gives the record under a new name, with the old name among its former names. */
export function renamedRecord(
  { record: schema }: Pick<CategoryDefinition, 'record'>,
  live: ModelRecord,
  from: string,
  to: string,
): ModelRecord {
  const former = [from, ...formerNames(live)].filter(
    (name, at, all) => name !== to && all.indexOf(name) === at,
  );
  return parseOrThrow(schema, { ...live, name: to, renamed_from: former.slice(0, mostNames) }, 'body');
}
