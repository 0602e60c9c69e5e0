const firstMs = 100;
const longestMs = 10_000;
/** Who lived that long has not died of how it started. */
const soundAfterMs = 60_000;

/**
 * How long to wait before a worker is started in the place of one that died: the longer, the more of them
 * died soon.
 */
export class BackOff {
  #inARow = 0;

  /** @param livedMs how long the worker had lived, in milliseconds */
  afterDeath(livedMs: number): number {
    if (livedMs >= soundAfterMs) this.#inARow = 0;
    const wait = Math.min(longestMs, firstMs * 2 ** this.#inARow);
    this.#inARow += 1;
    return wait;
  }
}
