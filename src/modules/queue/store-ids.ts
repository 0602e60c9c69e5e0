import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { foldName } from '../../records/model-name.ts';
import type { Tables } from '../../store/tables.ts';
import type { ReadDb } from '../../store/tx.ts';
import { type FilterColumn, mapFilterColumns } from './pending-change.ts';
import { isInBatches } from './store-rows.ts';
import type { ChangeFilter, Page } from './tables.ts';

export function createChangeIdReader(db: ReadDb) {
  const readIds = async (
    filter: ChangeFilter,
    page?: Page,
    direction: 'asc' | 'desc' = 'asc',
  ): Promise<number[]> => {
    const filteredChanges = db
      .selectFrom('pending_changes')
      .select('change_id')
      .where(createFilterCondition(filter))
      .orderBy(createIdOrder(filter), direction);
    const rows = await (page
      ? filteredChanges.limit(page.limit).offset(page.offset)
      : filteredChanges
    ).execute();
    return rows.map((row) => row.change_id);
  };

  const count = async (filter: ChangeFilter): Promise<number> => {
    const { total } = await db
      .selectFrom('pending_changes')
      .select((expression) => expression.fn.countAll<number>().as('total'))
      .where(createFilterCondition(filter))
      .executeTakeFirstOrThrow();
    return total;
  };

  return {
    /** Lists the ids of the matching changes, ascending. */
    ids: (filter: ChangeFilter) => readIds(filter),
    count,

    /** Lists one page of the ids of the matching changes, ascending; `total` counts the ids on all pages. */
    // The ids come from an index; full rows are read only for the page.
    pageOfIds: async (filter: ChangeFilter, page: Page): Promise<{ ids: number[]; total: number }> => {
      if (filter.model_name !== undefined) {
        // A search by name scans all names, so one query serves both the count and the page.
        const ids = await readIds(filter);
        return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length };
      }
      const total = await count(filter);
      return { ids: total <= page.offset ? [] : await readIds(filter, page), total };
    },

    /** Lists one page of the ids of the matching changes, descending. */
    latestIds: (filter: ChangeFilter, page: Page) => readIds(filter, page, 'desc'),
  };
}

/**
 * Returns the SQL expression that sorts changes by id. This is `change_id` or, for a search for part of a
 * model name, `+change_id`. Such a search scans all names. With `change_id`, SQLite would scan the whole
 * table, because it is in this order; with `+change_id`, SQLite scans a much smaller index.
 */
function createIdOrder(filter: ChangeFilter): Expression<number> {
  return filter.model_name === undefined ? sql.ref('change_id') : sql`+change_id`;
}

type Changes = ExpressionBuilder<Tables, 'pending_changes'>;

/** Returns the SQL condition for a filter. Absent filters and empty lists match everything. */
function createFilterCondition(filter: ChangeFilter): (changes: Changes) => Expression<SqlBool> {
  return (changes) => {
    const createOneOfCondition = <T>(
      column: 'status' | 'category' | 'operation' | 'resource_kind' | FilterColumn,
      values: readonly T[] = [],
    ): Expression<SqlBool> | null => {
      if (values.length === 0) return null;
      // With `=`, the index returns the rows in id order, without a sort.
      if (values.length === 1) return changes(column, '=', values[0] as never);
      return changes(column, 'in', [...new Set(values)] as never);
    };
    const createEqualsCondition = (column: 'domain' | 'model_name', value: string | undefined) =>
      value === undefined ? null : changes(column, '=', value as never);
    // The type requires a condition for every key: a purge that ignored a filter would delete everything.
    const conditions = {
      statuses: createOneOfCondition('status', filter.statuses),
      categories: createOneOfCondition('category', filter.categories),
      operations: createOneOfCondition('operation', filter.operations),
      ...mapFilterColumns((column) => createOneOfCondition(column, filter[column])),
      domain: createEqualsCondition('domain', filter.domain),
      resource_kinds: createOneOfCondition('resource_kind', filter.resource_kinds),
      batch_id: filter.batch_id === undefined ? null : isInBatches([filter.batch_id], filter.statuses),
      model_name: filter.model_name === undefined ? null : createNameCondition(filter.model_name),
      requestor: filter.requestor === undefined ? null : createRequestorCondition(filter.requestor),
      model_name_exact: createEqualsCondition('model_name', filter.model_name_exact),
    } satisfies Record<keyof ChangeFilter, Expression<SqlBool> | null>;
    return changes.and(Object.values(conditions).filter((condition) => condition !== null));
  };
}

/**
 * Longest search text, in UTF-16 code units; a longer one matches no change. No name is that long, and SQLite
 * rejects much longer patterns.
 */
const maxPatternLength = 10_000;

function createNameCondition(text: string): Expression<SqlBool> {
  if (text.length > maxPatternLength) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`model_name_folded like ${createContainsPattern(foldName(text))} escape '\\'`;
}

function createRequestorCondition(person: string): Expression<SqlBool> {
  if (person.length > maxPatternLength) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(requested_by = ${person}
    or requested_username like ${createContainsPattern(person)} escape '\\'
    or lower(requested_username) like ${createContainsPattern(person.toLowerCase())} escape '\\')`;
}

/** Returns the LIKE pattern that matches every string containing `text`. The escape character is `\`. */
function createContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
