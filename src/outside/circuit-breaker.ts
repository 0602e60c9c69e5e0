/** How well the latest calls to a service went. The heartbeat reports it for the usage service. */
export interface BreakerHealth {
  /** Whether the breaker is open: the service is not called now, because it failed too often. */
  readonly degraded: boolean;
  readonly consecutive_failures: number;
  /** The seconds until the service is asked again; null when it may be asked now. */
  readonly seconds_until_retry: number | null;
}

export interface BreakerLimits {
  /** The number of failures in a row that open the breaker. */
  readonly failures: number;
  /** The seconds for which the breaker stays open. */
  readonly openSeconds: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * Stops calls to a service that keeps failing. After `failures` failures in a row, the breaker opens: the
 * service is not called for `openSeconds`. Then calls are allowed again: a success resets the count of
 * failures, another failure opens the breaker again.
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

  /**
   * Records a failed call.
   * @param what the part of the service that was called. Until the breaker opens, further failures of the
   * same part are not counted, because perhaps only this part is broken
   */
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
    const secondsLeft = this.isOpen ? (this.#openUntil - this.#limits.now()) / 1000 : null;
    return {
      degraded: secondsLeft !== null,
      consecutive_failures: this.#failures,
      seconds_until_retry: secondsLeft === null ? null : Math.round(secondsLeft * 10) / 10,
    };
  }
}
