import type { ChangeHead } from './pending-change.ts';

/** The batch of all approved changes. It is open while there are any. */
export interface OpenBatch {
  batch_id: number;
  /** Unix seconds of the approval or the split that made the batch. */
  opened_at: number;
}

/** Gives an approved change as a member of the open batch: the split that made the batch has moved it there. */
export function inOpenBatch<Change extends Pick<ChangeHead, 'batch_id' | 'updated_at'>>(
  change: Change,
  { batch_id, opened_at }: OpenBatch,
): Change {
  return { ...change, batch_id, updated_at: Math.max(change.updated_at, opened_at) };
}
