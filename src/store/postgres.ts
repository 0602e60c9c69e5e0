import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { computeBackOffDelay, retry } from '../kernel/concurrency/back-off.ts';
import { type RepeatedTask, startRepeatedTask } from '../kernel/concurrency/repeatedly.ts';
import { OutageError } from '../kernel/errors.ts';
import { createOpenError, isSerializationConflict, translateError } from './driver-errors.ts';
import { type GroupDeadlines, type QueueOptions, WriteQueue } from './group-commit.ts';
import {
  type LineageAtOpen,
  type LineageOptions,
  lineageExpression,
  type PostgresLineage,
  storeLineage,
} from './lineage.ts';
import { type MigrationWait, migratePostgres } from './migrations/migrate-postgres.ts';
import { postgresWords } from './migrations/migration.ts';
import { refuseOutdated } from './migrations/run.ts';
import { checkEncoding } from './postgres-encoding.ts';
import { type HostPool, openPool } from './postgres-pool.ts';
import { prepareStatements } from './prepared-statements.ts';
import { createPing, Gate, pingTimeoutMs, readOnlyStore, type Store } from './store.ts';
import type { Tables } from './tables.ts';
import { runWriter } from './tx.ts';

export interface PostgresOptions extends QueueOptions, MigrationWait, LineageOptions {
  /** See `StoreOptions`. */
  onlyReads?: boolean;
  /**
   * Whether to accept a database in any encoding, for example to copy from it. A database in an unsuitable
   * encoding is migrated even if `onlyReads` is set, because nothing else can migrate it. Default: false.
   */
  anyEncoding?: boolean;
  /** Maximum number of connections in this process's pool. */
  maxConnections?: number;
  connectTimeoutMs?: number;
  /**
   * Called with `host:port` when the pool chooses its first server from the URL, and when it switches to
   * another.
   */
  onServer?: (server: string) => void;
  /** Timeout of one statement, including the wait for another instance's write, in milliseconds. */
  statementTimeoutMs?: number;
}

/**
 * Opens the registry's PostgreSQL database and migrates its schema. Several instances may do so at the same
 * time.
 *
 * Writers of all instances queue for the lock of one row, the end of the audit chain. Their ids are therefore
 * contiguous, in the order of commits. Each read transaction sees the state at its first statement, and waits
 * for no lock.
 *
 * The store refuses writes on a standby, or if the URL requires a standby or a read-only server. In both
 * cases the schema must already be up to date.
 *
 * @throws OutageError `storage_unavailable` when the database cannot be reached, or was written by newer code
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { maxConnections = 10, connectTimeoutMs = 10_000, statementTimeoutMs: timeoutMs = 30_000 } = options;
  const baseConfig = {
    application_name: 'modelref',
    keepAlive: true,
    types: { getTypeParser: numberTypes },
  };
  const hostOptions = { connectTimeoutMs, ...(options.onServer && { onServer: options.onServer }) };
  const { mode, nameExpression } = await prepare(
    openPool(url, { ...baseConfig, max: 1 }, { connectTimeoutMs }),
    options,
  );
  const lineage = { nameExpression, onIdsLeap: options.onIdsLeap };
  // A server that has vanished cannot report a timeout, so the client has its own.
  const poolConfig = { ...baseConfig, max: maxConnections, query_timeout: timeoutMs + connectTimeoutMs };
  const pool = openPool(url, poolConfig, hostOptions);
  const db = createKysely(pool);
  const writeDb = createKysely(prepareStatements(pool));
  // One transaction of this process at a time: others would occupy connections while they wait for the row
  // lock.
  const writes = new WriteQueue(options, {
    // The connection may have been lost after the commit.
    failedCommitIsUndone: false,
    transact: (work, deadlines) =>
      retryConflicts(() => transact(writeDb, timeoutMs, deadlines, lineage, work)),
  });
  const gate = new Gate((error) => pool.leaveAfter(error));
  const ping = createPing(() => queryWithTimeout(pool, 'select 1'));
  const watchTasks = new Set<RepeatedTask>();
  const store: Store = {
    dialect: 'postgres',
    writable: true,

    read: (work) =>
      gate.pass(() =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (transaction) => {
            await setTransactionTimeouts(transaction, timeoutMs);
            return work({ db: transaction });
          }),
      ),

    write: (work, deadline) => gate.pass(() => writes.run(work, deadline)),

    writeBeside: (work) =>
      gate.pass(() =>
        retryConflicts(() =>
          db
            .transaction()
            .setIsolationLevel('read committed')
            .execute(async (transaction) => {
              await setTransactionTimeouts(transaction, timeoutMs);
              return runWriter(transaction, work);
            }),
        ),
      ),

    ping: () => gate.pass(ping),

    watch: async (listener) => {
      let lastCommits = await gate.pass(() => readCommitState(pool));
      const task = startRepeatedTask(watchIntervalMs, {
        work: async () => {
          const commits = await readCommitState(pool);
          if (commits !== lastCommits) listener();
          lastCommits = commits;
          return false;
        },
        // The next poll reports missed commits.
        onError: () => {},
      });
      watchTasks.add(task);
      return async () => {
        watchTasks.delete(task);
        await task.stop();
      };
    },

    close: async () => {
      if (gate.closed) return;
      await Promise.all([gate.close(), ...[...watchTasks].map((watch) => watch.stop())]);
      await db.destroy();
    },
  };
  if (mode === 'write') return store;
  return readOnlyStore(
    store,
    mode === 'follow' ? { promoted: (signal) => waitForPromotion(db, signal) } : {},
  );
}

/** Interval at which a standby is checked for promotion, in milliseconds. */
const promotionCheckMs = 1_000;

