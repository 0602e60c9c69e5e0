import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

/** One approver who has one change open. */
export interface ChangeViewer {
  change_id: number;
  user_id: string;
  username: string;
  /** Unix seconds at which this row expires. A new report of the approver sets a later time. */
  until: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    change_viewers: ChangeViewer;
  }
}

/**
 * Largest number of rows that are kept for one account, and for all accounts together. `put` deletes the
 * oldest rows beyond these numbers.
 */
const most = { ofAccount: 20, ofAll: 1_000 };
const mostListed = 200;

function reads({ db }: Tx) {
  return {
    /** Lists which account has which change open at `now` (Unix seconds), ordered by change and account. */
    list: (now: number): Promise<ChangeViewer[]> =>
      db
        .selectFrom('change_viewers')
        .selectAll()
        .where('until', '>', now)
        .orderBy('change_id')
        .orderBy('user_id')
        .limit(mostListed)
        .execute(),
  };
}

function writes({ db }: WriteTx) {
  return {
    /**
     * Inserts or replaces the account's row for the change. Deletes rows that have expired, and the oldest
     * rows beyond the numbers in `most`.
     */
    put: async (viewer: ChangeViewer, now: number): Promise<void> => {
      const { user_id, username, until } = viewer;
      await db.deleteFrom('change_viewers').where('until', '<=', now).execute();
      await db
        .insertInto('change_viewers')
        .values(viewer)
        .onConflict((conflict) => conflict.columns(['change_id', 'user_id']).doUpdateSet({ username, until }))
        .execute();
      const surplus = (which: RawBuilder<SqlBool>, kept: number) => sql`
        delete from change_viewers where (change_id, user_id) in (
          select change_id, user_id from change_viewers where ${which}
          order by until desc, change_id desc limit ${sql.lit(most.ofAll)} offset ${sql.lit(kept)})`;
      await surplus(sql<SqlBool>`user_id = ${user_id}`, most.ofAccount).execute(db);
      await surplus(sql<SqlBool>`1 = 1`, most.ofAll).execute(db);
    },

    remove: async (changeId: number, userId: string): Promise<void> => {
      await db
        .deleteFrom('change_viewers')
        .where('change_id', '=', changeId)
        .where('user_id', '=', userId)
        .execute();
    },
  };
}

export const viewerStore = storeOver(reads, writes);
