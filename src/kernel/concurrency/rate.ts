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

/** How often each of many may do something within a span of time: a sliding window for each. */
export class Shares {
  readonly #most: number;
  readonly #withinMs: number;
  readonly #now: () => number;
  /** When each did it lately, oldest first. Those who did nothing lately are not kept. */
  readonly #times = new Map<string, number[]>();

  /** @param options.now monotonic time in milliseconds */
  constructor({ most, withinMs, now }: { most: number; withinMs: number; now: () => number }) {
    this.#most = most;
    this.#withinMs = withinMs;
    this.#now = now;
  }

  /** @returns 0 when it may be done now, and then it counts; else in how many milliseconds it may */
  take(who: string): number {
    const now = this.#now();
    for (const [key, times] of this.#times) {
      if ((times.at(-1) ?? 0) + this.#withinMs <= now) this.#times.delete(key);
    }
    const lately = (this.#times.get(who) ?? []).filter((time) => time + this.#withinMs > now);
    if (lately.length >= this.#most) return Math.ceil((lately[0] ?? now) + this.#withinMs - now);
    this.#times.set(who, [...lately, now]);
    return 0;
  }
}