async function waitForPromotion(db: Kysely<Tables>, signal: AbortSignal): Promise<void> {
  do {
    await pause(promotionCheckMs, undefined, { signal, ref: false });
    // A failed check is repeated: the server, or another server of the URL, will respond again.
  } while (await isStandby(db).catch(() => true));
}

async function isStandby(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
  return rows[0]?.standby === true;
}

/**
 * Sets timeouts for this transaction alone. They are not connection parameters, because a pooler refuses
 * these, or keeps them when it assigns the connection to another client.
 */
async function setTransactionTimeouts(transaction: Kysely<Tables>, milliseconds: number): Promise<void> {
  const value = `${milliseconds}`;
  // The second timeout prevents a process that froze during a write from blocking all others.
  await sql`select set_config('statement_timeout', ${value}, true),
    set_config('idle_in_transaction_session_timeout', ${value}, true)`.execute(transaction);
}

/**
 * Checks the database's encoding and migrates its schema. If the database is read-only or opened read-only,
 * only checks that the schema is up to date. Closes the pool at its end.
 *
 * @returns `mode`: `read` if the store is opened read-only, or the URL requires a standby or a read-only
 *   server; `follow` on any other standby, because it may become a primary; otherwise `write`.
 *   `nameExpression`: the SQL expression for the name of this database
 */
async function prepare(
  pool: HostPool,
  { anyEncoding = false, onlyReads = false, ...migrationWait }: PostgresOptions,
): Promise<{ mode: 'write' | 'follow' | 'read'; nameExpression: PostgresLineage['nameExpression'] }> {
  const db = createKysely(pool);
  try {
    const encodingError = await checkEncoding(db);
    if (encodingError && !anyEncoding) throw encodingError;
    const mode = pool.onlyReads ? 'read' : (await isStandby(db)) ? 'follow' : 'write';
    if (mode !== 'write') await refuseOutdated(db, postgresWords, outdatedReplicaText);
    else if (onlyReads && !encodingError) await refuseOutdated(db, postgresWords);
    else await migratePostgres(db, migrationWait);
    return { mode: onlyReads ? 'read' : mode, nameExpression: await lineageExpression(db) };
  } catch (error) {
    throw createOpenError('on PostgreSQL', error);
  } finally {
    await db.destroy();
  }
}

