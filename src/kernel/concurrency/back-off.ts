/** Bounds of the waits between attempts. All are in the same unit, which the caller chooses. */
export interface BackOffLimits {
  /** Upper bound of the wait after the first failure. Each further failure doubles it, up to `longest`. */
  readonly first: number;
  /** Upper bound of every wait, regardless of the number of failures. */
  readonly longest: number;
  /** Lower bound of every wait. Default 0. */
  readonly shortest?: number;
  /**
   * The random part of a wait, as a fraction of its upper bound: 0 is none, 0.5 is "equal jitter", 1 is "full
   * jitter". Default 0.5. Jitter prevents callers that failed together from retrying together.
   */
  readonly jitter?: number;
}

/**
 * Returns the wait of an exponential back-off after a failure.
 *
 * @param failures the number of failures since the last success; at least 1
 * @param random returns a random number in [0, 1)
 * @returns the wait before the next attempt, in the unit of the limits
 */
export function computeBackOffDelay(
  failures: number,
  { first, longest, shortest = 0, jitter = 0.5 }: BackOffLimits,
  random: () => number,
): number {
  const maxDelay = Math.min(longest, first * 2 ** (failures - 1));
  const minDelay = Math.max(shortest, maxDelay * (1 - jitter));
  return minDelay + random() * (maxDelay - minDelay);
}

/** An exponential back-off with its own failure counter. */
export class BackOff {
  readonly #limits: BackOffLimits;
  readonly #random: () => number;
  #failures = 0;

  /** @param random returns a random number in [0, 1) */
  constructor(limits: BackOffLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** The number of failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  recordSuccess(): void {
    this.#failures = 0;
  }

  /**
   * Counts a failure.
   * @returns the wait before the next attempt, in the unit of the limits
   */
  recordFailure(): number {
    this.#failures += 1;
    return computeBackOffDelay(this.#failures, this.#limits, this.#random);
  }
}

interface RetryOptions {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Returns whether another attempt may succeed after this error. If not, `retry` throws the error at once. */
  readonly mayRecover: (error: unknown) => boolean;
  /**
   * Waits until the next attempt is due.
   * @param failures the number of attempts that have failed so far
   */
  readonly wait: (failures: number) => Promise<unknown>;
}

/**
 * Calls `attempt` until it succeeds. Stops after `attempts` calls, or at an error for which `mayRecover`
 * returns false.
 * @throws the error of the last attempt
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { attempts, mayRecover, wait }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= attempts || !mayRecover(error)) throw error;
      await wait(failures);
    }
  }
}
