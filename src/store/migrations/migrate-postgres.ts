import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import { isLockRefusal } from '../driver-errors.ts';
import type { Tables } from '../tables.ts';
import { postgresWords } from './migration.ts';
import { findMissingMigrations, listMigrationsUpTo, migrate } from './run.ts';

export interface MigrationWait {
  /**
   * Called with a line of text that names the processes for which a migration waits. It is called when the
   * wait begins, when the processes change, and every half minute.
   */
  onMigrationWait?: (line: string) => void;
  /**
   * Maximum time, in milliseconds, that a migration waits for locked tables and for other migrating
   * processes.
   */
  migrationWaitMs?: number;
  /** Migrates the schema up to this migration only. Default: all. */
  lastMigration?: number;
}

const defaultWaitMs = 10 * 60_000;

/**
 * The advisory lock that the migrating instance holds while the others wait. Nothing else in the database may
 * use this number.
 */
const migrationLock = 7_163_011_985;

/**
 * Migrates the schema of a PostgreSQL database while instances of an older version continue to read and
 * write. Repeatedly tries to lock all tables, because another process, such as `pg_dump`, may hold some of
 * them. Each attempt is short: while it waits for a table, all new statements on that table wait behind it.
 *
 * @param db a connection without timeouts, because a migration may take long
 * @throws OutageError `storage_unavailable` when the tables cannot be locked in time, or were written by
 *   newer code
 */
export async function migratePostgres(
  db: Kysely<Tables>,
  { onMigrationWait = () => {}, migrationWaitMs = defaultWaitMs, lastMigration }: MigrationWait,
): Promise<void> {
  const targetMigrations = listMigrationsUpTo(lastMigration);
  if ((await findMissingMigrations(db, postgresWords, targetMigrations)).length === 0) return;
  await db
    .transaction()
    // Each statement sees earlier commits of other sessions, regardless of the database's default.
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const waiter = new MigrationWaiter(transaction, migrationWaitMs, onMigrationWait);
      while (!(await tryMigrationLock(transaction))) await waiter.pause(migrationLockCondition, 500);
      if ((await findMissingMigrations(transaction, postgresWords, targetMigrations)).length === 0) return;
      while (!(await lockAllTables(transaction))) await waiter.pause(tableLockCondition, retryDelayMs());
      await migrate(transaction, postgresWords, { known: targetMigrations });
    });
}

/**
 * Acquires the migration lock until the end of the transaction. Returns false if another process holds it.
 */
async function tryMigrationLock(transaction: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(${migrationLock}) as ours`.execute(transaction);
  return rows[0]?.ours === true;
}

/**
 * Lock timeout of one table, in milliseconds. Must be shorter than a second: after that time, PostgreSQL
 * resolves a deadlock by aborting one of its transactions, which could be a reader's.
 */
const lockTimeoutMs = 700;
/** Timeout of one attempt to lock all tables, in milliseconds. */
const allTablesTimeoutMs = 1_500;
/**
 * Returns the pause between two attempts to lock all tables, in milliseconds. Other processes can work in the
 * pause.
 */
const retryDelayMs = () => 2_000 + Math.random() * 1_000;

/**
 * Locks all tables until the end of the transaction. Locks `audit_head` first, because every write locks it
 * first: active writes can finish, and new ones wait.
 *
 * @returns false if the tables could not be locked in time, or a deadlock occurred; then none is locked
 */
async function lockAllTables(transaction: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by tablename <> ${headTable}, tablename`.execute(transaction);
  if (rows.length === 0) return true;
  await sql`savepoint before_locks`.execute(transaction);
  try {
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction);
    await sql`set local statement_timeout = ${sql.lit(allTablesTimeoutMs)}`.execute(transaction);
    const tables = sql.join(rows.map(({ name }) => sql.table(name)));
    await sql`lock table ${tables} in access exclusive mode`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    return true;
  } catch (error) {
    // Releases the acquired locks and restores the timeouts.
    await sql`rollback to savepoint before_locks`.execute(transaction);
    if (isLockRefusal(error)) return false;
    throw error;
  }
}

