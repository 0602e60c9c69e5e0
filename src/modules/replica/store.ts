import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { ReplicaState, ViewEtags } from './tables.ts';

/** The id of the only row of `replica_state`. */
const id = 1;

function reads({ db }: Tx) {
  return {
    /** Reads the state of the replica's copy; null before there is a copy, and at a primary. */
    state: async (): Promise<ReplicaState | null> =>
      (await db
        .selectFrom('replica_state')
        .select(['source', 'kind', 'cursor', 'as_of'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,

    etags: async (category: string): Promise<ViewEtags> => {
      const rows = await db
        .selectFrom('replica_etags')
        .select(['format', 'etag'])
        .where('category', '=', category)
        .execute();
      return Object.fromEntries(rows.map(({ format, etag }) => [format, etag]));
    },
  };
}

function writes({ db }: WriteTx) {
  return {
    put: async (state: ReplicaState): Promise<void> => {
      await db
        .insertInto('replica_state')
        .values({ id, ...state })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
        .execute();
    },

    /** Replaces the stored ETags of both views of a category. */
    putEtags: async (category: string, etags: ViewEtags): Promise<void> => {
      await db.deleteFrom('replica_etags').where('category', '=', category).execute();
      for (const format of ['v2', 'legacy'] as const) {
        const etag = etags[format];
        if (etag) await db.insertInto('replica_etags').values({ category, format, etag }).execute();
      }
    },
  };
}

export const replicaStore = storeOver(reads, writes);
