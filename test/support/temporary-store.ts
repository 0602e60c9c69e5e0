import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDefaultDatabase } from './make-database.ts';

/**
 * Opens a store on a new, empty database. `atEnd` receives the function that closes the store and removes the
 * database.
 */
export async function temporaryStore(atEnd: (undo: () => Promise<void>) => void): Promise<Store> {
  const { url, remove } = await makeDefaultDatabase();
  const store = await openStore(url);
  atEnd(async () => {
    await store.close();
    await remove();
  });
  return store;
}
