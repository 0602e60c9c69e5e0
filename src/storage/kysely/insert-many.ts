import { CompiledQuery, type InsertObject, type Kysely } from 'kysely';
import { chunks } from './chunks.ts';

/** Keeps a statement below the 32,766 values of SQLite and the 65,535 of PostgreSQL. */
const mostValues = 30_000;

/**
 * Inserts rows that have the same columns in the same order, many with each statement. A statement is built
 * once for each number of rows: building one takes longer than running it.
 */
export async function insertMany<T, Table extends keyof T & string>(
  db: Kysely<T>,
  table: Table,
  rows: readonly InsertObject<T, Table>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof InsertObject<T, Table>)[];
  let built = { rows: 0, sql: '' };
  for (const some of chunks(rows, Math.min(500, Math.floor(mostValues / columns.length)))) {
    if (built.rows !== some.length) {
      built = { rows: some.length, sql: db.insertInto(table).values(some).compile().sql };
    }
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    await db.executeQuery(CompiledQuery.raw(built.sql, values));
  }
}
