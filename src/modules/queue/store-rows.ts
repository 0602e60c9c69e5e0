import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import { foldName } from '../../records/model-name.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import {
  type ChangeBody,
  type ChangeHead,
  columnNames,
  columnsOf,
  isColumnOf,
  type ListedChange,
  type StoredChange,
} from './pending-change.ts';
import { type ReadHeadRow, storedBatch, withBatch } from './store-batches.ts';
import type { BodyFactsRow, ChangeBodyRow, ChangeHeadRow } from './tables.ts';

type ColumnName = keyof StoredChange;
const headColumns = columnsOf('head');
export const bodyColumns = columnsOf('body');
const listedColumns = columnNames.filter((name) => name !== 'before_state' && name !== 'after_state');

/**
 * Gives the columns `names` of a change from its stored row, in this order. Parses JSON texts and fills in
 * the number of the open batch.
 */
function fromRow<Name extends ColumnName>(
  stored: { readonly [Column in Name]: unknown } & ReadHeadRow,
  names: readonly Name[],
): Pick<StoredChange, Name> {
  const row = withBatch(stored);
  const read = (name: Name) => {
    const value: unknown = row[name];
    if (value === null || !isColumnOf('json', name)) return value;
    return fromJson(String(value), `${name} of change ${row.change_id}`);
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Pick<StoredChange, Name>;
}

/** Makes a change from its head row and body row, with the keys in the order in which the API shows them. */
export function toChange(row: ReadHeadRow & ChangeBodyRow): StoredChange {
  return fromRow(row, columnNames);
}

export function toListed(
  row: ReadHeadRow & Omit<ChangeBodyRow, 'before_state' | 'after_state'>,
): ListedChange {
  return fromRow(row, listedColumns);
}

export function toHead(row: ReadHeadRow): ChangeHead {
  return fromRow(row, headColumns);
}

function toRow(change: StoredChange, names: readonly ColumnName[]): object {
  return Object.fromEntries(
    names.map((name) => [
      name,
      isColumnOf('json', name) ? toJson(change[name] as object | null) : change[name],
    ]),
  );
}

export function toHeadRow(change: StoredChange): ChangeHeadRow {
  const row = toRow({ ...change, batch_id: storedBatch(change) }, headColumns);
  return { ...row, model_name_folded: foldName(change.model_name) } as ChangeHeadRow;
}

export function toBodyRow(change: StoredChange): ChangeBodyRow {
  return toRow(change, ['change_id', ...bodyColumns]) as ChangeBodyRow;
}

/** The part of a change's body that the requestor proposed. */
export type ProposedBody = Omit<ChangeBody, 'before_state' | 'after_state'>;

/** Gives the length of a proposal as it is stored, in bytes of UTF-8. */
export function bodyBytes({ payload, notes, request_metadata, related_models }: ProposedBody): number {
  return sizeOf([toJson(payload), notes, toJson(request_metadata), toJson(related_models)]);
}

function sizeOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

/** Gives the size and the payload's hash of a proposal, which are stored beside the head of the change. */
export function bodyFacts({
  payload,
  notes,
  request_metadata,
  related_models,
}: ChangeBodyRow): Omit<BodyFactsRow, 'earlier_bytes'> {
  return {
    body_bytes: sizeOf([payload, notes, request_metadata, related_models]),
    payload_hash: contentHash(canonicalJson(payload === null ? null : JSON.parse(payload))),
  };
}
