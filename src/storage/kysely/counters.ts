import type { Kysely } from 'kysely';
import type { CounterName, CounterReader, CounterWriter } from '../../services/ports/store/counters.ts';
import type { Tables } from '../schema.ts';
import type { Unwritten } from './deferred.ts';

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
 * The counters inside a transaction, which nobody else moves meanwhile: read once and written once. One that is
 * rolled back has used up nothing.
 *
 * @param noted is told every counter that moves
 */
export class Counters implements CounterWriter, Unwritten {
  readonly #db: Kysely<Tables>;
  readonly #noted: (counter: CounterName) => void;
  #values: ReadonlyMap<CounterName, number> = new Map();
  #stored: ReadonlyMap<CounterName, number> = new Map();

  constructor(db: Kysely<Tables>, noted: (counter: CounterName) => void = () => {}) {
    this.#db = db;
    this.#noted = noted;
  }

  async current(counter: CounterName): Promise<number> {
    const known = this.#values.get(counter);
    if (known !== undefined) return known;
    const value = await counterReader(this.#db).current(counter);
    this.#values = new Map(this.#values).set(counter, value);
    this.#stored = new Map(this.#stored).set(counter, value);
    return value;
  }

  /** Reads all of them, so that none has to be waited for. */
  async readAhead(): Promise<void> {
    const rows = await this.#db.selectFrom('counters').select(['name', 'value']).execute();
    const read = rows.map(({ name, value }) => [name, value] as const);
    // What is known already stays.
    this.#values = new Map([...read, ...this.#values]);
    this.#stored = new Map([...read, ...this.#stored]);
  }

  async next(counter: CounterName): Promise<number> {
    const value = (await this.current(counter)) + 1;
    this.#values = new Map(this.#values).set(counter, value);
    this.#noted(counter);
    return value;
  }

  async flush(): Promise<void> {
    for (const [name, value] of this.#values) {
      if (this.#stored.get(name) === value) continue;
      await this.#db.updateTable('counters').set({ value }).where('name', '=', name).execute();
    }
    this.#stored = this.#values;
  }

  mark(): () => void {
    const [values, stored] = [this.#values, this.#stored];
    return () => {
      this.#values = values;
      this.#stored = stored;
    };
  }
}
