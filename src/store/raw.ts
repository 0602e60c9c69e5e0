import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import { numberTypes } from './postgres.ts';
import { openPool } from './postgres-pool.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

const lockTimeoutMs = 10_000;

/**
 * Opens a SQLite file's tables without the store's rules, for work on the whole database while this process
 * has no store open.
 */
export function openRawSqlite(file: string): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: sqliteDialect({
      open: () => {
        const database = new Sqlite(file, { fileMustExist: true, timeout: lockTimeoutMs });
        // As for every write of the registry: a commit that is reported is on disk.
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

/** Opens the tables of a PostgreSQL database in the same way as `openRawSqlite`. */
export function openRawPostgres(url: string): Kysely<Tables> {
  const pool = openPool(
    url,
    { max: 1, application_name: 'modelref copy', types: { getTypeParser: numberTypes } },
    { connectTimeoutMs: lockTimeoutMs },
  );
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
