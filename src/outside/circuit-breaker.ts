/**
 * The health of a service, judged by the latest calls to it. The heartbeat reports the health of the usage
 * service.
 */
export interface BreakerHealth {
  /** Whether the breaker is open: the service is not called, because it failed too often. */
  readonly degraded: boolean;
  readonly consecutive_failures: number;
  /** The seconds until the service is called again; null if it may be called now. */
  readonly seconds_until_retry: number | null;
}

export interface BreakerLimits {
  /** The number of consecutive failures that open the breaker. */
  readonly failures: number;
  /** The duration, in seconds, for which the breaker stays open. */
  readonly openSeconds: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/**
 * Stops calls to a failing service. After `failures` consecutive failures the breaker opens: the service is
 * not called for `openSeconds`. Then calls are allowed again; a success resets the failure count, another
 * failure reopens the breaker.
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
   * @param what the part of the service that was called. Until the breaker opens, only the first failure of
   *   each part is counted, because the rest of the service may still work
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
