/** What a transaction writes at its end, or before it reads that. */
export interface Unwritten {
  flush(): Promise<void>;
  /**
   * Gives what takes it back to how it is now: when a savepoint is rolled back. What was written since the
   * savepoint is gone from the database then, rows of before included.
   */
  mark(): () => void;
}

/** The same calls, each behind a flush. */
export function afterFlush<Calls extends object>(unwritten: Pick<Unwritten, 'flush'>, calls: Calls): Calls {
  const flushed = Object.entries(calls).map(([name, call]: [string, (...asked: unknown[]) => unknown]) => [
    name,
    async (...asked: unknown[]) => {
      await unwritten.flush();
      return call(...asked);
    },
  ]);
  return Object.fromEntries(flushed) as Calls;
}

/** Rows that are written together: building and sending a statement costs more than what it does. */
export class Deferred<Row> implements Unwritten {
  readonly #rows: Row[] = [];
  readonly #write: (rows: readonly Row[]) => Promise<void>;
  #written = 0;

  constructor(write: (rows: readonly Row[]) => Promise<void>) {
    this.#write = write;
  }

  /** The latest one of this transaction, written or not. */
  get last(): Row | undefined {
    return this.#rows.at(-1);
  }

  get unwritten(): readonly Row[] {
    return this.#rows.slice(this.#written);
  }

  add(row: Row): void {
    this.#rows.push(row);
  }

  async flush(): Promise<void> {
    const rows = this.unwritten;
    if (rows.length === 0) return;
    await this.#write(rows);
    this.#written = this.#rows.length;
  }

  mark(): () => void {
    const [length, written] = [this.#rows.length, this.#written];
    return () => {
      this.#rows.length = length;
      this.#written = written;
    };
  }
}
