import { readOnlyDatabase } from '../kernel/read-only-database.ts';
import type { Store } from './store.ts';

/**
 * Makes a store over a database that takes no writes. Its `watch` never calls the listener: readers have to
 * poll for changes.
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
