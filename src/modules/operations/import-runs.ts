import type { Store } from '../../store/store.ts';
import { type ImportRun, importRunStore } from '../transfer/index.ts';

/** What was imported into the database: runs of `modelref import`. */
export interface ImportRuns {
  /** The newest first. */
  list(limit: number): Promise<ImportRun[]>;
}

export function createImportRuns({ store }: { store: Pick<Store, 'read'> }): ImportRuns {
  return { list: (limit) => store.read((tx) => importRunStore(tx).list(limit)) };
}
