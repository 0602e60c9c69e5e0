import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inOpenBatch } from './open-batch.ts';
import type { ChangeHead, ChangeStatus } from './pending-change.ts';
import type { ChangeHeadRow } from './tables.ts';

// The rows of approved changes name the open batch by 0, and the one row of `open_batch` has its number: so a split
// writes that row alone. Whatever is read of a change has the number.
const mark = 0;
const open = sql.lit(mark);

/**
 * Gives the batch number to store in the row of a change: 0, which stands for the open batch, when the change
 * is approved.
 */
export function storedBatch({ status, batch_id }: Pick<ChangeHead, 'status' | 'batch_id'>): number | null {
  return status === 'approved' && batch_id !== null ? mark : batch_id;
}

/**
 * Columns with the number and the time of the open batch, which `withBatch` needs beside the columns of a
 * change.
 */
export const openBatchColumns = [
  sql<number>`(select batch_id from open_batch)`.as('open_batch_id'),
  sql<number>`(select opened_at from open_batch)`.as('opened_at'),
] as const;

/** The row of a change as it is read, with the number and the time of the open batch. */
export type ReadHeadRow = ChangeHeadRow & { readonly open_batch_id: number; readonly opened_at: number };

/** Gives the row of a change with the number of the open batch in the place of 0. */
export function withBatch<Row extends ReadHeadRow>(row: Row): Row {
  const { open_batch_id, opened_at } = row;
  return row.batch_id === mark ? inOpenBatch(row, { batch_id: open_batch_id, opened_at }) : row;
}

/** Gives the batch number of a row, with the number of the open batch in the place of 0. */
export function shownBatch(row: Pick<ReadHeadRow, 'batch_id' | 'open_batch_id'>): number | null {
  return row.batch_id === mark ? row.open_batch_id : row.batch_id;
}

export const isInOpenBatch = sql<SqlBool>`batch_id = ${open}`;
/**
 * The condition that a row has a batch number other than 0, because the change was applied or rejected in
 * this batch.
 */
export const hasBatchNumber = sql<SqlBool>`batch_id > ${open}`;

/**
 * The condition that a change is in one of these batches.
 * @param statuses the only statuses that another condition of the query allows; absent when it allows all
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

/** The condition that an approved or applied change is in this batch. A batch never holds both kinds at a time. */
export function approvedInto(batchId: number): RawBuilder<SqlBool> {
  return sql`batch_id = coalesce((select ${open} from open_batch where batch_id = ${batchId}
    and exists (select 1 from pending_changes where ${isInOpenBatch})), ${batchId})`;
}
