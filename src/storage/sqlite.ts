import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { makeDirectory } from '../files/make-directory.ts';
import type { Deadline } from '../registry/deadline.ts';
import { RegistryError } from '../registry/errors.ts';
import type { StagedWrite, StagedWriter } from '../services/ports/store/staged-writes.ts';
import type { Store } from '../services/ports/store/store.ts';
import type { StoreWriter } from '../services/ports/store/transaction.ts';
import { cannotOpen, translateError } from './driver-errors.ts';
import { Gate } from './gate.ts';
import { groupCommit, type Patience, type StoreWrite } from './group-commit.ts';
import { categoryVersions } from './kysely/model-rows.ts';
import { runStagedWriter, storeReader } from './kysely/session.ts';
import { makeStaging, stage } from './kysely/staged-writes.ts';
import { sqliteWords } from './migrations/migration.ts';
import { migrate } from './migrations/run.ts';
import { OpenedFile } from './opened-file.ts';
import type { Tables } from './schema.ts';
import { withoutChangeTriggers } from './sqlite-change-triggers.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { longestWriteQueue, WriteQueue } from './write-queue.ts';

type Pragmas = Readonly<Record<string, string | number>>;

export interface SqliteOptions {
  /** How long a write waits for another process's write, in milliseconds. */
  lockTimeoutMs?: number;
  /** How many writes may wait before those with a deadline are refused. */
  longestWriteQueue?: number;
  /** Connections for reading beside the one that writes. */
  readers?: number;
  /** How often a watch looks for commits, in milliseconds. A look takes a few microseconds. */
  watchEveryMs?: number;
  /** Further pragmas of the writing connection, `{ max_page_count: 5000 }`. */
  pragmas?: Pragmas;
}

export interface SqliteStore extends Store {
  readonly dialect: 'sqlite';
  /**
   * A number that changes whenever any process has committed to the file. Costs a few microseconds: for
   * asking before each read whether what is in memory is still true.
   */
  dataVersion(): number;
}

/**
 * Opens the registry's database file, makes it (and its directory) when it is missing, and brings its schema
 * up to date.
 *
 * One connection writes; others read beside it, each transaction over the state of its beginning (WAL).
 *
 * @throws RegistryError `storage_unavailable` when the file cannot be used, or was written by newer code
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteStore> {
  const { lockTimeoutMs = 10_000, readers = 4, pragmas = {}, watchEveryMs = 50 } = options;
  const longest = options.longestWriteQueue ?? longestWriteQueue;
  try {
    makeDirectory(dirname(path));
    makeFile(path);
    const file = new OpenedFile(path);
    let patience: Patience | undefined;
    const openWriter = (more: Pragmas, giveUp: () => void) =>
      new Kysely<Tables>({
        dialect: sqliteDialect({
          open: () => openWriting(path, { ...more, ...pragmas }),
          size: 1,
          begin: 'begin immediate',
          lockTimeoutMs,
          giveUp,
        }),
      });
    const writer = openWriter({}, () => patience?.giveUp());
    const openStaging = () => {
      file.check();
      return openWriter(stagingCache, () => {});
    };
    await closeOnFailure(writer, () =>
      writer.transaction().execute((transaction) => migrate(transaction, sqliteWords)),
    );
    const reader = new Kysely<Tables>({
      dialect: sqliteDialect({
        // A connection to another file would read something else than those that are open.
        open: () => {
          file.check();
          return openReading(path);
        },
        size: readers,
        begin: 'begin',
        lockTimeoutMs,
      }),
    });
    const writes = new WriteQueue(
      longest,
      groupCommit({
        failedCommitIsUndone: true,
        transact: async (work, forThis) => {
          file.check();
          patience = forThis;
          await writer.transaction().execute((transaction) => work(transaction, undefined));
        },
      }),
    );
    const watcher = await closeOnFailure(writer, async () => openReading(path));
    return sqliteStore({ writer, openStaging, writes, reader, watcher, watchEveryMs, file });
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

interface Parts {
  readonly writer: Kysely<Tables>;
  /** A connection of its own for many rows. */
  readonly openStaging: () => Kysely<Tables>;
  readonly writes: WriteQueue<StoreWrite>;
  readonly reader: Kysely<Tables>;
  readonly watcher: Sqlite.Database;
  readonly watchEveryMs: number;
  readonly file: OpenedFile;
}

