import { setTimeout as pause } from 'node:timers/promises';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { TimeSlice } from '../kernel/concurrency/time-slice.ts';
import { OutageError } from '../kernel/errors.ts';

export interface SqliteDialectOptions {
  open: () => Sqlite;
  /** Maximum number of connections. If all are in use, transactions wait. */
  size: number;
  /**
   * The statement that begins transactions. `begin immediate`, for writers, takes the write lock at once;
   * with `begin`, a transaction that reads first can fail at its first write.
   */
  begin: 'begin' | 'begin immediate';
  /** Maximum wait for the write lock of another process, in milliseconds. */
  lockTimeoutMs: number;
  /**
   * Called before each attempt to begin a transaction. Throws if the transaction is no longer needed, which
   * ends its wait for the lock.
   */
  throwIfExpired?: () => void;
}

/**
 * Creates Kysely's dialect for one or more connections to a SQLite file. Kysely's own has a single connection
 * and begins each transaction with a plain `begin`. This one supports several readers beside the writer, and
 * a writer that takes the write lock at the beginning.
 */
export function sqliteDialect(options: SqliteDialectOptions): Dialect {
  return {
    createDriver: () => new SqlitePool(options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new PooledSqliteAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: Kysely's own signature.
    createIntrospector: (db: Kysely<any>) => new SqliteIntrospector(db),
  };
}

class PooledSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Maximum time, in milliseconds, that consecutive transactions or statements run before yielding to the event
 * loop.
 */
const sliceMs = 20;

class SqlitePool implements Driver {
  readonly #options: SqliteDialectOptions;
  readonly #connections: SqliteConnection[] = [];
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: PromiseWithResolvers<SqliteConnection>[] = [];
  readonly #slice = new TimeSlice(sliceMs);

  constructor(options: SqliteDialectOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#waiting.length === 0) this.#slice.restart();
    const idleConnection = this.#idle.pop();
    if (idleConnection) return idleConnection;
    if (this.#connections.length < this.#options.size) {
      try {
        return this.#open();
      } catch (error) {
        // Opening may fail, for example for lack of file descriptors. The open connections then serve all
        // transactions.
        if (this.#connections.length === 0) throw error;
      }
    }
    const waiter = Promise.withResolvers<SqliteConnection>();
    this.#waiting.push(waiter);
    return waiter.promise;
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (!connection.open) this.#connections.splice(this.#connections.indexOf(connection), 1);
    // Consecutive transactions would block the event loop, because nothing in them waits.
    if (this.#waiting.length > 0 && this.#slice.expired) await this.#slice.yield();
    const next = this.#waiting.shift();
    if (!next) {
      if (connection.open) this.#idle.push(connection);
      return;
    }
    try {
      next.resolve(connection.open ? connection : this.#open());
    } catch (error) {
      next.reject(error);
    }
  }

  #open(): SqliteConnection {
    const connection = new SqliteConnection(this.#options.open());
    this.#connections.push(connection);
    return connection;
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const { begin, lockTimeoutMs, throwIfExpired = () => {} } = this.#options;
    await connection.begin(begin, lockTimeoutMs, throwIfExpired);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    for (const connection of this.#connections.splice(0)) connection.close();
  }
}

/**
 * Maximum number of cached prepared statements per connection. Without a limit the cache would grow: an IN
 * list of each length is another statement.
 */
const maxPreparedStatements = 200;

class SqliteConnection implements DatabaseConnection {
  readonly #database: Sqlite;
  readonly #statements = new LRUCache<string, Statement>({ max: maxPreparedStatements });
  readonly #slice = new TimeSlice(sliceMs);
  #inTransaction = false;

  constructor(database: Sqlite) {
    this.#database = database;
  }

  /**
   * Begins a transaction, and waits for the lock without blocking the event loop: better-sqlite3 itself would
   * wait synchronously, and this process could not respond meanwhile.
   */
  async begin(
    statement: 'begin' | 'begin immediate',
    lockTimeoutMs: number,
    throwIfExpired: () => void,
  ): Promise<void> {
    const end = performance.now() + lockTimeoutMs;
    for (;;) {
      throwIfExpired();
      try {
        this.#run(statement);
        this.#inTransaction = true;
        this.#slice.restart();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= end) throw error;
        await pause(2 + Math.random() * 10);
      }
    }
  }

  commit(): void {
    this.#assertStillInTransaction();
    this.#run('commit');
    this.#inTransaction = false;
  }

  /** Whether the connection is open. It is closed permanently when a rollback fails. */
  get open(): boolean {
    return this.#database.open;
  }

  /**
   * Rolls back, unless SQLite has already done so itself, as after a full disk or an I/O error. If the
   * rollback fails, closes the connection, which ends the transaction. Otherwise the transaction would hold
   * the write lock until a restart.
   */
  rollback(): void {
    this.#inTransaction = false;
    if (!this.#database.inTransaction) return;
    try {
      this.#run('rollback');
    } catch {
      // The caller gets the error that caused the rollback.
      this.close();
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Yields to requests between a transaction's statements.
    if (this.#slice.expired) await this.#slice.yield();
    this.#assertStillInTransaction();
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed: read them in pages.');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #run(text: string): void {
    this.#prepare(text).run();
  }

  #prepare(text: string): Statement {
    const cachedStatement = this.#statements.get(text);
    if (cachedStatement) return cachedStatement;
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /**
   * Throws if SQLite has rolled back the transaction itself. Otherwise each further statement would commit
   * alone, and half a transaction would be stored.
   */
  #assertStillInTransaction(): void {
    if (this.#inTransaction && !this.#database.inTransaction) {
      throw new OutageError(
        'storage_unavailable',
        'The database cannot be used: it has rolled back the transaction.',
      );
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
