import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ChangeHead, type ChangeStatus, inOpenBatch } from './pending-change.ts';
import type { ChangeHeadRow } from './tables.ts';

// The rows of approved changes name the open batch by 0, and the one row of `open_batch` has its number: so a split
// writes that row alone. Whatever is read of a change has the number.
const mark = 0;
const open = sql.lit(mark);

/**
 * Gives the number to store in the column `batch_id` of a change: 0 for an approved change, which means the
 * open batch; otherwise the number of its batch, or null.
 */
export function storedBatch({ status, batch_id }: Pick<ChangeHead, 'status' | 'batch_id'>): number | null {
  return status === 'approved' && batch_id !== null ? mark : batch_id;
}

/**
 * Further columns that a query for heads of changes reads, because `withBatch` needs them: the number of the
 * open batch and the time when it was opened.
 */
export const openBatchColumns = [
  sql<number>`(select batch_id from open_batch)`.as('open_batch_id'),
  sql<number>`(select opened_at from open_batch)`.as('opened_at'),
] as const;

export type ReadHeadRow = ChangeHeadRow & { readonly open_batch_id: number; readonly opened_at: number };

/**
 * Gives the row of a change as readers see it: for a change in the open batch, the number of this batch
 * replaces the stored 0.
 */
export function withBatch<Row extends ReadHeadRow>(row: Row): Row {
  const { open_batch_id, opened_at } = row;
  return row.batch_id === mark ? inOpenBatch(row, { batch_id: open_batch_id, opened_at }) : row;
}

/** Gives the batch number of a row as readers see it: the number of the open batch in place of a stored 0. */
export function shownBatch(row: Pick<ReadHeadRow, 'batch_id' | 'open_batch_id'>): number | null {
  return row.batch_id === mark ? row.open_batch_id : row.batch_id;
}

export const isInOpenBatch = sql<SqlBool>`batch_id = ${open}`;
/**
 * SQL condition: the change was applied or rejected in a batch. Such a change has the number of its batch in
 * the column `batch_id`; an approved change has 0 there.
 */
export const hasBatchNumber = sql<SqlBool>`batch_id > ${open}`;

/**
 * SQL condition: the change is in one of these batches.
 * @param statuses the statuses to which the rest of the query limits the changes; absent when it does not
 * limit them
 */
export function inBatches(
  batchIds: readonly number[],
  statuses?: readonly ChangeStatus[],
): RawBuilder<SqlBool> {
  const ids = sql.join(batchIds);
  if (statuses?.length && !statuses.includes('approved')) return sql`batch_id in (${ids})`;
  const ofOpen = sql`(select ${open} from open_batch where batch_id in (${ids}))`;
  // Where one number will do, the databases look along the index of batches alone.
  if (statuses?.length === 1) return sql`batch_id = ${ofOpen}`;
  return sql`batch_id in (${ids}, ${ofOpen})`;
}

/**
 * SQL condition: an approved or applied change is in this batch. A batch never has approved and applied
 * changes at the same time.
 */
export function approvedInto(batchId: number): RawBuilder<SqlBool> {
  return sql`batch_id = coalesce((select ${open} from open_batch where batch_id = ${batchId}
    and exists (select 1 from pending_changes where ${isInOpenBatch})), ${batchId})`;
}
