import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';

/** A value with the time of its fetch, in the milliseconds of the cache's clock. */
export interface Dated<T> {
  readonly value: T;
  readonly at: number;
}

export interface StaleWhileRevalidateOptions<T> {
  /**
   * Fetches the value; may try several times. Callers get the error of the fetch only while there is no older
   * value.
   */
  readonly fetch: () => Promise<T>;
  readonly now: () => number;
  readonly ttlMs: number;
  /**
   * Waits for as long as a caller may be kept waiting for a fresh value while there is a stale one. Ends early
   * when the signal aborts.
   */
  readonly patience: (signal: AbortSignal) => Promise<void>;
}

/**
 * Caches one answer of a service. One call at a time fetches the answer, which counts as fresh for a while. A
 * stale answer is served when a refresh fails or takes long.
 */
export class StaleWhileRevalidate<T> {
  readonly #options: StaleWhileRevalidateOptions<T>;
  readonly #fetches = new SingleFlight<Dated<T>>();
  #last: Dated<T> | undefined;

  constructor(options: StaleWhileRevalidateOptions<T>) {
    this.#options = options;
  }

  /**
   * Gives a fresh value, or the last good one of any age when no fresh one comes in time.
   * @throws the error of the fetch, when there never was a good value
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
