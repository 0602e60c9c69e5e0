/**
 * Rows that a transaction writes together, at its end or before it reads them: on PostgreSQL each statement costs
 * a round trip.
 */
export class Deferred<Row> {
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

  add(row: Row): void {
    this.#rows.push(row);
  }

  async flush(): Promise<void> {
    const rows = this.#rows.slice(this.#written);
    if (rows.length === 0) return;
    await this.#write(rows);
    this.#written = this.#rows.length;
  }

  /**
   * Gives what takes the rows back to how they are now: when a savepoint is rolled back. What was written since
   * the savepoint is gone from the database then, rows of before included.
   */
  mark(): () => void {
    const [length, written] = [this.#rows.length, this.#written];
    return () => {
      this.#rows.length = length;
      this.#written = written;
    };
  }
}