const outdatedReplicaText = [
  'The database can only be read here',
  'Start this version on the primary of the database first, or run modelref migrate there.',
] as const;

function createKysely(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Interval at which a watch checks for commits, in milliseconds. */
const watchIntervalMs = 100;

/**
 * Returns a text that changes with every write of any transaction on the server, without reading any table.
 */
async function readCommitState(pool: HostPool): Promise<unknown> {
  const { rows } = await queryWithTimeout(pool, 'select pg_current_snapshot()::text as commits');
  return rows[0]?.commits;
}

/**
 * Runs a fast query on a connection of the pool. If it fails, closes the connection, lets the pool choose
 * another server if that may help, and throws.
 */
async function queryWithTimeout(pool: HostPool, text: string): Promise<pg.QueryResult> {
  const client = (await pool.connect()) as pg.PoolClient;
  try {
    const answer = await client.query({ text, query_timeout: pingTimeoutMs } as pg.QueryConfig);
    client.release();
    return answer;
  } catch (error) {
    client.release(true);
    pool.leaveAfter(error);
    throw error;
  }
}

/** Parses `bigint` columns as numbers: they hold ids, counts and Unix seconds, all far below 2^53. */
export const numberTypes: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

async function transact(
  db: Kysely<Tables>,
  timeoutMs: number,
  deadlines: GroupDeadlines,
  lineage: PostgresLineage,
  work: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  let isCommitting = false;
  try {
    // Set explicitly, because the database's default may be stricter. The snapshot would then be older than
    // the lock.
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        // The server's timeout for the lock and each later statement is slightly longer than the caller's, so
        // that the deadline determines the reported reason.
        await setTransactionTimeouts(
          transaction,
          Math.min(timeoutMs, Math.ceil(deadlines.remainingMs()) + 100),
        );
        const lineageNames = await lockHead(transaction, lineage).catch((error: unknown) => {
          deadlines.throwIfExpired();
          throw error;
        });
        deadlines.throwIfExpired();
        await storeLineage(transaction, lineageNames, lineage);
        await work(transaction);
        isCommitting = true;
      });
  } catch (thrown) {
    const error = translateError(thrown);
    if (!isCommitting || !(error instanceof OutageError) || isSerializationConflict(error)) throw error;
    throw new OutageError(
      error.code,
      `${error.message} The last write may or may not be stored: read the record before you repeat the write.`,
      { cause: thrown },
    );
  }
}

/**
 * Locks the row of `audit_head`, the end of the audit chain, until the transaction ends. Returns the name of
 * the database of the last write (null if none is stored) and the name of this one.
 *
 * Under READ COMMITTED, every later statement sees everything that was committed before this lock was
 * granted. No other writer commits until the lock is released. The transaction therefore sees one state, and
 * never fails because of a conflict.
 */
async function lockHead(
  transaction: Kysely<Tables>,
  { nameExpression }: PostgresLineage,
): Promise<LineageAtOpen> {
  return transaction
    .selectFrom('audit_head')
    .select(['lineage as storedName', nameExpression.as('currentName')])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Maximum pause before a failed transaction is retried, in milliseconds: `first` after the first failure,
 * then doubled after each failure up to `longest`.
 */
const retryDelaysMs = { first: 20, longest: 320, jitter: 1 };

/**
 * Runs an operation, up to six times in all, while it fails because of conflicting transactions, or because a
 * migration has changed the columns of a prepared statement.
 */
function retryConflicts<T>(operation: () => Promise<T>): Promise<T> {
  return retry(operation, {
    attempts: 6,
    mayRecover: isSerializationConflict,
    wait: (failures) => pause(computeBackOffDelay(failures, retryDelaysMs, Math.random)),
  });
}
