/** Below the first, nobody notices the wait; beyond the longest, nobody should have to wait. In milliseconds. */
const firstMs = 200;
const longestMs = 15_000;

/** How long to wait before the next try: the longer the more have failed, and never the same for all who failed together. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** @param random in [0, 1) */
  constructor(random: () => number) {
    this.#random = random;
  }

  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** @returns milliseconds */
  failed(): number {
    const most = Math.min(longestMs, firstMs * 2 ** this.#failures);
    this.#failures += 1;
    return most * (0.5 + this.#random() / 2);
  }
}
