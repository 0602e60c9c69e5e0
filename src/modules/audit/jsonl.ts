import { isJsonObject } from '../../kernel/json.ts';
import { newEvent } from './chain.ts';
import type { AuditEvent } from './event.ts';

/**
 * An event as a line of an exported trail, without the line feed: compact JSON, ASCII only, `request_id` and
 * `payload` left out when null. The payload is as it is hashed, its nulls included.
 */
export function eventLine(event: AuditEvent): string {
  const { request_id, payload } = event;
  return asciiJson({
    event_id: event.event_id,
    timestamp: event.timestamp,
    domain: event.domain,
    category: event.category,
    model_name: event.model_name,
    operation: event.operation,
    logical_user_id: event.logical_user_id,
    ...(request_id !== null && { request_id }),
    ...(payload !== null && { payload }),
    previous_hash: event.previous_hash,
    hash: event.hash,
  });
}

/** The event of a line; null when the line is not, byte for byte, one that `eventLine` gives. */
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