/**
 * Makes the file when it is missing, for its owner alone: SQLite would go by the umask. The files beside it get
 * the mode of this one.
 */
function makeFile(path: string): void {
  // SQLite's name for a database without a file, which tests use.
  if (path === ':memory:') return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there, or SQLite will say what is wrong with the place.
  }
}

function sqliteStore({
  writer,
  openStaging,
  writes,
  reader,
  watcher,
  watchEveryMs,
  file,
}: Parts): SqliteStore {
  const gate = new Gate();
  const pragma = watcher.prepare('PRAGMA data_version').pluck();
  const dataVersion = (): number => {
    try {
      return Number(pragma.get());
    } catch (error) {
      throw translateError(error);
    }
  };
  const watches = new Set<NodeJS.Timeout>();
  return {
    dialect: 'sqlite',

    read: (work) =>
      gate.pass(() => reader.transaction().execute((transaction) => work(storeReader(transaction)))),

    write: <T>(work: (writer: StoreWriter) => Promise<T>, deadline?: Deadline) =>
      gate.pass(() => writes.run({ with: work }, deadline) as Promise<T>),

    writeStaged: <T>(rows: readonly StagedWrite[], work: (writer: StagedWriter) => Promise<T>) =>
      gate.pass(async () => {
        // What is staged goes with this connection, however the write ends.
        const staging = openStaging();
        try {
          return await staging.connection().execute(async (connection) => {
            await makeStaging(connection, sqliteWords);
            await stage(connection, rows);
            const alone = () => {
              file.check();
              const transaction = connection.transaction();
              return transaction.execute((begun) =>
                runStagedWriter(begun, rows, work, { unnoted: withoutChangeTriggers }),
              );
            };
            return (await writes.run({ alone })) as T;
          });
        } finally {
          await staging.destroy();
        }
      }),

    // Asked every second, and by `/readyz`.
    versions: () =>
      gate.pass(async () => {
        file.check();
        return categoryVersions(reader);
      }),

    dataVersion,

    // A file tells nobody what was written to it.
    watch: async (listener) => {
      let known = dataVersion();
      const timer = setInterval(() => {
        const now = orNull(dataVersion) ?? known;
        if (now === known) return;
        known = now;
        listener(null);
      }, watchEveryMs);
      timer.unref();
      watches.add(timer);
      return async () => {
        clearInterval(timer);
        watches.delete(timer);
      };
    },

    close: async () => {
      if (gate.closed) return;
      for (const timer of watches) clearInterval(timer);
      await gate.close();
      watcher.close();
      await reader.destroy();
      // The last connection to close copies the write-ahead log into the database file.
      await writer.destroy();
    },
  };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function closeOnFailure<T>(db: Kysely<Tables>, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * How long one statement may wait inside the driver, with the event loop stopped. Waiting for a write lock is
 * done outside it.
 */
const statementTimeoutMs = 50;
/**
 * What a large transaction changes beyond its cache is written to the log more than once. In kibibytes, as SQLite
 * wants them.
 */
const stagingCache = { cache_size: -512_000 };
/** What is left of the write-ahead log once its content is in the database file, in bytes. */
const journalSizeLimit = 64 * 1024 * 1024;
/** Value of `PRAGMA synchronous` under which a commit is on disk before it is reported. */
const synchronousFull = 2;

function openWriting(path: string, pragmas: Pragmas): Sqlite.Database {
  const database = new Sqlite(path, { timeout: statementTimeoutMs });
  try {
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') {
      throw new RegistryError(
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
      throw new RegistryError(
        'storage_unavailable',
        `The database ${path} does not accept synchronous=FULL.`,
      );
    }
    if (database.pragma('foreign_keys', { simple: true }) !== 1) {
      throw new RegistryError('storage_unavailable', `The database ${path} does not enforce foreign keys.`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Pages that a connection keeps, in KiB. What was read lately is in the system's cache as well; the 16 MiB of
 * better-sqlite3, in each of several connections, would be most of the process's memory.
 */
const cacheKiB = { reader: 2048, writer: 8192 };

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
