import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isNotAllowed } from './driver-errors.ts';
import type { Tables } from './tables.ts';

export interface LineageOptions {
  /**
   * Called when ids leap ahead because the last write went to another database. This database may lack the
   * newest writes.
   */
  onIdsLeap?: (() => void) | undefined;
}

/**
 * Ids leap to a multiple of this number. People recognise a leap by that, and `audit verify` accepts the gap.
 */
export const leapsTo = 1_000;

/**
 * Moves the counters of changes, batches and requests past all ids that lost writes may have used, so that no
 * id ever names two things. The number of lost ids is not known. The counters therefore skip 10,000 ids, and
 * one id for each second since the last remaining event.
 */
async function leapIds(db: Kysely<Tables>): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const last = await db
    .selectFrom('audit_events')
    .select('timestamp')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { unrecorded_until } = await db
    .selectFrom('audit_head')
    .select('unrecorded_until')
    .executeTakeFirstOrThrow();
  const lastWritten = Math.max(last?.timestamp ?? 0, unrecorded_until ?? 0) || now;
  const room = 10_000 + Math.max(0, now - lastWritten);
  await db
    .updateTable('counters')
    .set(({ ref }) => ({
      value: sql<number>`((${ref('value')} + ${sql.lit(room)}) / ${sql.lit(leapsTo)} + 1) * ${sql.lit(leapsTo)}`,
    }))
    .where('name', 'in', ['change', 'batch', 'request'])
    .execute();
}

/**
 * SQL that names the database and the table of an `audit_head` row by their object ids, which every account
 * may read.
 */
const table = sql<string>`(select oid from pg_database where datname = current_database()) || '/' || audit_head.tableoid`;

/**
 * SQL that names the cluster, timeline, database and table of an `audit_head` row. The timeline changes with
 * a promotion, and with a recovery to a point in time. The database, the table or both change with
 * `pg_restore`.
 */
const wholly = sql<string>`(select system_identifier from pg_control_system()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || ${table}`;

export interface PostgresLineage extends LineageOptions {
  /** SQL expression that names this database, for queries of `audit_head`. */
  readonly here: RawBuilder<string>;
}

/**
 * The name of the database that the last write went to, and the name of this database. If they differ, ids
 * leap.
 */
export interface FoundLineage {
  /** The database that the last write noted; null: no write has noted one. */
  readonly before: string | null;
  readonly here: string;
}

/**
 * Gives the SQL that names this database. The name lacks cluster and timeline if the account may not read
 * them. It lacks both on a standby too, because a standby has no timeline of its own.
 */
export async function lineageHere(db: Kysely<Tables>): Promise<PostgresLineage['here']> {
  const allowed = await db
    .selectFrom('audit_head')
    .select(wholly.as('here'))
    .execute()
    .then(() => true)
    .catch((error) => {
      // After any other failure the next start would find another name, and ids would leap.
      if (isNotAllowed(error)) return false;
      throw error;
    });
  return allowed ? wholly : table;
}

/**
 * Notes in `audit_head` which database a write goes to; ids leap when the last write went to another
 * database. The caller has locked the row.
 */
export async function noteLineage(
  db: Kysely<Tables>,
  { before, here }: FoundLineage,
  { onIdsLeap }: PostgresLineage,
): Promise<void> {
  if (before === here) return;
  if (before !== null) {
    await leapIds(db);
    onIdsLeap?.();
  }
  await db.updateTable('audit_head').set({ lineage: here }).execute();
}

/** Value of `PRAGMA user_version` in a copy that has not been written to yet. */
const copied = 1;

/** The statement that marks a SQLite file as a copy. */
export const markCopy = sql`pragma user_version = ${sql.lit(copied)}`;

/**
 * Makes ids leap if the opened database is a copy made as a backup, and removes the mark of the copy. Called
 * in the transaction of the migrations.
 *
 * @returns whether the database is such a copy
 */
export async function takeOverCopy(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (rows[0]?.user_version !== copied) return false;
  await leapIds(db);
  await sql`pragma user_version = 0`.execute(db);
  return true;
}
