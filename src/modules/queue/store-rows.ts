import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import { contentHash } from '../../records/hash.ts';
import { foldName } from '../../records/model-name.ts';
import { fromJson, toJson } from '../../store/json-column.ts';
import type { Approval, ChangeHead, ListedChange, StoredChange } from './pending-change.ts';
import type { BodyFactsRow, ChangeBodyRow, ChangeHeadRow } from './tables.ts';

/** A stored change from its two rows, keys in the order in which the API shows them. */
export function toChange(row: ChangeHeadRow & ChangeBodyRow): StoredChange {
  const json = <T extends StoredChange[keyof StoredChange]>(column: keyof ChangeBodyRow): T => {
    const text = row[column];
    return (text === null ? null : fromJson(String(text), `${column} of change ${row.change_id}`)) as T;
  };
  return {
    change_id: row.change_id,
    category: row.category,
    model_name: row.model_name,
    operation: row.operation,
    payload: json('payload'),
    requested_by: row.requested_by,
    requested_username: row.requested_username,
    requested_at: row.requested_at,
    status: row.status,
    notes: row.notes,
    batch_id: row.batch_id,
    batch_title: row.batch_title,
    approved_by: row.approved_by,
    approved_username: row.approved_username,
    approved_at: row.approved_at,
    rejected_by: row.rejected_by,
    rejected_username: row.rejected_username,
    rejected_at: row.rejected_at,
    reject_reason: row.reject_reason,
    applied_at: row.applied_at,
    applied_by: row.applied_by,
    applied_username: row.applied_username,
    applied_job_id: row.applied_job_id,
    updated_at: row.updated_at,
    request_metadata: json('request_metadata'),
    related_models: json('related_models'),
    domain: row.domain,
    payload_format: row.payload_format,
    base_hash: row.base_hash,
    before_state: json('before_state'),
    after_state: json('after_state'),
    applied_event_id: row.applied_event_id,
    version: row.version,
    changes_requested_by: row.changes_requested_by,
    approvals: approvalsOf(row),
    decided_risk: row.decided_risk,
  };
}

/** The same without the records before and after the apply, which are large and which lists do not show. */
export function toListed(
  row: ChangeHeadRow & Omit<ChangeBodyRow, 'before_state' | 'after_state'>,
): ListedChange {
  const {
    before_state: _before,
    after_state: _after,
    ...listed
  } = toChange({
    ...row,
    before_state: null,
    after_state: null,
  });
  return listed;
}

/** @param row what is kept beside it about the body may be there, too */
export function toHead(row: ChangeHeadRow & Partial<BodyFactsRow>): ChangeHead {
  const { model_name_folded: _folded, body_bytes: _bytes, payload_hash: _hash, ...head } = row;
  return { ...head, approvals: approvalsOf(head) };
}

function approvalsOf({
  approvals,
  change_id,
}: Pick<ChangeHeadRow, 'approvals' | 'change_id'>): Approval[] | null {
  return approvals === null ? null : fromJson<Approval[]>(approvals, `approvals of change ${change_id}`);
}

export function toHeadRow(change: StoredChange): ChangeHeadRow {
  return {
    change_id: change.change_id,
    status: change.status,
    category: change.category,
    operation: change.operation,
    model_name: change.model_name,
    model_name_folded: foldName(change.model_name),
    requested_by: change.requested_by,
    requested_username: change.requested_username,
    requested_at: change.requested_at,
    batch_id: change.batch_id,
    batch_title: change.batch_title,
    approved_by: change.approved_by,
    approved_username: change.approved_username,
    approved_at: change.approved_at,
    rejected_by: change.rejected_by,
    rejected_username: change.rejected_username,
    rejected_at: change.rejected_at,
    reject_reason: change.reject_reason,
    applied_at: change.applied_at,
    applied_by: change.applied_by,
    applied_username: change.applied_username,
    applied_job_id: change.applied_job_id,
    applied_event_id: change.applied_event_id,
    domain: change.domain,
    payload_format: change.payload_format,
    base_hash: change.base_hash,
    updated_at: change.updated_at,
    version: change.version,
    changes_requested_by: change.changes_requested_by,
    approvals: toJson(change.approvals),
    decided_risk: change.decided_risk,
  };
}

export function toBodyRow(change: StoredChange): ChangeBodyRow {
  return {
    change_id: change.change_id,
    payload: toJson(change.payload),
    notes: change.notes,
    request_metadata: toJson(change.request_metadata),
    related_models: toJson(change.related_models),
    before_state: toJson(change.before_state),
    after_state: toJson(change.after_state),
  };
}

/** What somebody has proposed by a change. */
export type ProposedBody = Pick<StoredChange, 'payload' | 'notes' | 'request_metadata' | 'related_models'>;

/** Its length as it is stored, in bytes of UTF-8. */
export function bodyBytes({ payload, notes, request_metadata, related_models }: ProposedBody): number {
  return sizeOf([toJson(payload), notes, toJson(request_metadata), toJson(related_models)]);
}

function sizeOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

/**
 * What is kept beside a change about its body, as it was proposed.
 *
 * @param payloadRead its payload, for callers that have read it already
 */
export function bodyFacts(
  body: Pick<ChangeBodyRow, 'payload' | 'notes' | 'request_metadata' | 'related_models'>,
  payloadRead: JsonObject | null = body.payload === null ? null : (JSON.parse(body.payload) as JsonObject),
): BodyFactsRow {
  const { payload, notes, request_metadata, related_models } = body;
  return {
    body_bytes: sizeOf([payload, notes, request_metadata, related_models]),
    payload_hash: contentHash(canonicalJson(payloadRead)),
  };
}
