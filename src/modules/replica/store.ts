import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { ReplicaState } from './tables.ts';

/** The id of the only row of `replica_state`. */
const id = 1;

function reads({ db }: Tx) {
  return {
    /** Reads the state of the replica's copy; null while there is no copy, and on a primary. */
    state: async (): Promise<ReplicaState | null> =>
      (await db
        .selectFrom('replica_state')
        .select(['source', 'as_of'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,
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
  };
}

export const replicaStore = storeOver(reads, writes);
