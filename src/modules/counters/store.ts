import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

/**
 * Name of a counter. `change`, `batch` and `request` give changes, batches and requests their ids, from 1. No
 * id is given twice; ids leap when history may have been lost (`store/lineage.ts`). `groups` counts writes of
 * aliases, families and schemas.
 */
type CounterName = 'change' | 'batch' | 'request' | 'groups';

declare module '../../store/tables.ts' {
  interface Tables {
    counters: { name: CounterName; value: number };
  }
}

function reads({ db }: Tx) {
  return {
    current: async (counter: CounterName): Promise<number> => {
      const row = await db
        .selectFrom('counters')
        .select('value')
        .where('name', '=', counter)
        .executeTakeFirstOrThrow();
      return row.value;
    },
  };
}

function writes({ db, notes }: WriteTx) {
  return {
    next: async (counter: CounterName): Promise<number> => {
      const { value } = await db
        .updateTable('counters')
        .set(({ eb }) => ({ value: eb('value', '+', 1) }))
        .where('name', '=', counter)
        .returning('value')
        .executeTakeFirstOrThrow();
      if (counter === 'groups') notes.groups = true;
      return value;
    },
  };
}

/**
 * Reads counters, and increments them in a transaction. When the transaction is rolled back, the number is
 * not used up.
 */
export const counterStore = storeOver(reads, writes);
