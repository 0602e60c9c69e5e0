import { type Expression, type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { matches } from './store-filter.ts';
import type { ChangeFilter, Page } from './tables.ts';

/** Which changes fit a filter: their ids alone. */
export function changeIdReader(db: Kysely<Tables>) {
  const idsOf = async (filter: ChangeFilter): Promise<number[]> => {
    const rows = await db
      .selectFrom('pending_changes')
      .select('change_id')
      .where(matches(filter))
      .orderBy(byId(filter))
      .execute();
    return rows.map((row) => row.change_id);
  };

  const count = async (filter: ChangeFilter): Promise<number> => {
    const { total } = await db
      .selectFrom('pending_changes')
      .select((expression) => expression.fn.countAll<number>().as('total'))
      .where(matches(filter))
      .executeTakeFirstOrThrow();
    return total;
  };

  // From an index: whole rows are read for the page alone.
  const pageOfIds = async (filter: ChangeFilter, page: Page): Promise<{ ids: number[]; total: number }> => {
    if (filter.model_name !== undefined) {
      // Counting these and finding the page would each look at every name: once does for both.
      const ids = await idsOf(filter);
      return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length };
    }
    const total = await count(filter);
    if (total <= page.offset) return { ids: [], total };
    const rows = await db
      .selectFrom('pending_changes')
      .select('change_id')
      .where(matches(filter))
      .orderBy(byId(filter))
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return { ids: rows.map((row) => row.change_id), total };
  };

  return {
    /** Ids that match, ascending. */
    ids: idsOf,
    count,
    /** The ids of the same page. */
    pageOfIds,

    /** One page of the ids that match, descending. */
    latestIds: async (filter: ChangeFilter, page: Page): Promise<number[]> => {
      const rows = await db
        .selectFrom('pending_changes')
        .select('change_id')
        .where(matches(filter))
        .orderBy(byId(filter), 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map((row) => row.change_id);
    },
  };
}

/**
 * Ascending id. A search for part of a name has to look at every name; the `+` keeps SQLite from doing that
 * along the table just because its rows are in this order, and lets it read a much smaller index.
 */
function byId(filter: ChangeFilter): Expression<number> {
  return filter.model_name === undefined ? sql.ref('change_id') : sql`+change_id`;
}
