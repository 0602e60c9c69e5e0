/** A value and when it was fetched, in the milliseconds of the feed's clock. */
export interface Dated<T> {
  readonly value: T;
  readonly at: number;
}

export interface FeedOptions<T> {
  /**
   * Makes as many attempts as it likes; what it throws in the end is the answer of callers for whom there is
   * nothing older.
   */
  readonly fetch: () => Promise<T>;
  readonly now: () => number;
  readonly ttlMs: number;
  /**
   * Waits as long as a caller should wait for news when there is older data. Ends early when the signal
   * aborts.
   */
  readonly patience: (signal: AbortSignal) => Promise<void>;
}

/**
 * One answer of a service: fetched by one call at a time, kept for a while, and kept for worse times when it
 * cannot be renewed.
 */
export class Feed<T> {
  readonly #options: FeedOptions<T>;
  #last: Dated<T> | undefined;
  #underWay: Promise<Dated<T>> | undefined;

  constructor(options: FeedOptions<T>) {
    this.#options = options;
  }

  /**
   * Fresh data, or the last good data of any age when there is none to be had in time.
   * @throws what the fetch threw, when there never was good data
   */
  async read(): Promise<Dated<T>> {
    const last = this.#last;
    if (last === undefined) return this.#renewed();
    if (this.#options.now() - last.at < this.#options.ttlMs) return last;
    const waiting = new AbortController();
    const given = this.#options.patience(waiting.signal).then(
      () => last,
      () => last,
    );
    const renewed = this.#renewed().catch(() => last);
    return Promise.race([renewed, given]).finally(() => waiting.abort());
  }

  #renewed(): Promise<Dated<T>> {
    this.#underWay ??= this.#fetch().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #fetch(): Promise<Dated<T>> {
    const value = await this.#options.fetch();
    this.#last = { value, at: this.#options.now() };
    return this.#last;
  }
}
