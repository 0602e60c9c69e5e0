import type { Store } from '../store/store.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/**
 * Runs `work` with the database that the environment names.
 * @throws CommandFailed when it has no audit trail of its own
 */
export async function withTrail<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const { settings } = readEnvironment(terminal, 'PRIMARY');
  if (settings.replicateMode === 'REPLICA') {
    throw new CommandFailed(
      'A REPLICA has no audit trail of its own: verify or export that of its PRIMARY (MODELREF_REPLICATE_MODE=REPLICA).',
    );
  }
  const { openDatabase } = await import('../app/open-database.ts');
  const store = await openDatabase(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
