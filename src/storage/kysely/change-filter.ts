import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { foldName } from '../../registry/fold-name.ts';
import type { ChangeFilter } from '../../services/ports/store/changes.ts';
import type { Tables } from '../schema.ts';

type Changes = ExpressionBuilder<Tables, 'pending_changes'>;

/** The condition a filter stands for. Absent filters and empty lists match everything. */
export function matches(filter: ChangeFilter): (changes: Changes) => Expression<SqlBool> {
  return (changes) => {
    const conditions: Expression<SqlBool>[] = [];
    const oneOf = <T>(
      column: 'status' | 'category' | 'operation' | 'requested_by',
      values: readonly T[] = [],
    ) => {
      // One value as `=`: the index then gives the rows in order of id, and nothing is sorted.
      if (values.length === 1) conditions.push(changes(column, '=', values[0] as never));
      else if (values.length > 1) conditions.push(changes(column, 'in', [...new Set(values)] as never));
    };
    oneOf('status', filter.statuses);
    oneOf('category', filter.categories);
    oneOf('operation', filter.operations);
    oneOf('requested_by', filter.requested_by);
    if (filter.domain !== undefined) conditions.push(changes('domain', '=', filter.domain));
    if (filter.batch_id !== undefined) conditions.push(changes('batch_id', '=', filter.batch_id));
    if (filter.model_name !== undefined) conditions.push(nameContains(filter.model_name));
    if (filter.requestor !== undefined) conditions.push(proposedBy(filter.requestor));
    if (filter.model_name_exact !== undefined) {
      conditions.push(changes('model_name', '=', filter.model_name_exact));
    }
    return changes.and(conditions);
  };
}

/** No name is that long, and SQLite refuses longer patterns. */
const longestPattern = 10_000;

function nameContains(text: string): Expression<SqlBool> {
  if (text.length > longestPattern) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`model_name_folded like ${containing(foldName(text))} escape '\\'`;
}

function proposedBy(person: string): Expression<SqlBool> {
  if (person.length > longestPattern) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(requested_by = ${person}
    or requested_username like ${containing(person)} escape '\\'
    or lower(requested_username) like ${containing(person.toLowerCase())} escape '\\')`;
}

/** The pattern of texts that have this one in them. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
