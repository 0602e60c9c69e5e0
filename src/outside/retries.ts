import { retry, waitAfter } from '../kernel/concurrency/back-off.ts';
import { BadAnswer } from './failure-reason.ts';

/** How often a failing call is made again, and how long is waited before. */
export interface Retries {
  readonly attempts: number;
  /** No further attempt is made once so much has passed since the first: whoever waits for the answer has waited enough. */
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

/** In milliseconds. */
const pauses = { first: 2_000, shortest: 1_000, longest: 15_000, jitter: 1 };

/**
 * The first success of a few attempts.
 * @throws what the last attempt threw
 */
export function withRetries<T>(
  attempt: () => Promise<T>,
  { attempts, budgetMs, now, delay, random, signal }: Retries,
): Promise<T> {
  const started = now();
  return retry(attempt, {
    attempts,
    mayRecover: (error) => now() - started < budgetMs && !(error instanceof FinalAnswer) && !signal.aborted,
    wait: (failures) => delay(waitAfter(failures, pauses, random), signal),
  });
}
