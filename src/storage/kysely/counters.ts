import type { Kysely } from 'kysely';
import type { CounterName, CounterReader, CounterWriter } from '../../services/ports/store.ts';
import type { Tables } from '../schema.ts';

export function counterReader(db: Kysely<Tables>): CounterReader {
  return {
    current: async (counter) => {
      const row = await db
        .selectFrom('counters')
        .select('value')
        .where('name', '=', counter)
        .executeTakeFirstOrThrow();
      return row.value;
    },
  };
}

/** @param noted is told every counter that moves */
export function counterWriter(
  db: Kysely<Tables>,
  noted: (counter: CounterName) => void = () => {},
): CounterWriter {
  return {
    ...counterReader(db),
    next: (counter) => {
      noted(counter);
      return nextValue(db, counter);
    },
  };
}

/** Allocates inside the transaction: a transaction that is rolled back has used up nothing. */
export async function nextValue(db: Kysely<Tables>, counter: CounterName): Promise<number> {
  const row = await db
    .updateTable('counters')
    .set((columns) => ({ value: columns('value', '+', 1) }))
    .where('name', '=', counter)
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
