import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/**
 * Kysely's own PostgreSQL driver waits for the answer to each statement. Here what begins a transaction, limits
 * it, and begins and ends savepoints is sent together with the next statement that needs it, and not at all
 * where none comes.
 *
 * @param pool of clients with `pipeline`
 */
export function postgresDialect(pool: pg.Pool): Dialect {
  return {
    createDriver: () => new PostgresConnections(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    // biome-ignore lint/suspicious/noExplicitAny: Kysely's own signature.
    createIntrospector: (db: Kysely<any>) => new PostgresIntrospector(db),
  };
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
    const { isolationLevel, accessMode } = settings;
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    connection.begin(['start transaction', ...modes].join(' '));
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
  /** A statement has failed in front of which `#savepoints` were not begun: rolling back to one is too late. */
  #failed = false;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  begin(text: string): void {
    this.#beginning = [text];
    this.#savepoints = [];
    this.#inTransaction = true;
    this.#failed = false;
  }

  /** @throws Error when the transaction was rolled back in place of it */
  async commit(): Promise<void> {
    this.#inTransaction = false;
    if (this.#takeBeginning()) return;
    const { command } = await this.#client.query('commit');
    if (command === 'ROLLBACK') throw new Error('The transaction had failed: it was rolled back');
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    if (this.#takeBeginning()) return;
    try {
      await this.#client.query('rollback');
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
        ahead === '' ? null : this.#client.query(ahead),
        this.#client.query(sql, [...parameters]),
      ]);
      const numAffectedRows = counting.has(command) ? BigInt(rowCount ?? 0) : undefined;
      return {
        rows: (rows as R[] | undefined) ?? [],
        ...(numAffectedRows !== undefined && { numAffectedRows }),
      };
    } catch (error) {
      this.#failed = true;
      throw error;
    }
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
      this.#failed = false;
      return false;
    }
    return true;
  }

  /** Nothing was written since, so there is nothing to undo: unless the server has given the transaction up. */
  #backToUnsent(begun: number): void {
    if (this.#failed) {
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

/** Statements that say how many rows they have written. */
const counting: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
