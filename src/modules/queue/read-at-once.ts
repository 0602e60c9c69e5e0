import type { Store } from '../../store/store.ts';
import { changeStore } from './store.ts';

/** How much of a list of changes is read at once: what is proposed and what is live, in bytes; their number. */
export const readAtOnce = { size: 512 * 1024, most: 100 };

/** What reading changes takes, in bytes, by id. */
export const sizesIn =
  (store: Pick<Store, 'read'>) =>
  (ids: readonly number[]): Promise<ReadonlyMap<number, number>> =>
    store.read((reader) => changeStore(reader).reviewBytes(ids));
