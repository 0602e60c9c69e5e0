/** A rate limit per actor, such as an account: at most `most` actions in any `withinMs` milliseconds. */
export class Shares {
  readonly #most: number;
  readonly #withinMs: number;
  readonly #now: () => number;
  /** The times of each actor's latest actions, oldest first. Actors without a recent action are removed. */
  readonly #times = new Map<string, number[]>();

  /** @param options.now monotonic time in milliseconds */
  constructor({ most, withinMs, now }: { most: number; withinMs: number; now: () => number }) {
    this.#most = most;
    this.#withinMs = withinMs;
    this.#now = now;
  }

  /**
   * Counts an action of this actor if the limit allows it now.
   * @returns 0 if the action was counted; otherwise the milliseconds until the actor may act
   */
  take(who: string): number {
    const now = this.#now();
    for (const [key, times] of this.#times) {
      if ((times.at(-1) ?? 0) + this.#withinMs <= now) this.#times.delete(key);
    }
    const recentTimes = (this.#times.get(who) ?? []).filter((time) => time + this.#withinMs > now);
    if (recentTimes.length >= this.#most) return Math.ceil((recentTimes[0] ?? now) + this.#withinMs - now);
    this.#times.set(who, [...recentTimes, now]);
    return 0;
  }
}
