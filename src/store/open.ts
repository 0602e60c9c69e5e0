import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { RegistryError } from '../kernel/errors.ts';
import { redactSecrets } from '../settings/postgres-url.ts';
import { createOpenError } from './driver-errors.ts';
import type { QueueOptions } from './group-commit.ts';
import type { LineageOptions } from './lineage.ts';
import type { PostgresOptions } from './postgres.ts';
import { openSqlite, readSqlite, type SqliteOptions } from './sqlite.ts';
import type { Store } from './store.ts';

export interface StoreOptions extends QueueOptions, LineageOptions {
  /**
   * Whether to open the database read-only. Its schema must then be up to date, ids do not skip ahead, and
   * the store refuses writes. Default: false.
   */
  onlyReads?: boolean;
  sqlite?: SqliteOptions;
  postgres?: PostgresOptions;
}

/**
 * Opens the store at a database URL, and migrates its schema unless it is opened read-only.
 *
 * - `sqlite:./data/registry.db`, `sqlite:/var/lib/modelref/registry.db`: a file; relative paths start at the
 *   working directory
 * - `postgres://user:password@host:5432/name`, also `postgresql://`
 *
 * @throws RegistryError `bad_request` for any other URL; OutageError `storage_unavailable` when the database
 *   cannot be used
 */
export async function openStore(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const { sqlite, postgres, onlyReads = false, ...queue } = options;
  const sqlitePath = sqliteFile(databaseUrl);
  if (sqlitePath !== null)
    return onlyReads ? readSqlite(sqlitePath) : openSqlite(sqlitePath, { ...queue, ...sqlite });
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Imported on demand: a service on SQLite does not load the driver.
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(databaseUrl, { ...queue, onlyReads, ...postgres });
  }
  throw new RegistryError(
    'bad_request',
    `Unsupported database URL '${redactSecrets(databaseUrl)}'; allowed: sqlite:<path of a file> or postgres://<user>:<password>@<host>:<port>/<name>.`,
  );
}

/**
 * Returns the absolute path of the file in a `sqlite:` URL; null for other URLs.
 *
 * @throws RegistryError `bad_request` when the URL contains no database file
 */
export function sqliteFile(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null;
  const path = databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path === ':memory:' || path.startsWith('//')) {
    throw new RegistryError(
      'bad_request',
      `The database URL '${databaseUrl}' names no file: give sqlite:./data/registry.db or sqlite:/absolute/path.db.`,
    );
  }
  const suffix = /-(wal|shm|journal)$/i.exec(followLinks(path))?.[0];
  if (suffix) {
    throw new RegistryError(
      'bad_request',
      `The database URL '${databaseUrl}' is not allowed: names that end with ${suffix} are reserved for files of SQLite.`,
    );
  }
  return resolve(path);
}

/**
 * Returns the path at the end of a chain of symbolic links. The file need not exist: SQLite would create it.
 */
function followLinks(path: string, links = 40): string {
  if (existsSync(path)) return realpathSync(path);
  const linkTarget = readLink(path);
  return linkTarget === null || links === 0
    ? path
    : followLinks(resolve(dirname(path), linkTarget), links - 1);
}

/**
 * Returns the target of a symbolic link; null if the path is not a link or cannot be read. The code that
 * opens the path reports the error.
 */
function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/**
 * Returns the account that first wrote to a SQLite file, according to its audit trail. Ignores the registry's
 * own events. Opens the file read-only.
 *
 * @returns null if nobody wrote to the file, or it does not exist. The id is `''` if the account is unknown:
 *   the file has tables but no audit trail, or has models but no event of an account
 * @throws OutageError `storage_unavailable` when the file cannot be read as a database
 */
export function findFirstAuthor(path: string): { readonly userId: string } | null {
  if (!existsSync(path)) return null;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { readonly: true, fileMustExist: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    if (tables.length === 0) return null;
    if (!tables.includes('audit_events')) return { userId: '' };
    const firstUserId = database
      .prepare(
        "SELECT logical_user_id FROM audit_events WHERE logical_user_id <> 'registry' ORDER BY event_id LIMIT 1",
      )
      .pluck()
      .get();
    if (typeof firstUserId === 'string') return { userId: firstUserId };
    const modelCount = database.prepare('SELECT count(*) FROM models').pluck().get();
    return modelCount === 0 ? null : { userId: '' };
  } catch (error) {
    throw createOpenError(path, error);
  } finally {
    database?.close();
  }
}
