import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { createOpenError } from './driver-errors.ts';
import { type DialectWords, postgresWords, sqliteWords } from './migrations/migration.ts';
import { findMissingMigrations, migrations, statementsOf } from './migrations/run.ts';
import { sqliteFile } from './open.ts';
import { checkEncoding } from './postgres-encoding.ts';
import { openRawPostgres } from './raw.ts';
import { openWithoutChanging } from './sqlite.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

export interface PlannedMigration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly string[];
  /** Whether the migration also changes stored rows by code (`Migration.rewrite`). */
  readonly rewrites: boolean;
}

/**
 * Lists the migrations that the service would run when opening a database. Does not change the database.
 *
 * @throws RegistryError `bad_request` for an invalid URL; OutageError `storage_unavailable` when the database
 *   cannot be read, has an encoding that cannot store every text, or was written by newer code
 */
export async function planMigrations(databaseUrl: string): Promise<readonly PlannedMigration[]> {
  const file = sqliteFile(databaseUrl);
  const words = file === null ? postgresWords : sqliteWords;
  const pendingMigrations =
    file !== null && !existsSync(file) ? migrations : await findMissing(databaseUrl, file, words);
  return pendingMigrations.map((each) => ({
    number: each.number,
    name: each.name,
    statements: statementsOf(each, words),
    rewrites: each.rewrite !== undefined,
  }));
}

async function findMissing(databaseUrl: string, file: string | null, words: DialectWords) {
  try {
    const db = file === null ? openRawPostgres(databaseUrl) : openReadOnly(file);
    try {
      const encodingError = file === null ? await checkEncoding(db) : null;
      if (encodingError) throw encodingError;
      return await findMissingMigrations(db, words);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    throw createOpenError(file ?? 'on PostgreSQL', error);
  }
}

function openReadOnly(file: string): Kysely<Tables> {
  const lockTimeoutMs = 10_000;
  return new Kysely<Tables>({
    dialect: sqliteDialect({ open: () => openWithoutChanging(file), size: 1, begin: 'begin', lockTimeoutMs }),
  });
}
