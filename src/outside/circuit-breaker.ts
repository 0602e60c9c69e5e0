/** How well a service has answered lately, as the heartbeat shows it of the usage service. */
export interface BreakerHealth {
  /** It failed so often that it is not asked at the moment. */
  readonly degraded: boolean;
  readonly consecutive_failures: number;
  /** Until it is asked again; null when it may be asked now. */
  readonly seconds_until_retry: number | null;
}

export interface BreakerLimits {
  /** So many failures in a row open it. */
  readonly failures: number;
  /** How long it stays open. */
  readonly openSeconds: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * Keeps a service that fails from being asked for a while. After that it may be asked again: one success
 * closes the breaker, one failure opens it for as long again.
 */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #failed = new Set<string>();
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: BreakerLimits) {
    this.#limits = limits;
  }

  get isOpen(): boolean {
    return this.#limits.now() < this.#openUntil;
  }

  succeeded(): void {
    this.#failed.clear();
    this.#failures = 0;
    this.#openUntil = Number.NEGATIVE_INFINITY;
  }

  /** @param what a part of the service, of which several failures in a row count once: it may be the only one */
  failed(what?: string): void {
    if (what !== undefined && this.#failures < this.#limits.failures) {
      if (this.#failed.has(what)) return;
      this.#failed.add(what);
    }
    this.#failures += 1;
    if (this.#failures < this.#limits.failures) return;
    this.#openUntil = this.#limits.now() + this.#limits.openSeconds * 1000;
  }

  health(): BreakerHealth {
    const left = this.isOpen ? (this.#openUntil - this.#limits.now()) / 1000 : null;
    return {
      degraded: left !== null,
      consecutive_failures: this.#failures,
      seconds_until_retry: left === null ? null : Math.round(left * 10) / 10,
    };
  }
}
