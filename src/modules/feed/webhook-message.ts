import type { JsonObject } from '../../kernel/json.ts';
import { type AuditEvent, queueCategory } from '../audit/index.ts';
import { fileVerdictOf } from '../files/index.ts';

/**
 * What a webhook target receives of an event. `id` is the event's number: the same in every retry, ascending in
 * commit order. Beyond a loss of history only the header `webhook-id` tells events apart.
 */
export interface WebhookMessage {
  readonly id: number;
  /** `model.create`, `model.update`, `model.delete`, `file.verdict`, or `queue.` and the action. */
  readonly type: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** `v2` or `legacy`: the format of the record in `data`. */
  readonly domain: string;
  readonly category: string;
  readonly model_name: string;
  /** Id of the user who caused it. */
  readonly user_id: string;
  readonly change_id: number | null;
  readonly batch_id: number | null;
  /**
   * The event's payload: for models `after`, `delta` or `before`, for files `file_verdict`; for the queue the
   * action's own keys.
   */
  readonly data: JsonObject | null;
}

export function webhookMessage(event: AuditEvent): WebhookMessage {
  return {
    id: event.event_id,
    type: typeOf(event),
    timestamp: event.timestamp,
    domain: event.domain,
    category: event.category,
    model_name: event.model_name,
    user_id: event.logical_user_id,
    change_id: event.change_id,
    batch_id: event.batch_id,
    data: event.payload,
  };
}

function typeOf(event: AuditEvent): string {
  if (event.category === queueCategory) return `queue.${event.action ?? event.operation}`;
  return fileVerdictOf(event) ? 'file.verdict' : `model.${event.operation}`;
}
