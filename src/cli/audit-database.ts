import type { Store } from '../store/store.ts';
import { withDatabase } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs `work` with the database that the environment names.
 * @throws CommandFailed when it has no audit trail of its own
 */
export function withTrail<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const onReplica = 'A REPLICA has no audit trail of its own: verify or export that of its PRIMARY';
  return withDatabase(terminal, onReplica, work);
}

/** Events between two lines about how far it is. */
const noteEvery = 100_000;

export function showEvents(terminal: Terminal, done: string, events: number): void {
  if (events > 0 && events % noteEvery === 0) terminal.note(`${events} events ${done}`);
}
