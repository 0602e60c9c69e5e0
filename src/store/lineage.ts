import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPermissionDenied } from './driver-errors.ts';
import type { Tables } from './tables.ts';

// Prevents ids from being assigned twice after a backup was restored or a standby was promoted. Such a
// database may lack the newest writes, whose ids are already in use elsewhere. Every write stores the name of
// its database; if a different name was stored before, the counters of ids skip ahead.

export interface LineageOptions {
  /**
   * Called after the ids of changes, batches and requests have skipped ahead, because the last write went to
   * a different database and this one may lack the newest writes.
   */
  onIdsLeap?: (() => void) | undefined;
}

/**
 * After a skip, ids continue at a multiple of this number. The round number shows people that ids were
 * skipped, and `audit verify` accepts the gap.
 */
export const leapMultiple = 1_000;

/**
 * Number of minutes in the cycle of `leapIds`: in each minute of the cycle, it rounds counters up to other
 * multiples of `leapMultiple`.
 */
const reservedMinutes = 100;

/**
 * Advances the counters of changes, batches and requests past all ids that lost writes may have used, so that
 * no id is assigned twice. The number of lost ids is unknown, so the counters skip 10,000 ids plus one for
 * each second since the last remaining event. Then each counter is rounded up to a multiple of
 * `leapMultiple`. The possible multiples depend on the current minute. If the same backup is restored again
 * soon, its new ids differ from those assigned after the first restore.
 */
async function leapIds(db: Kysely<Tables>): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const lastEvent = await db
    .selectFrom('audit_events')
    .select('timestamp')
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { unrecorded_until } = await db
    .selectFrom('audit_head')
    .select('unrecorded_until')
    .executeTakeFirstOrThrow();
  const lastWriteSeconds = Math.max(lastEvent?.timestamp ?? 0, unrecorded_until ?? 0) || nowSeconds;
  const skippedIdCount = 10_000 + Math.max(0, nowSeconds - lastWriteSeconds);
  const reservedOffset = leapMultiple * (Math.floor(nowSeconds / 60) % reservedMinutes);
  const period = leapMultiple * reservedMinutes;
  await db
    .updateTable('counters')
    .set(({ ref }) => ({
      value: sql<number>`(${ref('value')} + ${sql.lit(skippedIdCount + period - reservedOffset)}) / ${sql.lit(period)} * ${sql.lit(period)} + ${sql.lit(reservedOffset)}`,
    }))
    .where('name', 'in', ['change', 'batch', 'request'])
    .execute();
}

/**
 * SQL expression for the short name of this database: the object ids of the database and of the table
 * `audit_head`. Every account may read them.
 */
const shortLineage = sql<string>`(select oid from pg_database where datname = current_database()) || '/' || audit_head.tableoid`;

/**
 * SQL expression for the full name of this database: its cluster, its timeline, and the short name. A
 * promotion or a point-in-time recovery changes the timeline; `pg_restore` changes the short name.
 */
const fullLineage = sql<string>`(select system_identifier from pg_control_system()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || ${shortLineage}`;

export interface PostgresLineage extends LineageOptions {
  /** SQL expression for the name of this database, for queries of `audit_head`. */
  readonly nameExpression: RawBuilder<string>;
}

/**
 * The names of the database of the last write and of this database. If they differ, writes may be lost, and
 * ids skip ahead.
 */
export interface LineageAtOpen {
  /** The name that the last write stored in `audit_head`; null if there is none. */
  readonly storedName: string | null;
  readonly currentName: string;
}

/**
 * Returns the SQL expression for the name of this database: the full name, or the short one if the account
 * may not read cluster and timeline. A standby has no timeline of its own, and gets the short name too.
 */
export async function lineageExpression(db: Kysely<Tables>): Promise<PostgresLineage['nameExpression']> {
  const mayReadCluster = await db
    .selectFrom('audit_head')
    .select(fullLineage.as('name'))
    .execute()
    .then(() => true)
    .catch((error) => {
      // Any other failure is thrown. With the short name instead, the next start would see a different name,
      // and ids would skip ahead.
      if (isPermissionDenied(error)) return false;
      throw error;
    });
  return mayReadCluster ? fullLineage : shortLineage;
}

/**
 * Stores the name of this database in `audit_head`, unless it is stored already. If another name was stored,
 * ids skip ahead. The caller must have locked the row of `audit_head`.
 */
export async function storeLineage(
  db: Kysely<Tables>,
  { storedName, currentName }: LineageAtOpen,
  { onIdsLeap }: PostgresLineage,
): Promise<void> {
  if (storedName === currentName) return;
  if (storedName !== null) {
    await leapIds(db);
    onIdsLeap?.();
  }
  await db.updateTable('audit_head').set({ lineage: currentName }).execute();
}

/** Value of `PRAGMA user_version` that marks a SQLite file as a copy that was not yet opened as a store. */
const copyMark = 1;

/** The statement that marks a SQLite file as a copy. */
export const markCopy = sql`pragma user_version = ${sql.lit(copyMark)}`;

/**
 * If the opened database is marked as a copy, such as a backup, skips ids and removes the mark. Called in the
 * transaction of the migrations.
 *
 * @returns whether the database was marked as a copy
 */
export async function takeOverCopy(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (rows[0]?.user_version !== copyMark) return false;
  await leapIds(db);
  await sql`pragma user_version = 0`.execute(db);
  return true;
}
