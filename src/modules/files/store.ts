import type { Kysely } from 'kysely';
import type { AddressState } from '../../records/files/address-state.ts';
import { chunks } from '../../store/chunks.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Tables } from '../../store/tables.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { FileAddress, FileAddressRow, FileVerdictRow } from './tables.ts';

export type FileStore = ReturnType<typeof fileStore>;

const releasedClaim = { claimed_by: null, claimed_until: 0 };

function reads({ db }: Tx) {
  return {
    /** Returns the number of the last write or deletion of addresses and verdicts; 0 when there was none. */
    lastWrite: async (): Promise<number> =>
      (await db.selectFrom('file_counters').select('writes').executeTakeFirstOrThrow()).writes,

    /** Lists the addresses written after this write number. */
    addresses: async (after: number): Promise<FileAddress[]> =>
      (await db.selectFrom('file_addresses').selectAll().where('seq', '>', after).execute()).map(toAddress),

    countAddresses: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('file_addresses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    address: async (url: string): Promise<FileAddress | null> => {
      const row = await db.selectFrom('file_addresses').selectAll().where('url', '=', url).executeTakeFirst();
      return row ? toAddress(row) : null;
    },

    /** Lists addresses of live records that are due and not claimed. The longest overdue come first. */
    dueUrls: async (now: number, limit: number): Promise<string[]> =>
      (
        await db
          .selectFrom('file_addresses')
          .select('url')
          .where('due_at', '<=', now)
          .where('live', '=', 1)
          .where('claimed_until', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .execute()
      ).map(({ url }) => url),

    /**
     * Returns the time (Unix seconds) at which the last of the current claims on these addresses ends; null
     * when no address is claimed.
     */
    claimsEnd: async (urls: readonly string[], now: number): Promise<number | null> => {
      let latestUntil = 0;
      for (const chunk of chunks([...urls])) {
        const row = await db
          .selectFrom('file_addresses')
          .select(({ fn }) => fn.max('claimed_until').as('until'))
          .where('url', 'in', chunk)
          .where('claimed_until', '>', now)
          .executeTakeFirst();
        latestUntil = Math.max(latestUntil, Number(row?.until ?? 0));
      }
      return latestUntil === 0 ? null : latestUntil;
    },

    verdicts: (after: number): Promise<FileVerdictRow[]> =>
      db.selectFrom('file_verdicts').selectAll().where('seq', '>', after).execute(),

    verdict: async ({
      category,
      model_name,
      field_path,
    }: Pick<FileVerdictRow, 'category' | 'model_name' | 'field_path'>): Promise<FileVerdictRow | null> =>
      (await db
        .selectFrom('file_verdicts')
        .selectAll()
        .where('category', '=', category)
        .where('model_name', '=', model_name)
        .where('field_path', '=', field_path)
        .executeTakeFirst()) ?? null,
  };
}

function writes({ db }: WriteTx) {
  const updateClaimed = (url: string, holder: string) =>
    db.updateTable('file_addresses').where('url', '=', url).where('claimed_by', '=', holder);
  return {
    /** Adds the addresses that are not stored yet. They are due at `now`. */
    addMissing: async (
      newAddresses: readonly { url: string; live: boolean; state: AddressState }[],
      now: number,
    ): Promise<void> => {
      for (const chunk of chunks([...newAddresses])) {
        const numbers = await reserveWrites(db, chunk.length);
        await db
          .insertInto('file_addresses')
          .values(
            chunk.map(({ url, live, state }, at) => ({
              url,
              live: live ? 1 : 0,
              state: toJson(state),
              checked_at: null,
              due_at: now,
              added_at: now,
              ...releasedClaim,
              seq: numbers + at,
            })),
          )
          .onConflict((conflict) => conflict.column('url').doNothing())
          .execute();
      }
    },

    setLive: async (urls: readonly string[], live: boolean): Promise<void> => {
      for (const url of urls) {
        // Each row gets its own number, so that a reader can stop between any two.
        await db
          .updateTable('file_addresses')
          .set({ live: live ? 1 : 0, seq: await reserveWrites(db, 1) })
          .where('url', '=', url)
          .execute();
      }
    },

    setDue: async (urls: readonly string[], dueAt: number): Promise<void> => {
      for (const chunk of chunks([...urls])) {
        await db.updateTable('file_addresses').set({ due_at: dueAt }).where('url', 'in', chunk).execute();
      }
    },

    /**
     * Claims an address for `holder` until `until` (Unix seconds), and returns the address. The claim lasts
     * even if the run is killed. Returns null, and claims nothing, when another run has claimed the address.
     *
     * @param by.checkedBefore Unix seconds; when the host has responded after this time, nothing is claimed
     *   either
     */
    claim: async (
      url: string,
      {
        holder,
        now,
        until,
        checkedBefore,
      }: { holder: string; now: number; until: number; checkedBefore?: number | undefined },
    ): Promise<FileAddress | null> => {
      let query = db
        .updateTable('file_addresses')
        .set({ claimed_by: holder, claimed_until: until })
        .where('url', '=', url)
        .where('claimed_until', '<=', now);
      if (checkedBefore !== undefined) {
        query = query.where(({ eb, or }) =>
          or([eb('checked_at', 'is', null), eb('checked_at', '<=', checkedBefore)]),
        );
      }
      const row = await query.returningAll().executeTakeFirst();
      return row ? toAddress(row) : null;
    },

    /** Extends a claim. Returns false, and does nothing, when the claim was lost. */
    prolong: async (url: string, holder: string, until: number): Promise<boolean> => {
      const { numUpdatedRows } = await updateClaimed(url, holder)
        .set({ claimed_until: until })
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    release: async (url: string, holder: string): Promise<void> => {
      await updateClaimed(url, holder).set(releasedClaim).execute();
    },

    /**
     * Stores the result of a check and ends the claim. Returns false, and stores nothing, when the claim was
     * lost.
     */
    record: async (
      url: string,
      holder: string,
      { state, dueAt, answered }: { state: AddressState; dueAt: number; answered: boolean },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await updateClaimed(url, holder)
        .set({
          ...releasedClaim,
          state: toJson(state),
          ...(answered && { checked_at: state.checked_at }),
          due_at: dueAt,
          seq: await reserveWrites(db, 1),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    putVerdict: async (verdict: Omit<FileVerdictRow, 'seq'>): Promise<void> => {
      const row = { ...verdict, seq: await reserveWrites(db, 1) };
      const { category: _c, model_name: _m, field_path: _f, ...columns } = row;
      await db
        .insertInto('file_verdicts')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['category', 'model_name', 'field_path']).doUpdateSet(columns),
        )
        .execute();
    },

    /** Deletes the addresses without a live record that were added before `before` (Unix seconds). */
    deleteUnreferenced: async (before: number): Promise<void> => {
      const { numDeletedRows } = await db
        .deleteFrom('file_addresses')
        .where('live', '=', 0)
        .where('added_at', '<', before)
        .executeTakeFirstOrThrow();
      // A new write number makes other processes reload their cached addresses.
      if (numDeletedRows > 0n) await reserveWrites(db, 1);
    },
  };
}

export const fileStore = storeOver(reads, writes);

/** Reserves `count` consecutive write numbers, and returns the first. */
async function reserveWrites(db: Kysely<Tables>, count: number): Promise<number> {
  const { writes } = await db
    .updateTable('file_counters')
    .set((columns) => ({ writes: columns('writes', '+', count) }))
    .returning('writes')
    .executeTakeFirstOrThrow();
  return writes - count + 1;
}

function toAddress({ state, live, ...row }: FileAddressRow): FileAddress {
  return {
    ...row,
    live: live === 1,
    state: fromJson<AddressState>(state, `what is known of ${row.url}`),
  };
}
