import type { ChangeHead } from './pending-change.ts';

/** The batch of all approved changes. It is open while there are any. */
export interface OpenBatch {
  batch_id: number;
  /** Unix seconds of the approval or the split that made the batch. */
  opened_at: number;
}

/**
 * Gives an approved change with the id of the open batch. If the split that made this batch came after the
 * change's last update, `updated_at` is the time of the split, because the split moved the change.
 */
export function inOpenBatch<Change extends Pick<ChangeHead, 'batch_id' | 'updated_at'>>(
  change: Change,
  { batch_id, opened_at }: OpenBatch,
): Change {
  return { ...change, batch_id, updated_at: Math.max(change.updated_at, opened_at) };
}
