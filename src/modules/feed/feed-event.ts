import { cursorText } from '../../records/feed-cursor.ts';
import type { FeedEvent } from '../../records/feed-event.ts';
import { contentHash } from '../../records/hash.ts';
import type { AuditEvent } from '../audit/index.ts';
import { isModelEvent, returnedBehind, stateAfter } from '../catalog/index.ts';

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
