/** Bounds of the waits, in a unit that the caller chooses: milliseconds or seconds. */
export interface BackOffLimits {
  /** Longest wait after the first failure. This bound doubles with each further failure. */
  readonly first: number;
  /** Longest wait after any number of failures. */
  readonly longest: number;
  /** Shortest wait after any number of failures. Default 0. */
  readonly shortest?: number;
  /**
   * The random share of a wait, so that callers that failed together do not try again together: 0 none, 0.5
   * "equal jitter", 1 "full jitter". Default 0.5.
   */
  readonly jitter?: number;
}

/**
 * Gives the wait of an exponential back-off.
 *
 * @param failures the number of failures in a row, 1 after the first
 * @param random gives a number in [0, 1)
 * @returns the wait before the next try, in the unit of the limits
 */
export function waitAfter(
  failures: number,
  { first, longest, shortest = 0, jitter = 0.5 }: BackOffLimits,
  random: () => number,
): number {
  const most = Math.min(longest, first * 2 ** (failures - 1));
  const least = Math.max(shortest, most * (1 - jitter));
  return least + random() * (most - least);
}

/** Exponential back-off that counts the failures itself. */
export class BackOff {
  readonly #limits: BackOffLimits;
  readonly #random: () => number;
  #failures = 0;

  /** @param random gives a number in [0, 1) */
  constructor(limits: BackOffLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** The number of failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /**
   * Counts a failure.
   * @returns the wait before the next try, in the unit of the limits
   */
  failed(): number {
    this.#failures += 1;
    return waitAfter(this.#failures, this.#limits, this.#random);
  }
}

interface RetryOptions {
  /** The number of attempts, the first one included. */
  readonly attempts: number;
  /** Whether another attempt may succeed after this error. */
  readonly mayRecover: (error: unknown) => boolean;
  /**
   * Resolves when the next attempt is due.
   * @param failures the number of attempts that have failed so far
   */
  readonly wait: (failures: number) => Promise<unknown>;
}

/**
 * Repeats an attempt until it succeeds, at most `attempts` times.
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
