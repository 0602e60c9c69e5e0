import { placeOf } from '../../registry/audit/written-states.ts';
import type { JsonObject } from '../../registry/json.ts';
import type { ModelViews } from '../../registry/model-views.ts';
import type { ListedChange } from '../../registry/queue/pending-change.ts';
import { latestModelEvents } from '../audit/model-events.ts';
import { eventOfId, viewsBeforeEvent } from '../audit/past-views.ts';
import type { StoreReader } from '../ports/store.ts';

/** What the metadata of a change say that restores a model to what it was just before an event. */
export function restoringMetadata(eventId: number): JsonObject {
  return { restores_before_event: eventId };
}

/**
 * Both views that a change restores: its payload is one of them. Null for a change that restores nothing, and
 * for one of which the trail does not know the views.
 */
export async function restoredViews(
  reader: StoreReader,
  { category, model_name, request_metadata }: ListedChange,
): Promise<ModelViews | null> {
  const id = request_metadata?.restores_before_event;
  const event = typeof id === 'number' ? await eventOfId(reader, id) : null;
  if (event?.category !== category || event.model_name !== model_name) return null;
  return (await viewsBeforeEvent(reader, event)) ?? null;
}

/** The position that a model had before it was deleted; null when that is not known, or it is there. */
export async function placeLeft(
  reader: StoreReader,
  { category, model_name }: ListedChange,
): Promise<number | null> {
  const [latest] = await latestModelEvents(reader, { category, model_name }, 1);
  return latest?.operation === 'delete' ? placeOf(latest) : null;
}
