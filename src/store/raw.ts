import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import { numberTypes } from './postgres.ts';
import { openPool } from './postgres-pool.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

const lockTimeoutMs = 10_000;

/**
 * Opens a SQLite file for direct access to its tables, without the store's write queue and checks, for
 * copying whole databases. No store of this process may be open on the file at the same time.
 */
export function openRawSqlite(file: string): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: sqliteDialect({
      open: () => {
        const database = new Sqlite(file, { fileMustExist: true, timeout: lockTimeoutMs });
        // As for every write of the registry, a reported commit is durable.
        database.pragma('synchronous = FULL');
        database.pragma('foreign_keys = ON');
        return database;
      },
      size: 1,
      begin: 'begin',
      lockTimeoutMs,
    }),
  });
}

/** Opens a PostgreSQL database for direct access to its tables, as `openRawSqlite` does for SQLite. */
export function openRawPostgres(url: string): Kysely<Tables> {
  const pool = openPool(
    url,
    { max: 1, application_name: 'modelref copy', types: { getTypeParser: numberTypes } },
    { connectTimeoutMs: lockTimeoutMs },
  );
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
