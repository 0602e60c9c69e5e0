import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';

/** The author of events that nobody caused: a gap in the trail, the verdict on a file. */
export const registryUserId = 'registry';

/** The pseudo-category of events about the queue itself. */
export const queueCategory = 'pending_queue';

/**
 * The subject of an event: the queue, an entry about groups of text models, a request for a model, a file of a live
 * model, or a model that was written.
 */
export type Subject = 'queue' | 'group' | 'request' | 'file' | 'model';

/**
 * Gives the subject of an event. Events about groups, requests and files name a category, and maybe a model, but
 * write no model.
 */
export function subjectOf({ category, payload }: Pick<AuditEvent, 'category' | 'payload'>): Subject {
  if (category === queueCategory) return 'queue';
  if (typeof payload?.group_entry === 'string') return 'group';
  if (typeof payload?.model_request === 'number') return 'request';
  return isJsonObject(payload?.file_verdict) ? 'file' : 'model';
}

export type AuditOperation = 'create' | 'update' | 'delete';
/** The actions on changes of the queue. */
export const changeActions = [
  'enqueue',
  'approve',
  'reject',
  'apply',
  'batch_split',
  'purge',
  'withdraw',
  'unapprove',
  'revise',
  'request_changes',
  'endorse',
  'comment',
  'comment_edit',
  'comment_delete',
] as const;
export type QueueAction = (typeof changeActions)[number] | 'gap';

/**
 * An event before it has its place in the chain.
 *
 * Model events: `payload` has `after` (create), `delta` and `after` (update) or `before` (delete), of the
 * record in the domain's format, and `counterpart` / `counterpart_before`: the other view of the same model,
 * when the category has one. With them replay rebuilds both views byte for byte. `delta` maps a top-level key
 * to `{old, new}`, both always present (null = absent). A create and a delete say the model's `position`; a
 * create that brings a model back to its former place also says behind which model (`returned_behind`), for
 * those who know the order and not the positions.
 *
 * Queue events: `payload.after` holds the action's own keys, `payload.after.action` the action.
 */
export interface NewAuditEvent {
  timestamp: number;
  domain: CanonicalFormat;
  category: string;
  model_name: string;
  operation: AuditOperation;
  logical_user_id: string;
  /** Model events carry the job id of the apply. */
  request_id: string | null;
  payload: JsonObject | null;
  /** Not part of the hashed event: columns that let views find events without reading payloads. */
  action: QueueAction | null;
  change_id: number | null;
  batch_id: number | null;
}

export interface AuditEvent extends NewAuditEvent {
  /** Contiguous from 1, in commit order, over all domains and categories. */
  event_id: number;
  /** SHA-256 (hex) of the previous event; 64 zeros for the first. */
  previous_hash: string;
  /** SHA-256 (hex) over the canonical form of this event, `previous_hash` included. */
  hash: string;
}

/** The columns of an event that its hash is taken over, in this order. */
export const hashedColumns = [
  'event_id',
  'timestamp',
  'domain',
  'category',
  'model_name',
  'operation',
  'logical_user_id',
  'request_id',
  'payload',
  'previous_hash',
] as const satisfies (keyof AuditEvent)[];
/** The columns of an event in exported trails. */
export const exportedColumns = [...hashedColumns, 'hash'] as const;
/** The columns of an event as it is stored: with those by which views find it. */
export const storedColumns = [...exportedColumns, 'action', 'change_id', 'batch_id'] as const;
