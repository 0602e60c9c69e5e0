import { BadAnswer } from './failure-reason.ts';

/** How often a failing call is made again, and how long is waited before. */
export interface Retries {
  readonly attempts: number;
  /**
   * No further attempt is made once so much has passed since the first: those who wait for the answer have
   * waited enough.
   */
  readonly budgetMs: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** Ends early when the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
  /** Ends the waiting, and with it the retries. */
  readonly signal: AbortSignal;
}

/** An answer that says that asking again is of no use. */
export class FinalAnswer extends BadAnswer {}

const shortestWaitSeconds = 1;
const longestWaitSeconds = 15;

/**
 * The first success of a few attempts. Between them passes a random time, at most twice as long after each
 * one, so that many who failed together do not come back together.
 * @throws what the last attempt threw
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { attempts, budgetMs, now, delay, random, signal }: Retries,
): Promise<T> {
  const started = now();
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLast = made >= attempts || now() - started >= budgetMs;
      if (isLast || error instanceof FinalAnswer || signal.aborted) throw error;
      const longest = Math.min(longestWaitSeconds, 2 ** made);
      await delay((shortestWaitSeconds + random() * (longest - shortestWaitSeconds)) * 1000, signal);
    }
  }
}
