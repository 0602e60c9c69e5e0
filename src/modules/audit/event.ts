import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { contentHash } from '../../records/hash.ts';

/**
 * The user id of events caused by the registry itself, such as a gap in the trail or the verdict on a file.
 */
export const registryUserId = 'registry';

/** The category of events about the queue. No model has this category. */
export const queueCategory = 'pending_queue';

/** The category of events about catalogues, such as that of image baselines. No model has this category. */
export const catalogueCategory = 'catalogue';

/**
 * The subject of an event: the queue; an entry of a catalogue; an alias, a family or a naming schema of text
 * models (`group`); a request for a model; a file of a live model; or a live model.
 */
export type Subject = 'queue' | 'catalogue' | 'group' | 'request' | 'file' | 'model';

/**
 * Returns the subject of an event. An event about a group, a request or a file may also name a category and a
 * model; this does not make the model its subject.
 */
export function subjectOf({ category, payload }: Pick<AuditEvent, 'category' | 'payload'>): Subject {
  if (category === queueCategory) return 'queue';
  if (category === catalogueCategory) return 'catalogue';
  if (typeof payload?.group_entry === 'string') return 'group';
  if (typeof payload?.model_request === 'number') return 'request';
  return isJsonObject(payload?.file_verdict) ? 'file' : 'model';
}

export type AuditOperation = 'create' | 'update' | 'delete';
/** The actions on changes in the queue. Each is recorded as an event. */
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
 * An event that is not linked to the chain yet.
 *
 * Model events: `payload` has `after` (create), `delta` and `after` (update) or `before` (delete). `before`
 * and `after` are the record in the domain's format. `delta` maps a top-level key to `{old, new}`, both
 * always present (null = absent). If the category has both formats, `payload` also has `counterpart` or
 * `counterpart_before`: the same model in the other format. From these, replay rebuilds both forms byte for
 * byte.
 *
 * Creates and deletes also have the model's `position`. However, the order of models follows from names, not
 * from positions. A write that inserts a model between others (a re-created or moved model, or a new one in
 * the middle of an imported file) names the model before it in `returned_behind`. A delete names the model
 * before the deleted one in `stood_behind`. Null means that there is none.
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
  /** For model events: the job id of the apply call that wrote the model. */
  request_id: string | null;
  payload: JsonObject | null;
  // Queries find events by these three columns without reading payloads. The hash does not cover the columns,
  // but it covers the payload, which contains the same values.
  /** Null unless the event is about the queue. May be an action that only a newer release knows. */
  action: string | null;
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

/** The columns of an event that its hash covers, in this order. */
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

/** The end of a chain without events. The first event is linked to it. */
export const chainStart: ChainEnd = { event_id: 0, hash: '0'.repeat(64) };

type IndexColumns = Pick<NewAuditEvent, 'action' | 'change_id' | 'batch_id'>;

/** Adds the columns `action`, `change_id` and `batch_id` to an event. Takes their values from the payload. */
export function newEvent(event: Omit<NewAuditEvent, keyof IndexColumns>): NewAuditEvent {
  return { ...event, ...createIndexColumns(event.category, event.payload) };
}

/** Links an event to the chain that ends with `end`: adds its id, the previous hash and its own hash. */
export function linkEvent(event: NewAuditEvent, end: ChainEnd): AuditEvent {
  const linkedEvent = { ...event, event_id: end.event_id + 1, previous_hash: end.hash };
  return { ...linkedEvent, hash: hashEvent(linkedEvent) };
}

/**
 * Returns the text that an event's hash covers: compact JSON of `hashedColumns` in their order, with nulls,
 * and with the payload's keys in their stored order.
 */
export function canonicalForm(event: Omit<AuditEvent, 'hash'>): string {
  return JSON.stringify(Object.fromEntries(hashedColumns.map((column) => [column, event[column]])));
}

/** Returns the SHA-256 (hex) of the canonical form. */
export function hashEvent(event: Omit<AuditEvent, 'hash'>): string {
  return contentHash(canonicalForm(event));
}

/** Returns why `event` cannot follow `end`; null when it can. */
export function findLinkProblem(event: AuditEvent, end: ChainEnd): string | null {
  if (event.event_id !== end.event_id + 1) {
    return `event ${event.event_id} follows event ${end.event_id}: ${end.event_id + 1} is missing`;
  }
  if (event.previous_hash !== end.hash) {
    return `event ${event.event_id} names ${event.previous_hash} as the hash of the event before it, whose hash is ${end.hash}`;
  }
  const hash = hashEvent(event);
  if (event.hash !== hash)
    return `event ${event.event_id} carries the hash ${event.hash}, but its content has ${hash}`;
  const columns = createIndexColumns(event.category, event.payload);
  for (const column of Object.keys(columns) as (keyof IndexColumns)[]) {
    if (event[column] !== columns[column]) {
      return `event ${event.event_id} has ${column}=${event[column]}, but its payload states ${columns[column]}`;
    }
  }
  return null;
}

function createIndexColumns(category: string, payload: JsonObject | null): IndexColumns {
  if (category !== queueCategory) {
    return { action: null, change_id: parseId(payload?.change_id), batch_id: parseId(payload?.batch_id) };
  }
  const writtenFields = isJsonObject(payload?.after) ? payload.after : {};
  return {
    action: typeof writtenFields.action === 'string' ? writtenFields.action : null,
    change_id: parseId(writtenFields.change_id),
    // The event of a split belongs to the new batch, and is the first event of that batch.
    batch_id: parseId(writtenFields.new_batch_id ?? writtenFields.batch_id),
  };
}

function parseId(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * Returns an event as a line of an exported trail, without the line feed: compact JSON, ASCII only. Omits
 * `request_id` and `payload` when they are null, but keeps nulls inside the payload.
 */
export function formatEventLine(event: AuditEvent): string {
  const columns = exportedColumns.map((column) => [column, event[column]] as const);
  return formatAsciiJson(Object.fromEntries(columns.filter(([, value]) => value !== null)));
}

/**
 * Parses a line of an exported trail. Returns null unless the line is exactly what `formatEventLine` returns
 * for the event.
 */
export function parseEventLine(line: string): AuditEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isJsonObject(parsed)) return null;
  const { event_id, previous_hash, hash, ...rest } = {
    request_id: null,
    payload: null,
    ...parsed,
  } as never as AuditEvent;
  const event: AuditEvent = { ...newEvent(rest), event_id, previous_hash, hash };
  return formatEventLine(event) === line ? event : null;
}

function formatAsciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
