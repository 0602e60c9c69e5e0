import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/**
 * The batch ids below `below` that appear in `rows` (a table and its condition), descending, each once. Hops
 * from one id to the next along an index: costs one look-up for each id, however many rows it has.
 */
export async function batchIdsBelow(
  db: Kysely<Tables>,
  rows: RawBuilder<unknown>,
  below: number,
  limit: number,
): Promise<number[]> {
  const found = await sql<{ batch_id: number }>`
    with recursive ids (batch_id) as (
      select max(batch_id) from ${rows} and batch_id < ${below}
      union all
      select (select max(batch_id) from ${rows} and batch_id < ids.batch_id) from ids where ids.batch_id is not null
    )
    select batch_id from ids where batch_id is not null limit ${limit}`.execute(db);
  return found.rows.map((row) => row.batch_id);
}
