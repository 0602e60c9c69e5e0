import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { RegistryError } from '../kernel/errors.ts';
import { keyFilePath } from '../modules/audit/module.ts';
import type { Settings } from '../settings/settings.ts';
import type { MigrationWait } from '../store/migrations/migrate-postgres.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import type { PostgresOptions } from '../store/postgres.ts';
import type { Store } from '../store/store.ts';
import { backup, databaseFiles } from './backup.ts';

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'auditSigningKeyFile'>;

/**
 * Copies the SQLite database of the settings to the file `toPath` while it is in use: see `backup`. Never
 * overwrites the file with the key that signs the audit trail.
 * @throws RegistryError `bad_request` when the database is not SQLite, or the copy must not be written to
 *   `toPath`; OutageError `storage_unavailable` when a file cannot be used
 */
export async function backupDatabase(
  settings: DatabaseSettings,
  toPath: string,
  options: { replace: boolean },
): Promise<void> {
  const file = sqliteFile(settings.databaseUrl);
  if (file === null) {
    throw new RegistryError(
      'bad_request',
      'modelref backup copies SQLite databases only; use pg_dump for PostgreSQL.',
    );
  }
  await backup(file, toPath, { ...options, keep: [keyFilePath(settings)] });
}

/**
 * Returns the missing folder of a SQLite database and the path of the database file in it. Returns null when
 * the folder exists or the database is not SQLite.
 */
export function findMissingFolder({
  databaseUrl,
}: Pick<Settings, 'databaseUrl'>): { folder: string; file: string } | null {
  const file = sqliteFile(databaseUrl);
  if (file === null || existsSync(dirname(file))) return null;
  return { folder: dirname(file), file };
}

/**
 * Returns the files of a SQLite database (none for a database on a server) and the file with the key that
 * signs the audit trail.
 */
export function databaseFileNames(settings: DatabaseSettings): string[] {
  const file = sqliteFile(settings.databaseUrl);
  return [...(file === null ? [] : databaseFiles(file)), keyFilePath(settings)];
}

/**
 * Opens the database of the settings and migrates its schema, unless it is opened only for reading.
 *
 * @param options the time for which a migration waits for other processes, and the callbacks for three
 *   events: a migration waits, the server of the database changes, the store skips ids. `onlyReads`: see
 *   `StoreOptions`
 * @throws RegistryError, OutageError when the database cannot be used
 */
export function openDatabase(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  {
    onIdsLeap,
    onlyReads = false,
    ...options
  }: MigrationWait & Pick<PostgresOptions, 'onServer' | 'onIdsLeap' | 'onlyReads'>,
): Promise<Store> {
  return openStore(databaseUrl, {
    onIdsLeap,
    onlyReads,
    ...(options.lastMigration !== undefined && { sqlite: { lastMigration: options.lastMigration } }),
    postgres: options,
  });
}
