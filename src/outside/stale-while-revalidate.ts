import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';

/** A value, and the time of its fetch on the cache's clock, in milliseconds. */
export interface Dated<T> {
  readonly value: T;
  readonly at: number;
}

export interface StaleWhileRevalidateOptions<T> {
  /**
   * Fetches the value; may try several times. When it throws, callers get the older value, or the error when
   * there is no older value.
   */
  readonly fetch: () => Promise<T>;
  readonly now: () => number;
  readonly ttlMs: number;
  /**
   * Waits as long as a read may wait for a fresh value when there is a stale one; after that, the read gives
   * the stale one. Ends early when the signal aborts.
   */
  readonly patience: (signal: AbortSignal) => Promise<void>;
}

/**
 * Caches one answer of a service, which counts as fresh for `ttlMs`. A read of a stale answer fetches a new
 * one, in one call for all readers. It gives the stale one when the fetch fails or takes long.
 */
export class StaleWhileRevalidate<T> {
  readonly #options: StaleWhileRevalidateOptions<T>;
  readonly #fetches = new SingleFlight<Dated<T>>();
  #last: Dated<T> | undefined;

  constructor(options: StaleWhileRevalidateOptions<T>) {
    this.#options = options;
  }

  /**
   * Gives a fresh value, or the last fetched one of any age when no fresh one comes in time.
   * @throws the error of the fetch, when no value was ever fetched
   */
  async read(): Promise<Dated<T>> {
    const last = this.#last;
    if (last === undefined) return this.#refresh();
    if (this.#options.now() - last.at < this.#options.ttlMs) return last;
    const waiting = new AbortController();
    const outOfPatience = this.#options.patience(waiting.signal).then(
      () => last,
      () => last,
    );
    const refreshed = this.#refresh().catch(() => last);
    return Promise.race([refreshed, outOfPatience]).finally(() => waiting.abort());
  }

  #refresh(): Promise<Dated<T>> {
    return this.#fetches.run('refresh', async () => {
      const value = await this.#options.fetch();
      this.#last = { value, at: this.#options.now() };
      return this.#last;
    });
  }
}
