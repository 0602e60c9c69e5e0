import type { Kysely } from 'kysely';
import type { CounterName, CounterReader, CounterWriter } from '../../services/ports/store/counters.ts';
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

/**
 * Counters of a transaction. One that is rolled back has used up nothing.
 *
 * @param noted is told every counter that moves
 */
export function counterWriter(db: Kysely<Tables>, noted: (counter: CounterName) => void): CounterWriter {
  return {
    ...counterReader(db),

    next: async (counter) => {
      const { value } = await db
        .updateTable('counters')
        .set(({ eb }) => ({ value: eb('value', '+', 1) }))
        .where('name', '=', counter)
        .returning('value')
        .executeTakeFirstOrThrow();
      noted(counter);
      return value;
    },
  };
}
