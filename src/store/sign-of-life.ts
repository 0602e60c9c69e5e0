import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { atMost } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';

/**
 * Longest wait for an answer of the database when the service's health is asked for, in milliseconds. With
 * it, the service answers such a request within two seconds.
 */
export const signOfLifeMs = 1_500;

/**
 * Makes the `ping` of a store. Concurrent calls share one query: otherwise, while the database hangs, each
 * probe would take another connection.
 *
 * @param ask resolves once the database has answered
 */
export function signOfLife(ask: () => Promise<unknown>): () => Promise<void> {
  const questions = new SingleFlight<boolean>();
  return async () => {
    const question = questions.run('ping', () => ask().then(() => true));
    if (await atMost(signOfLifeMs, question)) return;
    throw new OutageError(
      'storage_unavailable',
      `The database has not answered within ${signOfLifeMs / 1000} seconds.`,
    );
  };
}
