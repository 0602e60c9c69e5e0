export interface RateOptions {
  /** On average; Infinity: as many as come. */
  readonly perSecond: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** After `slowDown`, the full rate is back in so many seconds. */
const recoverySeconds = 60;
/** However often it was slowed down, this part of the rate is left. */
const leastPart = 1 / 64;

/**
 * A token bucket that holds what a second gives. It can be slowed down, by whoever is told that it is too
 * much, and recovers by itself (additive increase, multiplicative decrease).
 */
export class Rate {
  readonly #full: number;
  readonly #now: () => number;
  #perSecond: number;
  #tokens: number;
  #at: number;

  constructor({ perSecond, now }: RateOptions) {
    this.#full = perSecond;
    this.#perSecond = perSecond;
    this.#tokens = Math.max(1, perSecond);
    this.#now = now;
    this.#at = now();
  }

  /** @returns false when there is none to take yet */
  take(): boolean {
    if (this.#full === Number.POSITIVE_INFINITY) return true;
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until `take` may succeed; 0: now. */
  msUntil(count = 1): number {
    if (this.#full === Number.POSITIVE_INFINITY) return 0;
    this.#fill();
    return Math.max(0, Math.ceil(((count - this.#tokens) / this.#perSecond) * 1000));
  }

  /** Halves the rate, and takes what was saved up. */
  slowDown(): void {
    if (this.#full === Number.POSITIVE_INFINITY) return;
    this.#fill();
    this.#perSecond = Math.max(this.#full * leastPart, this.#perSecond / 2);
    this.#tokens = 0;
  }

  #fill(): void {
    const now = this.#now();
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#tokens = Math.min(Math.max(1, this.#perSecond), this.#tokens + seconds * this.#perSecond);
    this.#perSecond = Math.min(this.#full, this.#perSecond + (seconds * this.#full) / recoverySeconds);
  }
}
