import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { OutageError } from '../kernel/errors.ts';

export type Pragmas = Readonly<Record<string, string | number>>;

/**
 * Makes the file when it is missing, for its owner alone: SQLite would go by the umask. The files beside it get
 * the mode of this one.
 */
export function makeFile(path: string): void {
  // SQLite's name for a database without a file, which tests use.
  if (path === ':memory:') return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or SQLite will say what is wrong with the place.
  }
}

/**
 * How long one statement may wait inside the driver, with the event loop stopped. Waiting for a write lock is
 * done outside it.
 */
const statementTimeoutMs = 50;
/**
 * Pages that a connection keeps, in KiB. What was read lately is in the system's cache as well; the 16 MiB of
 * better-sqlite3, in each of several connections, would be most of the process's memory.
 */
const cacheKiB = { reader: 2048, writer: 8192 };
/** What is left of the write-ahead log once its content is in the database file, in bytes. */
const journalSizeLimit = 64 * 1024 * 1024;
/** Value of `PRAGMA synchronous` under which a commit is on disk before it is reported. */
const synchronousFull = 2;

/**
 * A connection that writes, durably: a commit is on the disk before it is reported.
 * @throws OutageError `storage_unavailable` when the file cannot be written so
 */
export function openWriting(path: string, pragmas: Pragmas): Sqlite.Database {
  const database = new Sqlite(path, { timeout: statementTimeoutMs });
  try {
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') {
      throw new OutageError(
        'storage_unavailable',
        `The database ${path} cannot use a write-ahead log (journal mode is '${mode}'): its file system has to support shared memory.`,
      );
    }
    // Builds of better-sqlite3 fall back to NORMAL in WAL mode, where a power cut may take the last commits.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`journal_size_limit = ${journalSizeLimit}`);
    // What a savepoint would put back is else written to a temporary file: one more directory that may be
    // full.
    database.pragma('temp_store = MEMORY');
    database.pragma(`cache_size = -${cacheKiB.writer}`);
    for (const [name, value] of Object.entries(pragmas)) database.pragma(`${name} = ${value}`);
    if (database.pragma('synchronous', { simple: true }) !== synchronousFull) {
      throw new OutageError('storage_unavailable', `The database ${path} does not accept synchronous=FULL.`);
    }
    if (database.pragma('foreign_keys', { simple: true }) !== 1) {
      throw new OutageError('storage_unavailable', `The database ${path} does not enforce foreign keys.`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A connection that cannot write. */
export function openReading(path: string): Sqlite.Database {
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: statementTimeoutMs });
  try {
    database.pragma(`cache_size = -${cacheKiB.reader}`);
    // The other files of a database are opened at the first read: whoever has a connection can read.
    database.pragma('schema_version');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
