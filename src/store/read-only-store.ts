import { readOnlyDatabase } from '../kernel/read-only-database.ts';
import type { Store } from './store.ts';

/**
 * Makes a store that reads through the given store and refuses every write. Its `watch` never calls the
 * listener, so whoever keeps content in memory has to look for changes regularly.
 */
export function readOnlyStore(
  { dialect, read, ping, close }: Store,
  more: Pick<Store, 'promoted'> = {},
): Store {
  const refuse = async (): Promise<never> => {
    throw readOnlyDatabase();
  };
  return {
    dialect,
    writable: false,
    read,
    ping,
    close,
    write: refuse,
    writeBeside: refuse,
    watch: async () => async () => {},
    ...more,
  };
}
