import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RegistryError } from '../kernel/errors.ts';
import type { PostgresOptions, PostgresStore } from './postgres.ts';
import { openSqlite, type SqliteOptions, type SqliteStore } from './sqlite.ts';

export interface StoreOptions {
  /** How many writes may wait before those with a deadline are refused. */
  longestWriteQueue?: number;
  /** How long writes follow each other in one transaction, in milliseconds. */
  longestGroupMs?: number;
  sqlite?: SqliteOptions;
  postgres?: PostgresOptions;
}

/**
 * Opens the store that a database URL names, schema up to date.
 *
 * - `sqlite:./data/registry.db`, `sqlite:/var/lib/modelref/registry.db`: a file; relative paths are relative to the working directory
 * - `postgres://user:password@host:5432/name`, also `postgresql://`
 *
 * @throws RegistryError `bad_request` for any other URL; OutageError `storage_unavailable` when the database cannot be
 * used
 */
export async function openStore(
  databaseUrl: string,
  options: StoreOptions = {},
): Promise<SqliteStore | PostgresStore> {
  const { longestWriteQueue, longestGroupMs } = options;
  const waiting = {
    ...(longestWriteQueue !== undefined && { longestWriteQueue }),
    ...(longestGroupMs !== undefined && { longestGroupMs }),
  };
  const sqlitePath = sqliteFile(databaseUrl);
  if (sqlitePath !== null) return openSqlite(sqlitePath, { ...waiting, ...options.sqlite });
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    // Loaded where it is used: a service on SQLite has no use for the driver.
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(databaseUrl, { ...waiting, ...options.postgres });
  }
  throw new RegistryError(
    'bad_request',
    `Unknown database URL '${withoutPassword(databaseUrl)}': give sqlite:<path of a file> or postgres://<user>:<password>@<host>:<port>/<name>.`,
  );
}

/**
 * The absolute path of the file that a `sqlite:` URL names; null for other URLs.
 *
 * @throws RegistryError `bad_request` when it names no file
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
  const own = /-(wal|shm|journal)$/i.exec(followLinks(path))?.[0];
  if (own) {
    throw new RegistryError(
      'bad_request',
      `The database URL '${databaseUrl}' names no database: names that end with ${own} are SQLite's, for what it keeps beside one.`,
    );
  }
  return resolve(path);
}

/** Where a path leads; SQLite would make a database at the end of a link that leads nowhere. */
function followLinks(path: string, links = 40): string {
  if (existsSync(path)) return realpathSync(path);
  const leadsTo = linkAt(path);
  return leadsTo === null || links === 0 ? path : followLinks(resolve(dirname(path), leadsTo), links - 1);
}

/** Where the link at a path leads; null where there is none. What else is wrong with the path, opening it says. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, ':***@');
}
