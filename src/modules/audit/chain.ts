import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { contentHash } from '../../records/hash.ts';
import {
  type AuditEvent,
  exportedColumns,
  hashedColumns,
  type NewAuditEvent,
  type QueueAction,
  queueCategory,
} from './event.ts';

/** The end of a chain without events. The first event is linked to it. */
export const chainStart: ChainEnd = { event_id: 0, hash: '0'.repeat(64) };

type IndexColumns = Pick<NewAuditEvent, 'action' | 'change_id' | 'batch_id'>;

/**
 * Adds the columns `action`, `change_id` and `batch_id` to an event. Queries find the event by these columns,
 * which repeat values of its payload. So the event's hash covers them too.
 */
export function newEvent(said: Omit<NewAuditEvent, keyof IndexColumns>): NewAuditEvent {
  return { ...said, ...indexColumns(said.category, said.payload) };
}

/** Links an event to the chain that ends with `end`: adds its id, the previous hash and its own hash. */
export function linkEvent(event: NewAuditEvent, end: ChainEnd): AuditEvent {
  const placed = { ...event, event_id: end.event_id + 1, previous_hash: end.hash };
  return { ...placed, hash: eventHash(placed) };
}

/**
 * Gives the text over which an event's hash is taken: compact JSON of `hashedColumns` in their order, with
 * nulls, and with the payload's keys in their stored order. As UTF-8, this text is also the event's entry in
 * the Merkle tree.
 */
export function canonicalForm(event: Omit<AuditEvent, 'hash'>): string {
  return JSON.stringify(Object.fromEntries(hashedColumns.map((column) => [column, event[column]])));
}

/** Gives the SHA-256 (hex) of the canonical form. */
export function eventHash(event: Omit<AuditEvent, 'hash'>): string {
  return contentHash(canonicalForm(event));
}

/** Gives a text that says why `event` cannot follow `end`; null when it can. */
export function linkProblem(event: AuditEvent, end: ChainEnd): string | null {
  if (event.event_id !== end.event_id + 1) {
    return `event ${event.event_id} follows event ${end.event_id}: ${end.event_id + 1} is missing`;
  }
  if (event.previous_hash !== end.hash) {
    return `event ${event.event_id} names ${event.previous_hash} as the hash of the event before it, whose hash is ${end.hash}`;
  }
  const hash = eventHash(event);
  if (event.hash !== hash)
    return `event ${event.event_id} carries the hash ${event.hash}, but its content has ${hash}`;
  const columns = indexColumns(event.category, event.payload);
  for (const column of Object.keys(columns) as (keyof IndexColumns)[]) {
    if (event[column] !== columns[column]) {
      return `event ${event.event_id} is filed under ${column}=${event[column]}, but its payload says ${columns[column]}`;
    }
  }
  return null;
}

function indexColumns(category: string, payload: JsonObject | null): IndexColumns {
  if (category !== queueCategory) {
    return { action: null, change_id: idOf(payload?.change_id), batch_id: idOf(payload?.batch_id) };
  }
  const said = isJsonObject(payload?.after) ? payload.after : {};
  return {
    action: typeof said.action === 'string' ? (said.action as QueueAction) : null,
    change_id: idOf(said.change_id),
    // A split is filed under the new batch, as its first event.
    batch_id: idOf(said.new_batch_id ?? said.batch_id),
  };
}

function idOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * Gives an event as a line of an exported trail, without the line feed: compact JSON, ASCII only. Leaves out
 * `request_id` and `payload` when they are null, but keeps nulls inside the payload.
 */
export function eventLine(event: AuditEvent): string {
  const said = exportedColumns.map((column) => [column, event[column]] as const);
  return asciiJson(Object.fromEntries(said.filter(([, value]) => value !== null)));
}

/**
 * Reads an event from a line of an exported trail. Gives null unless the line is exactly what `eventLine`
 * gives for the event.
 */
export function eventOfLine(line: string): AuditEvent | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isJsonObject(parsed)) return null;
  const { event_id, previous_hash, hash, ...said } = {
    request_id: null,
    payload: null,
    ...parsed,
  } as never as AuditEvent;
  const event: AuditEvent = { ...newEvent(said), event_id, previous_hash, hash };
  return eventLine(event) === line ? event : null;
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
