import { importRunStore } from '../../storage/kysely/import-run-rows.ts';
import type { ImportRun } from '../ports/store/import-runs.ts';
import type { Store } from '../ports/store/store.ts';

/** What was imported into the database: runs of `modelref import`. */
export interface ImportRuns {
  /** The newest first. */
  list(limit: number): Promise<ImportRun[]>;
}

export function createImportRuns({ store }: { store: Pick<Store, 'read'> }): ImportRuns {
  return { list: (limit) => store.read((tx) => importRunStore(tx).list(limit)) };
}
