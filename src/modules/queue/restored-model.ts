import type { JsonObject } from '../../kernel/json.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { eventOfId, isModelEvent, placeOf, viewsBeforeEvent } from '../catalog/index.ts';
import type { ListedChange } from './pending-change.ts';

/** What is read at a time. */
const atOnce = { rows: 50, bytes: 1024 * 1024 };

/** What the metadata of a change say that restores a model to what it was just before an event. */
export function restoringMetadata(eventId: number): JsonObject {
  return { restores_before_event: eventId };
}

/**
 * Both views that a change restores: its payload is one of them. Null for a change that restores nothing, and
 * for one of which the trail does not know the views.
 */
export async function restoredViews(
  reader: Tx,
  { category, model_name, request_metadata }: ListedChange,
): Promise<ModelViews | null> {
  const id = request_metadata?.restores_before_event;
  const event = typeof id === 'number' ? await eventOfId(reader, id) : null;
  if (event?.category !== category || event.model_name !== model_name) return null;
  return (await viewsBeforeEvent(reader, event)) ?? null;
}

/**
 * The position that the model had just before the event that a change restores it to: the first deletion since
 * says it. Null when that is not known. What was made under its name later had other positions.
 */
export async function placeLeft(
  reader: Tx,
  { category, model_name, request_metadata }: ListedChange,
): Promise<number | null> {
  const id = request_metadata?.restores_before_event;
  let after = typeof id === 'number' ? id - 1 : Number.MAX_SAFE_INTEGER;
  for (;;) {
    const { events } = await auditStore(reader).page({ category, model_name, after }, atOnce);
    const deletion = events.find((event) => isModelEvent(event) && event.operation === 'delete');
    const last = events.at(-1);
    if (deletion || !last) return deletion ? placeOf(deletion) : null;
    after = last.event_id;
  }
}
