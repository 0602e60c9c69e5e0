import type { ChangeHead } from './pending-change.ts';

/** The batch to which all approved changes belong. It is open while there are approved changes. */
export interface OpenBatch {
  batch_id: number;
  /** Unix seconds of the approval or the split that made the batch. */
  opened_at: number;
}

/**
 * Returns an approved change with the id of the open batch. A split moves changes to a new batch without
 * writing their rows. So `updated_at` becomes the time of the split, unless the row was written later.
 */
export function inOpenBatch<Change extends Pick<ChangeHead, 'batch_id' | 'updated_at'>>(
  change: Change,
  { batch_id, opened_at }: OpenBatch,
): Change {
  return { ...change, batch_id, updated_at: Math.max(change.updated_at, opened_at) };
}
