/** How well a service has answered lately. */
export interface ServiceHealth {
  /** It is not asked at the moment. */
  degraded: boolean;
  consecutive_failures: number;
  /** Until it is asked again; null when it may be asked now. */
  seconds_until_retry: number | null;
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
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: BreakerLimits) {
    this.#limits = limits;
  }

  get isOpen(): boolean {
    return this.#limits.now() < this.#openUntil;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = Number.NEGATIVE_INFINITY;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures < this.#limits.failures) return;
    this.#openUntil = this.#limits.now() + this.#limits.openSeconds * 1000;
  }

  health(): ServiceHealth {
    const left = this.isOpen ? (this.#openUntil - this.#limits.now()) / 1000 : null;
    return {
      degraded: left !== null,
      consecutive_failures: this.#failures,
      seconds_until_retry: left === null ? null : Math.round(left * 10) / 10,
    };
  }
}
