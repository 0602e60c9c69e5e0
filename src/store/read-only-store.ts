import { readOnlyDatabase } from '../kernel/read-only-database.ts';
import type { Store } from './store.ts';

/** A store over a database that takes no writes. It hears of none either: whoever follows it has to look. */
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
