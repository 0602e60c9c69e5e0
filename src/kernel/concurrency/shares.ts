/** A rate limit per actor, such as an account: at most `maxActions` actions in any `windowMs` milliseconds. */
export class ActorRateLimiter {
  readonly #maxActions: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  /** The times of each actor's latest actions, oldest first. Actors without a recent action are removed. */
  readonly #times = new Map<string, number[]>();

  /** @param options.now monotonic time in milliseconds */
  constructor({ maxActions, windowMs, now }: { maxActions: number; windowMs: number; now: () => number }) {
    this.#maxActions = maxActions;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /**
   * Counts an action of this actor if the limit allows it now.
   * @returns 0 if the action was counted; otherwise the milliseconds until the actor may act
   */
  tryAction(actor: string): number {
    const now = this.#now();
    for (const [key, times] of this.#times) {
      if ((times.at(-1) ?? 0) + this.#windowMs <= now) this.#times.delete(key);
    }
    const recentTimes = (this.#times.get(actor) ?? []).filter((time) => time + this.#windowMs > now);
    if (recentTimes.length >= this.#maxActions)
      return Math.ceil((recentTimes[0] ?? now) + this.#windowMs - now);
    this.#times.set(actor, [...recentTimes, now]);
    return 0;
  }
}
