import { leapMultiple } from '../../store/lineage.ts';
import { storeOver, type Tx, type WriteTx } from '../../store/tx.ts';

/**
 * Name of a counter. `change`, `batch` and `request` hold the latest id assigned to a change, a batch or a
 * request. No id is assigned twice: when writes may have been lost, these counters leap to a higher number
 * (`store/lineage.ts`). `groups` increases with each write of aliases, families and schemas.
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

function writes({ db }: WriteTx) {
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
export const counterStore = storeOver(reads, writes);

/**
 * Returns whether a counter that assigned the id `last` may assign `id` next: the following number, or the
 * first number after a leap of ids (`store/lineage.ts`).
 */
export function mayFollow(last: number, id: unknown): id is number {
  return typeof id === 'number' && (id === last + 1 || (id > last && id % leapMultiple === 1));
}

/**
 * Returns whether a counter whose latest id was `last` may have this value: `last` itself, or a round number
 * to which a leap of ids has raised it (`store/lineage.ts`).
 */
export function mayStandAt(value: number, last: number): boolean {
  return value === last || (value > last && value % leapMultiple === 0);
}
