export interface RetryOptions {
  /** The first one included. */
  readonly attempts: number;
  /** Whether another attempt may end better than this error. */
  readonly mayRecover: (error: unknown) => boolean;
  /**
   * Resolves when the next attempt is due.
   * @param failures how many attempts have failed so far
   */
  readonly wait: (failures: number) => Promise<unknown>;
}

/**
 * The first success of a few attempts.
 * @throws what the last attempt threw
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
