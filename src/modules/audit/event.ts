import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';

/**
 * The user id of events that the registry itself causes, such as a gap in the trail or the verdict on a file.
 */
export const registryUserId = 'registry';

/** The category of events about the queue. No model has this category. */
export const queueCategory = 'pending_queue';

/**
 * What an event is about: the queue; an alias, a family or a naming schema of text models (`group`); a
 * request for a model; a file of a live model; or a written model.
 */
export type Subject = 'queue' | 'group' | 'request' | 'file' | 'model';

/**
 * Gives the subject of an event. An event about a group, a request or a file may also name a category and a
 * model; this does not make the model its subject.
 */
export function subjectOf({ category, payload }: Pick<AuditEvent, 'category' | 'payload'>): Subject {
  if (category === queueCategory) return 'queue';
  if (typeof payload?.group_entry === 'string') return 'group';
  if (typeof payload?.model_request === 'number') return 'request';
  return isJsonObject(payload?.file_verdict) ? 'file' : 'model';
}

export type AuditOperation = 'create' | 'update' | 'delete';
/** What can be done with the changes in the queue. Each is recorded as an event. */
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
 * Model events: `payload` has `after` (create), `delta` and `after` (update) or `before` (delete).
 * `before` and `after` are the record in the domain's format. `delta` maps a top-level key to `{old, new}`,
 * both always present (null = absent). If the category has both formats, `payload` also has `counterpart` or
 * `counterpart_before`: the same model in the other format. From these, replay rebuilds both forms byte for
 * byte. A create and a delete also have the model's `position`. A create that brings a model back to its
 * former place also names the model before that place (`returned_behind`), for readers that know the order of
 * models but not their positions.
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
  /** For model events, the job id of the apply. */
  request_id: string | null;
  payload: JsonObject | null;
  /**
   * `action`, `change_id` and `batch_id` let queries find events without reading payloads. They repeat values
   * of the payload. The hash covers the payload, so it need not cover these columns.
   */
  action: QueueAction | null;
  change_id: number | null;
  batch_id: number | null;
}

export interface AuditEvent extends NewAuditEvent {
  /** Contiguous from 1, in commit order, over all domains and categories. */
  event_id: number;
  /** The `hash` of the previous event; 64 zeros for the first. */
  previous_hash: string;
  /** SHA-256 (hex) over the canonical form of this event, `previous_hash` included. */
  hash: string;
}

/** The columns of an event over which its hash is taken, in this order. */
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
/** The columns of an event in the database, including those by which queries find it. */
export const storedColumns = [...exportedColumns, 'action', 'change_id', 'batch_id'] as const;
