import { leapMultiple } from '../../store/lineage.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

/**
 * Name of a counter. `change`, `batch` and `request` hold the latest id assigned to a change, a batch or a
 * request. No id is assigned twice: when writes may have been lost, these counters are raised to a higher
 * round number (`store/lineage.ts`). `groups` increases with each write of aliases, families and schemas.
 */
type CounterName = 'change' | 'batch' | 'request' | 'groups';

declare module '../../store/tables.ts' {
  interface Tables {
    counters: { name: CounterName; value: number };
  }
}

function createReads({ db }: Tx) {
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

function createWrites({ db }: WriteTx) {
  return {
    next: async (counter: CounterName): Promise<number> => {
      const { value } = await db
        .updateTable('counters')
        .set(({ eb }) => ({ value: eb('value', '+', 1) }))
        .where('name', '=', counter)
        .returning('value')
        .executeTakeFirstOrThrow();
      return value;
    },
  };
}

/** Reads and increments counters. A rollback of the transaction undoes its increments. */
export const counterStore = storeOver(createReads, createWrites);

/**
 * Returns whether a counter that assigned the id `last` may assign `id` next. This is the following number
 * or, if the counter was raised in between (`store/lineage.ts`), a round number plus 1.
 */
export function mayFollow(last: number, id: unknown): id is number {
  return typeof id === 'number' && (id === last + 1 || (id > last && id % leapMultiple === 1));
}

/**
 * Returns whether a counter that last assigned the id `last` may have this value. The value is `last` or, if
 * the counter was raised since (`store/lineage.ts`), a higher round number.
 */
export function mayHaveValue(value: number, last: number): boolean {
  return value === last || (value > last && value % leapMultiple === 0);
}
