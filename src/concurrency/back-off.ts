/**
 * In milliseconds. Below the first, nobody notices the wait; beyond the longest, nobody should have to wait.
 */
const usual = { firstMs: 200, longestMs: 15_000 };

/**
 * How long to wait before the next try: the longer the more have failed, and never the same for all who
 * failed together.
 */
export class BackOff {
  readonly #random: () => number;
  readonly #limits: typeof usual;
  #failures = 0;

  /** @param random in [0, 1) */
  constructor(random: () => number, limits: Partial<typeof usual> = {}) {
    this.#random = random;
    this.#limits = { ...usual, ...limits };
  }

  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** @returns milliseconds */
  failed(): number {
    const { firstMs, longestMs } = this.#limits;
    const most = Math.min(longestMs, firstMs * 2 ** this.#failures);
    this.#failures += 1;
    return most * (0.5 + this.#random() / 2);
  }
}
