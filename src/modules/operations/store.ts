import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';
import type { Instance } from './tables.ts';

function reads({ db }: Tx) {
  return {
    /** Lists instances, the one with the latest heartbeat first. */
    list: (limit: number): Promise<Instance[]> =>
      db.selectFrom('instances').selectAll().orderBy('seen_at', 'desc').orderBy('id').limit(limit).execute(),
  };
}

function writes({ db }: WriteTx) {
  return {
    put: async (instance: Instance): Promise<void> => {
      const { seen_at, lag_seconds } = instance;
      await db
        .insertInto('instances')
        .values(instance)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at, lag_seconds }))
        .execute();
    },

    remove: async (id: string): Promise<void> => {
      await db.deleteFrom('instances').where('id', '=', id).execute();
    },

    forget: async (seenBefore: number): Promise<void> => {
      await db.deleteFrom('instances').where('seen_at', '<', seenBefore).execute();
    },
  };
}

export const instanceStore = storeOver(reads, writes);
