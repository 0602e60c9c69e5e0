import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

/** A process that serves from the database. Times are Unix seconds. */
export interface Instance {
  /** Random id of the process; a restart makes a new one. */
  id: string;
  host: string;
  /** The process id (pid) on the host. */
  process: number;
  version: string;
  role: 'PRIMARY' | 'REPLICA';
  started_at: number;
  /** The time of the process's last heartbeat. */
  seen_at: number;
  /** The seconds by which a REPLICA's copy is behind; null at a PRIMARY, and when the lag is not known. */
  lag_seconds: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    instances: Instance;
  }
}

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
