import { BackOff } from '../../kernel/concurrency/back-off.ts';

/** A worker that ran for so long did not crash at its start: the count of failures begins again. */
const resetAfterMs = 60_000;

/** How long to wait before a worker is started in the place of one that died. */
export class RestartBackOff {
  // Without jitter: there is nobody else to get out of step with.
  readonly #backOff = new BackOff({ first: 100, longest: 10_000, jitter: 0 }, Math.random);

  /**
   * @param livedMs how long the worker had run, in milliseconds
   * @returns milliseconds
   */
  afterDeath(livedMs: number): number {
    if (livedMs >= resetAfterMs) this.#backOff.succeeded();
    return this.#backOff.failed();
  }
}
