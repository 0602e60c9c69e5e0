import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import { HeldLease } from '../../kernel/concurrency/held-lease.ts';
import type { Store } from '../../store/store.ts';
import { type ReadDb, storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

interface InstanceLeaseOptions {
  readonly store: Pick<Store, 'writeBeside'>;
  /** Name of the work, such as `file-checks`. */
  readonly name: string;
  /** Random id that identifies this process as the holder of a lease; a restart makes a new id. */
  readonly holder: string;
  /**
   * Duration of the lease after a renewal, in milliseconds. If the holder is killed, another instance can take
   * the lease after this time.
   */
  readonly durationMs: number;
  /** Returns monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * Creates one instance's handle on the lease for a piece of work. The lease lets only one instance of a
 * deployment do the work at a time. The instance calls `ensureHeld` before each step of the work, and releases the
 * lease when it stops.
 */
export function createInstanceLease({
  store,
  name,
  holder,
  durationMs,
  now,
}: InstanceLeaseOptions): HeldLease<Lease> {
  return new HeldLease<Lease>({
    keeper: {
      acquire: (ms) => store.writeBeside((tx) => leaseStore(tx).acquire(name, holder, ms)),
      renew: (lease, ms) => store.writeBeside((tx) => leaseStore(tx).renew(lease, ms)),
      release: (lease) => store.writeBeside((tx) => leaseStore(tx).release(lease)),
    },
    durationMs,
    now,
  });
}

/** The right of one instance to do a piece of work, until the database's clock shows `expires_at_ms`. */
export interface Lease {
  /** Name of the work, such as `file-checks`. */
  name: string;
  /** Random id of the instance that holds the lease. */
  holder: string;
  /**
   * Fencing token: increases by 1 whenever the lease is taken after it has ended. An instance whose token is
   * smaller than the current one has lost the lease.
   */
  token: number;
  /** Unix milliseconds by the database's clock. */
  expires_at_ms: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    leases: Lease;
  }
}

/** The tables of leases, each with its key columns. A copy of the whole database includes these tables. */
export const leasesKeys = [['leases', ['name']]] as const;

function reads({ db }: Tx) {
  return {
    /** Returns the lease of this name; null when no instance holds it. */
    current: async (name: string): Promise<Lease | null> =>
      (await db
        .selectFrom('leases')
        .selectAll()
        .where('name', '=', name)
        .where(sql<SqlBool>`expires_at_ms > ${createNowExpression(db)}`)
        .executeTakeFirst()) ?? null,
  };
}

function writes({ db }: WriteTx) {
  return {
    /**
     * Takes the lease, or extends it, to `durationMs` milliseconds from now. Returns null when another instance
     * holds it. The token stays the same if this holder has the lease already.
     */
    acquire: async (name: string, holder: string, durationMs: number): Promise<Lease | null> => {
      const now = createNowExpression(db);
      const isSameHolder = sql<SqlBool>`leases.holder = excluded.holder and leases.expires_at_ms > ${now}`;
      const { rows } = await sql<Lease>`
        insert into leases (name, holder, token, expires_at_ms)
        values (${name}, ${holder}, 1, ${now} + ${sql.lit(toWholeMs(durationMs))})
        on conflict (name) do update set
          holder = excluded.holder,
          token = case when ${isSameHolder} then leases.token else leases.token + 1 end,
          expires_at_ms = excluded.expires_at_ms
        where leases.expires_at_ms <= ${now} or leases.holder = excluded.holder
        returning name, holder, token, expires_at_ms`.execute(db);
      return rows[0] ?? null;
    },

    /**
     * Extends a lease to `durationMs` milliseconds from now. Returns null when the instance has lost the lease.
     */
    renew: async (lease: Lease, durationMs: number): Promise<Lease | null> => {
      const now = createNowExpression(db);
      const { rows } = await sql<Lease>`
        update leases set expires_at_ms = ${now} + ${sql.lit(toWholeMs(durationMs))}
        where name = ${lease.name} and holder = ${lease.holder} and token = ${lease.token} and expires_at_ms > ${now}
        returning name, holder, token, expires_at_ms`.execute(db);
      return rows[0] ?? null;
    },

    /** Ends a lease, unless the instance has lost it. */
    release: async ({ name, holder, token }: Lease): Promise<void> => {
      await db
        .updateTable('leases')
        .set({ expires_at_ms: 0 })
        .where('name', '=', name)
        .where('holder', '=', holder)
        .where('token', '=', token)
        .execute();
    },
  };
}

export const leaseStore = storeOver(reads, writes);

function toWholeMs(ms: number): number {
  if (!Number.isSafeInteger(ms) || ms <= 0)
    throw new RangeError(`a lease must last a positive whole number of milliseconds, not ${ms}`);
  return ms;
}

/**
 * Returns the SQL expression for the database's time in Unix milliseconds. Leases use the database's clock,
 * because the clocks of the instances may differ.
 */
function createNowExpression(db: ReadDb): RawBuilder<number> {
  // The time of this statement. The transaction may have begun long before it, and waited for locks.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
}
