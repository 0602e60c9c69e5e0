import { SingleFlight } from '../kernel/concurrency/shared-runs.ts';
import { atMost } from '../kernel/deadline.ts';
import { OutageError } from '../kernel/errors.ts';

/** The longest wait for a sign of life, in milliseconds: whoever probes the service has an answer within two seconds. */
export const signOfLifeMs = 1_500;

/**
 * Makes the `ping` of a store. Calls share the question that is under way, so that probes of a database that hangs do not
 * take its connections one after the other.
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
