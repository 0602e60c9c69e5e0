import { accessSync, closeSync, constants, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { OutageError, RegistryError } from '../kernel/errors.ts';
import { makeDirectory } from '../kernel/files/atomic-write.ts';
import { createOpenError } from './driver-errors.ts';
import { type GroupDeadlines, type QueueOptions, WriteQueue } from './group-commit.ts';
import { type LineageOptions, takeOverCopy } from './lineage.ts';
import { sqliteWords } from './migrations/migration.ts';
import { listMigrationsUpTo, migrate, refuseOutdated } from './migrations/run.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { createPing, Gate, readOnlyStore, type Store } from './store.ts';
import type { Tables } from './tables.ts';
import { runWriter } from './tx.ts';

export interface SqliteOptions extends QueueOptions, LineageOptions {
  /** Maximum wait of a write for the write lock of another process, in milliseconds. Default: 10,000. */
  lockTimeoutMs?: number;
  /** Number of read connections beside the write connection. Default: 4. */
  readers?: number;
  /** Migrates the schema up to this migration only. Default: all. */
  lastMigration?: number;
  /** Further pragmas of the write connection, such as `{ max_page_count: 5000 }`. */
  pragmas?: Pragmas;
}

/** Interval at which a watch checks for commits, in milliseconds. A check takes a few microseconds. */
const watchIntervalMs = 50;

/**
 * Opens the registry's database file and migrates its schema. Creates the file and its directory if they are
 * missing.
 *
 * One connection writes. Others read at the same time; each read transaction sees the state at its beginning
 * (WAL).
 *
 * @throws OutageError `storage_unavailable` when the file cannot be used, or was written by newer code
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { lockTimeoutMs = 10_000, readers = 4, pragmas = {}, onIdsLeap = () => {}, lastMigration } = options;
  try {
    makeDirectory(dirname(path));
    createFile(path);
    const checkFile = guardPath(path);
    let currentDeadlines: GroupDeadlines | undefined;
    const writer = new Kysely<Tables>({
      dialect: sqliteDialect({
        open: () => openForWriting(path, pragmas),
        size: 1,
        begin: 'begin immediate',
        lockTimeoutMs,
        throwIfExpired: () => currentDeadlines?.throwIfExpired(),
      }),
    });
    let watcher: Sqlite.Database;
    try {
      // This transaction begins even if no migration is missing, so that a read-only database is detected
      // now.
      await writer.transaction().execute(async (transaction) => {
        await migrate(transaction, sqliteWords, { known: listMigrationsUpTo(lastMigration) });
        if (await takeOverCopy(transaction)) onIdsLeap();
      });
      watcher = openForReading(path);
    } catch (error) {
      await writer.destroy();
      throw error;
    }
    const reader = new Kysely<Tables>({
      dialect: sqliteDialect({
        // A new connection to a replaced file would read other data than the open ones.
        open: () => {
          checkFile();
          return openForReading(path);
        },
        size: readers,
        begin: 'begin',
        lockTimeoutMs,
      }),
    });
    /**
     * Runs a transaction on the only write connection. While it waits for the write lock of another process,
     * it fails as soon as `deadlines` no longer allow it to begin.
     */
    const transact = <T>(work: (db: Kysely<Tables>) => Promise<T>, deadlines?: GroupDeadlines): Promise<T> =>
      writer.connection().execute((connection) => {
        checkFile();
        currentDeadlines = deadlines;
        return connection.transaction().execute(work);
      });
    const writes = new WriteQueue(options, {
      failedCommitIsUndone: true,
      transact: (work, deadlines) => transact(work, deadlines),
    });
    const ping = createPing(async () => {
      checkFile();
      await sql`select 1 from schema_migrations limit 1`.execute(reader);
    });
    const gate = new Gate();
    const versionPragma = watcher.prepare('PRAGMA data_version').pluck();
    /**
     * Returns a number that changes with every commit of any process; null if it cannot be read.
     */
    const readVersion = (): unknown => {
      try {
        return versionPragma.get();
      } catch {
        return null;
      }
    };
    const watchTimers = new Set<NodeJS.Timeout>();
    return {
      dialect: 'sqlite',
      writable: true,

      read: (work) =>
        gate.pass(() => reader.transaction().execute((transaction) => work({ db: transaction }))),

      write: (work, deadline) => gate.pass(() => writes.run(work, deadline)),

      writeBeside: (work) => gate.pass(() => transact((transaction) => runWriter(transaction, work))),

      ping: () => gate.pass(ping),

      // Commits of other processes are detected by polling.
      watch: async (listener) => {
        let lastVersion = readVersion();
        const timer = setInterval(() => {
          const version = readVersion() ?? lastVersion;
          if (version === lastVersion) return;
          lastVersion = version;
          listener();
        }, watchIntervalMs);
        timer.unref();
        watchTimers.add(timer);
        return async () => {
          clearInterval(timer);
          watchTimers.delete(timer);
        };
      },

      close: async () => {
        if (gate.closed) return;
        for (const timer of watchTimers) clearInterval(timer);
        await gate.close();
        watcher.close();
        await reader.destroy();
        // The last connection to close copies the write-ahead log into the database file.
        await writer.destroy();
      },
    };
  } catch (error) {
    throw createOpenError(path, error);
  }
}

