import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import type { Tx } from '../../store/tx.ts';
import type { Lease } from './tables.ts';

export function leaseStore({ db }: Tx) {
  return {
    /** Null when nobody holds it. */
    current: async (name: string): Promise<Lease | null> =>
      (await db
        .selectFrom('leases')
        .selectAll()
        .where('name', '=', name)
        .where(sql<SqlBool>`expires_at_ms > ${nowMs(db)}`)
        .executeTakeFirst()) ?? null,

    /**
     * Takes the lease for so many milliseconds from now, when nobody else holds it; whoever holds it already
     * keeps their token. Null: somebody else has it.
     */
    acquire: async (name: string, holder: string, forMs: number): Promise<Lease | null> => {
      const now = nowMs(db);
      const kept = sql<SqlBool>`leases.holder = excluded.holder and leases.expires_at_ms > ${now}`;
      const { rows } = await sql<Lease>`
        insert into leases (name, holder, token, expires_at_ms)
        values (${name}, ${holder}, 1, ${now} + ${sql.lit(wholeMs(forMs))})
        on conflict (name) do update set
          holder = excluded.holder,
          token = case when ${kept} then leases.token else leases.token + 1 end,
          expires_at_ms = excluded.expires_at_ms
        where leases.expires_at_ms <= ${now} or leases.holder = excluded.holder
        returning name, holder, token, expires_at_ms`.execute(db);
      return rows[0] ?? null;
    },

    /** Makes it last so many milliseconds from now; null when it was lost meanwhile. */
    renew: async (lease: Lease, forMs: number): Promise<Lease | null> => {
      const now = nowMs(db);
      const { rows } = await sql<Lease>`
        update leases set expires_at_ms = ${now} + ${sql.lit(wholeMs(forMs))}
        where name = ${lease.name} and holder = ${lease.holder} and token = ${lease.token} and expires_at_ms > ${now}
        returning name, holder, token, expires_at_ms`.execute(db);
      return rows[0] ?? null;
    },

    /** Gives it up, if it is still held. */
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

function wholeMs(ms: number): number {
  if (!Number.isSafeInteger(ms) || ms <= 0) throw new RangeError(`a lease of ${ms} ms`);
  return ms;
}

/** The database's clock: instances of one deployment may disagree about the time. */
function nowMs(db: Kysely<Tables>): RawBuilder<number> {
  // Of this statement, not of the beginning of the transaction, which may have waited for others.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
}
