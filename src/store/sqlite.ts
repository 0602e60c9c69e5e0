import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import type { Deadline } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';
import { makeDirectory } from '../kernel/files/finished-file.ts';
import { cannotOpen } from './driver-errors.ts';
import { Gate } from './gate.ts';
import { groupCommit, type Patience, type Work } from './group-commit.ts';
import { sqliteWords } from './migrations/migration.ts';
import { migrate } from './migrations/run.ts';
import { makeFile, openReading, openWriting, type Pragmas } from './sqlite-connections.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';
import { readTx, runWriter, type WriteTx } from './tx.ts';
import { longestWriteQueue, WriteQueue } from './write-queue.ts';

export interface SqliteOptions {
  /** How long a write waits for another process's write, in milliseconds. */
  lockTimeoutMs?: number;
  /** How many writes may wait before those with a deadline are refused. */
  longestWriteQueue?: number;
  /** How long writes follow each other in one transaction, in milliseconds. */
  longestGroupMs?: number;
  /** Connections for reading beside the one that writes. */
  readers?: number;
  /** How often a watch looks for commits, in milliseconds. A look takes a few microseconds. */
  watchEveryMs?: number;
  /** Further pragmas of the writing connection, `{ max_page_count: 5000 }`. */
  pragmas?: Pragmas;
}

export interface SqliteStore extends Store {
  readonly dialect: 'sqlite';
}

/**
 * Opens the registry's database file, makes it (and its directory) when it is missing, and brings its schema
 * up to date.
 *
 * One connection writes; others read beside it, each transaction over the state of its beginning (WAL).
 *
 * @throws OutageError `storage_unavailable` when the file cannot be used, or was written by newer code
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteStore> {
  const { lockTimeoutMs = 10_000, readers = 4, pragmas = {}, watchEveryMs = 50 } = options;
  const longest = options.longestWriteQueue ?? longestWriteQueue;
  try {
    makeDirectory(dirname(path));
    makeFile(path);
    const file = new OpenedFile(path);
    let patience: Patience | undefined;
    const writer = new Kysely<Tables>({
      dialect: sqliteDialect({
        open: () => openWriting(path, pragmas),
        size: 1,
        begin: 'begin immediate',
        lockTimeoutMs,
        giveUp: () => patience?.giveUp(),
      }),
    });
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
    /** Whoever has the one connection says how long its transaction is worth waiting for. */
    const transact: Transact = (work, forThis) =>
      writer.connection().execute((connection) => {
        file.check();
        patience = forThis;
        return connection.transaction().execute(work);
      });
    const writes = new WriteQueue(
      longest,
      groupCommit({
        failedCommitIsUndone: true,
        longestGroupMs: options.longestGroupMs,
        transact: (work, forThis) => transact((transaction) => work(transaction, undefined), forThis),
      }),
    );
    const watcher = await closeOnFailure(writer, async () => openReading(path));
    return sqliteStore({ writer, writes, transact, reader, watcher, watchEveryMs, file });
  } catch (error) {
    throw cannotOpen(path, error);
  }
}

type Transact = <T>(work: (db: Kysely<Tables>) => Promise<T>, patience?: Patience) => Promise<T>;

interface Parts {
  readonly writer: Kysely<Tables>;
  readonly writes: WriteQueue<Work>;
  readonly transact: Transact;
  readonly reader: Kysely<Tables>;
  readonly watcher: Sqlite.Database;
  readonly watchEveryMs: number;
  readonly file: OpenedFile;
}

function sqliteStore({ writer, writes, transact, reader, watcher, watchEveryMs, file }: Parts): SqliteStore {
  const gate = new Gate();
  const pragma = watcher.prepare('PRAGMA data_version').pluck();
  /** Moves with every commit of any process; null when it cannot be read. Takes a few microseconds. */
  const version = (): unknown => {
    try {
      return pragma.get();
    } catch {
      return null;
    }
  };
  const watches = new Set<NodeJS.Timeout>();
  return {
    dialect: 'sqlite',

    read: (work) => gate.pass(() => reader.transaction().execute((transaction) => work(readTx(transaction)))),

    write: <T>(work: (writer: WriteTx) => Promise<T>, deadline?: Deadline) =>
      gate.pass(() => writes.run(work, deadline) as Promise<T>),

    writeBeside: (work) => gate.pass(() => transact((transaction) => runWriter(transaction, work))),

    ping: () =>
      gate.pass(async () => {
        file.check();
        await sql`select 1 from schema_migrations limit 1`.execute(reader);
      }),

    // A file tells nobody what was written to it.
    watch: async (listener) => {
      let known = version();
      const timer = setInterval(() => {
        const now = version() ?? known;
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

async function closeOnFailure<T>(db: Kysely<Tables>, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Tells whether a path still leads to the file that was opened there. A connection goes on with the file that
 * it has when another one is put in its place, and what it then writes is gone after a restart.
 */
class OpenedFile {
  readonly #path: string;
  readonly #opened: string | null;

  /** @param path of a file that is open */
  constructor(path: string) {
    this.#path = path;
    this.#opened = identityOf(path);
  }

  /**
   * Takes a few microseconds.
   * @throws OutageError `storage_unavailable` when the path leads to another file, or to none
   */
  check(): void {
    if (identityOf(this.#path) === this.#opened) return;
    throw new OutageError(
      'storage_unavailable',
      'The database file was replaced, moved or removed while the service had it open: nothing is written until the service is started again.',
    );
  }
}

/** Device and inode; null where there is no file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