/** The table whose row every write locks first: see `lockHead`. */
const headTable = 'audit_head';

/**
 * SQL condition that selects the locks on the tables of this schema from `pg_locks`. Excludes transactions
 * that began after the last attempt to lock the tables, because they cannot be the reason why it failed.
 */
const tableLockCondition = sql`l.locktype = 'relation'
  and l.relation in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
  and coalesce(a.xact_start < clock_timestamp() - ${sql.lit(`${lockTimeoutMs} milliseconds`)}::interval, true)`;

const migrationLockCondition = sql`l.locktype = 'advisory'
  and ((l.classid::bigint << 32) | l.objid::bigint) = ${sql.lit(migrationLock)}`;

const progressIntervalMs = 30_000;

/** A wait for other processes. Reports their ids and statements, and throws when the wait takes too long. */
class MigrationWaiter {
  readonly #db: Kysely<Tables>;
  readonly #waitMs: number;
  readonly #report: (line: string) => void;
  readonly #startedAtMs = performance.now();
  #lastReport: { readonly key: string; readonly at: number } | undefined;

  constructor(db: Kysely<Tables>, waitMs: number, report: (line: string) => void) {
    this.#db = db;
    this.#waitMs = waitMs;
    this.#report = report;
  }

  /**
   * Waits for `milliseconds`. Reports the processes that hold the locks: at the first call, when they change,
   * and every half minute.
   *
   * @param lockCondition condition on `pg_locks` that selects the locks to wait for
   * @throws OutageError `storage_unavailable` when `waitMs` have passed since the wait began
   */
  async pause(lockCondition: ReturnType<typeof sql>, milliseconds: number): Promise<void> {
    const holders = await holdersOf(this.#db, lockCondition);
    const waitedMs = performance.now() - this.#startedAtMs;
    const holderText = holders.map(describeHolder).join('; ') || 'a session that has ended';
    if (waitedMs >= this.#waitMs) {
      throw new OutageError(
        'storage_unavailable',
        `The schema could not be brought up to date in ${Math.round(waitedMs / 1000)} seconds: ${holderText}. Nothing was changed. Start again when these are done.`,
      );
    }
    const key = holders.map(({ pid }) => pid).join();
    if (key !== this.#lastReport?.key || waitedMs - this.#lastReport.at >= progressIntervalMs) {
      this.#report(`The schema is brought up to date when these are done: ${holderText}.`);
      this.#lastReport = { key, at: waitedMs };
    }
    await pause(Math.min(milliseconds, this.#waitMs - waitedMs));
  }
}

interface Holder {
  readonly pid: number | null;
  readonly application: string | null;
  readonly account: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
  readonly query: string | null;
}

/**
 * Lists up to three sessions that hold locks matching the condition, oldest transaction first. PostgreSQL may
 * hide the statements of other accounts' sessions.
 */
async function holdersOf(
  db: Kysely<Tables>,
  lockCondition: ReturnType<typeof sql>,
): Promise<readonly Holder[]> {
  const { rows } = await sql<Holder>`
    select distinct l.pid, a.application_name as application, a.usename::text as account, a.state,
      extract(epoch from clock_timestamp() - a.xact_start)::int as seconds, left(a.query, 80) as query, a.xact_start
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.granted and l.database = (select oid from pg_database where datname = current_database())
      and l.pid is distinct from pg_backend_pid() and ${lockCondition}
    order by a.xact_start limit 3`.execute(db);
  return rows;
}

function describeHolder({ pid, application, account, state, seconds, query }: Holder): string {
  if (pid === null) return 'a prepared transaction (pg_prepared_xacts)';
  const details = [
    application && `'${application}'`,
    account && `of ${account}`,
    state,
    seconds !== null && `for ${seconds} s`,
    query && `last statement: ${query.replace(/\s+/g, ' ')}`,
  ];
  return `process ${pid} (${details.filter(Boolean).join(', ')})`;
}
