import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Tables } from './schema.ts';

/**
 * Kysely's own PostgreSQL driver waits for the answer to each statement. Here what begins a transaction, limits
 * it, and begins and ends savepoints is sent together with the next statement that needs it, and not at all
 * where none comes.
 *
 * @param pool of clients with `pipeline`
 */
export function postgresDialect(pool: pg.Pool): Dialect {
  return dialectOf(() => new PostgresConnections(pool));
}

function dialectOf(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: Kysely's own signature.
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
}

/**
 * Runs `work` in a transaction, and commits it unless that throws. Its statements are sent when they are asked for, in
 * that order, also those that are asked for before another one is answered. (In transactions of Kysely's own each
 * waits for the one before.) Whoever asks for several has to wait for all of them before an error goes on, see
 * `allWhenSettled`: what is sent behind the end is no part of the transaction, and is refused.
 *
 * @param pool of clients with `pipeline`
 */
export async function postgresTransaction<T>(
  pool: pg.Pool,
  modes: TransactionModes,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const connection = new PostgresConnection(await pool.connect());
  const driver = new OneConnection(connection);
  try {
    connection.begin(beginning(modes));
    const value = await work(new Kysely<Tables>({ dialect: dialectOf(() => driver) }));
    driver.end();
    await connection.commit();
    return value;
  } catch (error) {
    driver.end();
    // The error is what has to be told; the connection is given up where this fails too.
    await connection.rollback().catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

type TransactionModes = Pick<TransactionSettings, 'isolationLevel' | 'accessMode'>;

function beginning({ isolationLevel, accessMode }: TransactionModes): string {
  const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
  return ['start transaction', ...modes].join(' ');
}

/** Gives everybody the connection of one transaction. */
class OneConnection implements Driver {
  readonly #connection: PostgresConnection;
  #ended = false;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  end(): void {
    this.#ended = true;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    if (this.#ended) throw new Error('The transaction is over: nothing can be done in it any more');
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('A transaction has no transactions inside of it');
  }

  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;

  async destroy(): Promise<void> {}
}

class PostgresConnections implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect());
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(beginning(settings));
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** What begins the transaction: goes ahead of its first statement. */
  #beginning: string[] = [];
  /** Savepoints begun and ended: go ahead of the next statement that writes. */
  #savepoints: string[] = [];
  #inTransaction = false;
  /**
   * What the first statement failed with, in front of which `#savepoints` were not begun: rolling back to one is too
   * late.
   */
  #failure: { readonly error: unknown } | undefined;
  #broken = false;
  #gathering = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  begin(text: string): void {
    this.#beginning = [text];
    this.#savepoints = [];
    this.#inTransaction = true;
    this.#failure = undefined;
  }

  /** @throws Error when the transaction was rolled back in place of it */
  async commit(): Promise<void> {
    this.#inTransaction = false;
    if (this.#takeBeginning()) return;
    const { command } = await this.#send('commit');
    if (command === 'ROLLBACK') throw new Error('The transaction had failed: it was rolled back');
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (this.#takeBeginning()) return;
    try {
      await this.#send('rollback');
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  /** A connection that may still be inside of a transaction is given up. */
  release(): void {
    this.#client.release(this.#broken);
  }

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#inTransaction && this.#putOff(sql)) return { rows: [] };
    const ahead = this.#takeAhead(query.kind === 'SelectQueryNode');
    try {
      const [, { command, rowCount, rows }] = await Promise.all([
        ahead === '' ? null : this.#send(ahead),
        this.#send(sql, [...parameters]),
      ]);
      const numAffectedRows = counting.has(command) ? BigInt(rowCount ?? 0) : undefined;
      return {
        rows: (rows as R[] | undefined) ?? [],
        ...(numAffectedRows !== undefined && { numAffectedRows }),
      };
    } catch (error) {
      this.#failure ??= { error };
      // Sent before the server had said that the transaction has failed.
      throw isAborted(error) ? this.#failure.error : error;
    }
  }

  /** What is asked for before anything else has its turn goes into one packet. */
  #send(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const { stream } = this.#client.connection;
    if (!this.#gathering) {
      this.#gathering = true;
      stream.cork();
      process.nextTick(() => {
        this.#gathering = false;
        stream.uncork();
      });
    }
    return this.#client.query(text, values);
  }

  /** Whether a statement needs not be sent before another one is. */
  #putOff(sql: string): boolean {
    if (this.#beginning.length > 0 && sql.startsWith('set local ')) {
      this.#beginning.push(sql);
      return true;
    }
    const [, what, name] = /^(savepoint|release savepoint|rollback to savepoint) (\S+)$/.exec(sql) ?? [];
    if (what === undefined) return false;
    const begun = this.#savepoints.indexOf(`savepoint ${name}`);
    if (what === 'savepoint') this.#savepoints.push(sql);
    else if (begun !== -1 && what === 'release savepoint') this.#savepoints.length = begun;
    else if (begun !== -1) this.#backToUnsent(begun);
    else if (what === 'release savepoint') this.#savepoints.push(sql);
    else {
      // Ends those inside of it too.
      this.#savepoints = [];
      this.#failure = undefined;
      return false;
    }
    return true;
  }

  /** Nothing was written since, so there is nothing to undo: unless the server has given the transaction up. */
  #backToUnsent(begun: number): void {
    if (this.#failure) {
      throw new Error('The transaction has failed, and goes back to no savepoint that was not begun');
    }
    this.#savepoints.length = begun + 1;
  }

  #takeBeginning(): boolean {
    const unsent = this.#beginning.length > 0;
    this.#beginning = [];
    return unsent;
  }

  /** What has to be sent ahead of a statement. */
  #takeAhead(reads: boolean): string {
    const ahead = [...this.#beginning, ...(reads ? [] : this.#savepoints)];
    this.#beginning = [];
    if (!reads) this.#savepoints = [];
    return ahead.join('; ');
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Results are not streamed: read them in pages.');
  }
}

/** Refused for no reason but that an earlier statement of the transaction has failed. */
function isAborted(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02';
}

/** Statements that say how many rows they have written. */
const counting: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