/**
 * Opens a database file read-only. Its schema and its mark as a copy do not change.
 *
 * @throws RegistryError `bad_request` when the file does not exist; OutageError `storage_unavailable` when it
 *   cannot be used, or its schema is not the current one
 */
export async function readSqlite(path: string): Promise<Store> {
  if (!existsSync(path)) throw new RegistryError('bad_request', `Database ${path} does not exist.`);
  const reader = new Kysely<Tables>({
    dialect: sqliteDialect({
      open: () => openWithoutChanging(path),
      size: 4,
      begin: 'begin',
      lockTimeoutMs: 10_000,
    }),
  });
  try {
    await refuseOutdated(reader, sqliteWords);
  } catch (error) {
    await reader.destroy();
    throw createOpenError(path, error);
  }
  const gate = new Gate();
  return readOnlyStore({
    dialect: 'sqlite',
    read: (work) => gate.pass(() => reader.transaction().execute((db) => work({ db }))),
    ping: () =>
      gate.pass(async () => void (await sql`select 1 from schema_migrations limit 1`.execute(reader))),
    close: async () => {
      if (gate.closed) return;
      await gate.close();
      await reader.destroy();
    },
  });
}

/**
 * Returns a function that checks that a path still leads to the same file as now. If the file was replaced,
 * an open connection would continue to write to the former file, and those writes would be lost at a restart.
 * The function throws OutageError `storage_unavailable` when the path leads to another file or none.
 */
function guardPath(path: string): () => void {
  const identityAtOpen = identityOf(path);
  return () => {
    if (identityOf(path) === identityAtOpen) return;
    throw new OutageError(
      'storage_unavailable',
      'The database file was replaced, moved or removed while the service had it open. Writes are refused until the service is restarted.',
    );
  };
}

/** Returns a file's device and inode; null if there is no file. */
function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : null;
}

type Pragmas = Readonly<Record<string, string | number>>;

/**
 * Creates the database file, if it is missing, with access for its owner only. If SQLite created it, the
 * umask would determine the access. SQLite copies the mode to the files that it creates beside this one.
 */
function createFile(path: string): void {
  // `:memory:` is SQLite's name for a database without a file, which tests use. An existing file is not
  // opened: closing it would release the locks that this process may have on it.
  if (path === ':memory:' || existsSync(path)) return;
  try {
    // Without O_EXCL, which would not create a file at the end of a link.
    closeSync(openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600));
  } catch {
    // SQLite will report the error.
  }
}

