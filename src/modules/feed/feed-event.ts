import type { JsonObject } from '../../kernel/json.ts';
import { contentHash } from '../../records/hash.ts';
import { cursorText } from '../audit/chain.ts';
import type { AuditEvent, AuditOperation } from '../audit/event.ts';
import { isModelEvent, returnedBehind, stateAfter } from '../catalog/model-event.ts';

/** One write of a live model, as followers of the registry are told. Keys in the order of the feed's JSON. */
export type FeedEvent = {
  /** Ascending, with gaps: the chain numbers events of the queue too. */
  event_id: number;
  /** The cursor after this event, to continue from. */
  cursor: string;
  /** Unix seconds. */
  timestamp: number;
  category: string;
  model_name: string;
  operation: AuditOperation;
  /** The stored record after the write; null after a delete. */
  v2: JsonObject | null;
  /** The same in the legacy format; null as well where the category has none. */
  legacy: JsonObject | null;
  /** SHA-256 (hex) of the records' compact JSON, which is how they stand in the feed. */
  v2_hash: string | null;
  legacy_hash: string | null;
  /**
   * Only of a model that has come back to its former place: the model before it, null when it is the first.
   * Any other new model comes last.
   */
  returned_behind?: string | null;
};

/** Null for events that are not about a live model. */
export function feedEvent(event: AuditEvent): FeedEvent | null {
  if (!isModelEvent(event)) return null;
  const [v2, legacy] = [stateAfter(event, 'v2'), stateAfter(event, 'legacy')];
  const returned_behind = returnedBehind(event);
  return {
    event_id: event.event_id,
    cursor: cursorText(event),
    timestamp: event.timestamp,
    category: event.category,
    model_name: event.model_name,
    operation: event.operation,
    v2,
    legacy,
    v2_hash: v2 && contentHash(JSON.stringify(v2)),
    legacy_hash: legacy && contentHash(JSON.stringify(legacy)),
    ...(returned_behind !== undefined && { returned_behind }),
  };
}
