import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isNotAllowed } from './driver-errors.ts';
import type { Tables } from './tables.ts';

export interface LineageOptions {
  /** Told when ids leap: the database is not the one that was written to before, and may lack its last writes. */
  onIdsLeap?: (() => void) | undefined;
}

/** Ids leap to a multiple of this: people see that they have leapt, and `audit verify` that they may. */
export const leapsTo = 1_000;

/**
 * The ids of changes, batches and requests go on behind all that a lost history may have given, so that none is ever
 * given to something else: whoever still has an id from before would decide about that.
 *
 * How many there were is not known. Room is left for 10,000, and for one in each second since the last event that is
 * left.
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

/** The database and the table of a row, which every account may ask for. */
const table = sql<string>`(select oid from pg_database where datname = current_database()) || '/' || audit_head.tableoid`;

/**
 * The database of PostgreSQL that a row is in: the cluster; its timeline, which is another one after a promotion or a
 * recovery to a point in time; the database, and the table, of which one at least is another after `pg_restore`.
 */
const wholly = sql<string>`(select system_identifier from pg_control_system()) || '/' ||
  left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || ${table}`;

export interface PostgresLineage extends LineageOptions {
  /** What names the database, as an expression beside `audit_head`. */
  readonly here: RawBuilder<string>;
}

/** The database that was written to last, and this one. */
export interface FoundLineage {
  /** null: nobody has noted it yet. */
  readonly before: string | null;
  readonly here: string;
}

/** Gives what names this database, as far as the account may ask; a standby has no timeline of its own. */
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

/** Notes which database a write goes to; ids leap when the last one went to another. The row is locked. */
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

/** What `PRAGMA user_version` is in a copy that was not written to yet. */
const copied = 1;

/** The statement that marks a SQLite file as a copy. */
export const markCopy = sql`pragma user_version = ${sql.lit(copied)}`;

/**
 * Lets ids leap in a backup that is opened in the place of the database. In the transaction of the migrations.
 *
 * @returns whether it is one
 */
export async function takeOverCopy(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (rows[0]?.user_version !== copied) return false;
  await leapIds(db);
  await sql`pragma user_version = 0`.execute(db);
  return true;
}