/**
 * SQLite's own lock timeout per statement, in milliseconds. This wait blocks the event loop, so it is short;
 * the long wait for the write lock is in `sqlite-driver.ts` and blocks nothing.
 */
const statementTimeoutMs = 50;
/**
 * Page cache size of a connection, in KiB. It can be small, because the operating system caches recent pages
 * as well. With better-sqlite3's default, 16 MiB, the caches would take most of the process's memory.
 */
const cacheKiB = { reader: 2048, writer: 8192 };
/** The size, in bytes, to which the write-ahead log is truncated after a checkpoint. */
const journalSizeLimit = 64 * 1024 * 1024;
/** Value of `PRAGMA synchronous` with which a commit is durable before it is reported. */
const synchronousFull = 2;

/**
 * Opens a connection with durable writes: a commit is on disk before it is reported.
 *
 * @throws OutageError `storage_unavailable` when the file cannot be written durably
 */
function openForWriting(path: string, pragmas: Pragmas): Sqlite.Database {
  const database = new Sqlite(path, { timeout: statementTimeoutMs });
  try {
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') {
      throw new OutageError(
        'storage_unavailable',
        `The database ${path} cannot use a write-ahead log (journal mode is '${mode}'): its file system has to support shared memory.`,
      );
    }
    // Builds of better-sqlite3 default to NORMAL in WAL mode, in which a power failure may lose the last
    // commits.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`journal_size_limit = ${journalSizeLimit}`);
    // In memory, because a savepoint's undo data would otherwise go to a temporary file in another directory,
    // which may be full.
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

/**
 * Opens a read-only connection to a file that others may have open. Leaves the database and its folder
 * unchanged, even if the connection is the last one to close. If there is a write-ahead log, the connection
 * is `readonly`, because a writable one would move the content of the log into the database. If there is
 * none, it is writable with `query_only`, because a `readonly` one would leave a new, empty log behind.
 */
export function openWithoutChanging(path: string): Sqlite.Database {
  // SQLite's auxiliary files are beside the database itself, not beside a link to it.
  const file = existsSync(path) ? realpathSync(path) : path;
  const walFile = `${file}-wal`;
  const files = existsSync(walFile) ? [file, walFile] : [file];
  try {
    if (files.length > 1) return openForReading(file);
    const database = new Sqlite(file, { fileMustExist: true, timeout: statementTimeoutMs });
    try {
      database.pragma('query_only = ON');
      database.pragma('schema_version');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    // SQLite can read such a file with `immutable`, but then ignores the write-ahead log and concurrent
    // writers.
    const folder = dirname(file);
    const isRefused = error instanceof Sqlite.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code);
    if (isRefused && isAccessible(file, constants.R_OK) && !isAccessible(folder, constants.W_OK)) {
      const text = `The database ${file} cannot be read: SQLite creates files beside it, and ${folder} is not writable. Stop what writes to the database, copy ${files.join(' and ')} to a writable folder, and read the copy.`;
      throw new OutageError('storage_unavailable', text);
    }
    throw error;
  }
}

function isAccessible(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a consistent snapshot of a database file. Leaves the file unchanged, as `openWithoutChanging` does.
 *
 * @param readPages performs a read, which starts the read transaction
 * @returns the result of `readPages`
 */
export async function copyWithoutChanging<T>(
  path: string,
  copy: string,
  readPages: (database: Sqlite.Database) => T,
): Promise<T> {
  const source = openWithoutChanging(path);
  try {
    // This read transaction stays open, so that all pages come from one commit, and later commits do not
    // restart the copy.
    source.exec('BEGIN');
    const result = readPages(source);
    await source.backup(copy);
    return result;
  } finally {
    source.close();
  }
}

export function openForReading(path: string): Sqlite.Database {
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: statementTimeoutMs });
  try {
    database.pragma(`cache_size = -${cacheKiB.reader}`);
    // Opens the other files of the database now instead of at the first read, so that an open connection can
    // always read.
    database.pragma('schema_version');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
