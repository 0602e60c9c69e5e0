import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formatCanonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import { foldName } from '../../records/model-name.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import { withOpenBatch } from './change-rules.ts';
import {
  type ChangeHead,
  type ChangeStatus,
  columnNames,
  isColumnOf,
  type ListedChange,
  listColumns,
  type pickSubmittedBody,
  type StoredChange,
  submittedBodyColumns,
} from './pending-change.ts';
import type { BodyFactsRow, ChangeBodyRow, ChangeHeadRow } from './tables.ts';

// An approved change stores 0 as its batch. The number of the open batch is stored only in the single row of
// `open_batch`, so that a split writes only that row. Reads return the number.
const batchPlaceholder = 0;
const openBatchLiteral = sql.lit(batchPlaceholder);

/**
 * Returns the value to store in the `batch_id` column of a change: 0 (the open batch) for an approved change,
 * otherwise the number of its batch, or null.
 */
export function toStoredBatch({ status, batch_id }: Pick<ChangeHead, 'status' | 'batch_id'>): number | null {
  return status === 'approved' && batch_id !== null ? batchPlaceholder : batch_id;
}

/**
 * Additional columns that `withBatch` needs in a query for heads of changes: the number of the open batch and
 * the time when it was opened.
 */
export const openBatchColumns = [
  sql<number>`(select batch_id from open_batch)`.as('open_batch_id'),
  sql<number>`(select opened_at from open_batch)`.as('opened_at'),
] as const;

export type ReadHeadRow = ChangeHeadRow & { readonly open_batch_id: number; readonly opened_at: number };

/**
 * Returns the row of a change with its public batch number. The stored number 0 stands for the open batch; it
 * is replaced with the number of that batch.
 */
export function withBatch<Row extends ReadHeadRow>(row: Row): Row {
  const { open_batch_id, opened_at } = row;
  return row.batch_id === batchPlaceholder ? withOpenBatch(row, { batch_id: open_batch_id, opened_at }) : row;
}

/**
 * Returns the public batch number of a row. The stored number 0 stands for the open batch; for it, returns
 * the number of that batch.
 */
export function toShownBatch(row: Pick<ReadHeadRow, 'batch_id' | 'open_batch_id'>): number | null {
  return row.batch_id === batchPlaceholder ? row.open_batch_id : row.batch_id;
}

export const isInOpenBatch = sql<SqlBool>`batch_id = ${openBatchLiteral}`;
/**
 * SQL condition: the change was applied or rejected in a batch. The `batch_id` column then has the number of
 * the batch; for an approved change it is 0.
 */
export const hasBatchNumber = sql<SqlBool>`batch_id > ${openBatchLiteral}`;

/**
 * SQL condition: the change is in one of these batches.
 * @param statuses the statuses to which the rest of the query limits the changes; absent: any status
 */
export function isInBatches(
  batchIds: readonly number[],
  statuses?: readonly ChangeStatus[],
): RawBuilder<SqlBool> {
  const ids = sql.join(batchIds);
  if (statuses?.length && !statuses.includes('approved')) return sql`batch_id in (${ids})`;
  const openBatchQuery = sql`(select ${openBatchLiteral} from open_batch where batch_id in (${ids}))`;
  // With a single number, the databases use the batch index.
  if (statuses?.length === 1) return sql`batch_id = ${openBatchQuery}`;
  return sql`batch_id in (${ids}, ${openBatchQuery})`;
}

/**
 * SQL condition: an approved or applied change is in this batch. A batch never has approved and applied
 * changes at the same time.
 */
export function isInBatch(batchId: number): RawBuilder<SqlBool> {
  return sql`batch_id = coalesce((select ${openBatchLiteral} from open_batch where batch_id = ${batchId}
    and exists (select 1 from pending_changes where ${isInOpenBatch})), ${batchId})`;
}

type ColumnName = keyof StoredChange;
const headColumns = listColumns('head');
export const bodyColumns = listColumns('body');
const listedColumns = columnNames.filter((name): name is keyof ListedChange => !isColumnOf('snapshot', name));

/**
 * Returns the columns `names` of a change from its stored row, in this order. Parses JSON texts, and replaces
 * the placeholder for the open batch with its number.
 */
function parseRow<Name extends ColumnName>(
  storedRow: { readonly [Column in Name]: unknown } & ReadHeadRow,
  names: readonly Name[],
): Pick<StoredChange, Name> {
  const row = withBatch(storedRow);
  const parseColumn = (name: Name) => {
    const value: unknown = row[name];
    if (value === null || !isColumnOf('json', name)) return value;
    return fromJson(String(value), `${name} of change ${row.change_id}`);
  };
  return Object.fromEntries(names.map((name) => [name, parseColumn(name)])) as Pick<StoredChange, Name>;
}

/** Creates a change from its head row and body row, with the keys in API order. */
export function toChange(row: ReadHeadRow & ChangeBodyRow): StoredChange {
  return parseRow(row, columnNames);
}

export function toListed(row: ReadHeadRow & Pick<ChangeBodyRow, keyof SubmittedBody>): ListedChange {
  return parseRow(row, listedColumns);
}

export function toHead(row: ReadHeadRow): ChangeHead {
  return parseRow(row, headColumns);
}

type Row = { readonly [Name in ColumnName]?: unknown };

function toRow<Name extends ColumnName>(change: Pick<StoredChange, Name>, names: readonly Name[]): Row {
  return Object.fromEntries(
    names.map((name) => [
      name,
      isColumnOf('json', name) ? toJson(change[name] as object | null) : change[name],
    ]),
  );
}

export function toHeadRow(change: StoredChange): ChangeHeadRow {
  const row = toRow({ ...change, batch_id: toStoredBatch(change) }, headColumns);
  return { ...row, model_name_folded: foldName(change.model_name) } as ChangeHeadRow;
}

export function toBodyRow(change: StoredChange): ChangeBodyRow {
  return toRow(change, ['change_id', ...bodyColumns]) as ChangeBodyRow;
}

/** The requestor's part of a change's body. */
export type SubmittedBody = ReturnType<typeof pickSubmittedBody>;

/** Returns the stored length of a proposal, in bytes of UTF-8. */
export function computeBodyBytes(body: SubmittedBody): number {
  return computeRowSize(toRow(body, submittedBodyColumns));
}

function computeRowSize(row: Row): number {
  return submittedBodyColumns.reduce((sum, name) => sum + Buffer.byteLength(String(row[name] ?? '')), 0);
}

/**
 * Returns the size of a proposal and the hash of its payload, which are stored with the head of the change.
 */
export function computeBodyColumns(row: ChangeBodyRow): Omit<BodyFactsRow, 'earlier_bytes'> {
  const { payload } = row;
  return {
    body_bytes: computeRowSize(row),
    payload_hash: contentHash(formatCanonicalJson(payload === null ? null : JSON.parse(payload))),
  };
}
