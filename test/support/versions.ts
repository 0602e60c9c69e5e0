import { modelStore } from '../../src/modules/catalog/store.ts';
import type { Store } from '../../src/store/store.ts';

/** The content version of every category that was ever written. */
export const versionsOf = (store: Pick<Store, 'read'>): Promise<ReadonlyMap<string, number>> =>
  store.read((tx) => modelStore(tx).versions());
