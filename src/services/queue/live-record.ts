import { type ModelWrite, modelEvent, modelOperation } from '../../registry/audit/model-event.ts';
import { textsOf } from '../../registry/model-views.ts';
import type { AppendEvents } from '../audit/append-events.ts';
import type { StoreWriter } from '../ports/store.ts';

/**
 * Writes one live model: both views, the category's metadata, the audit event. Live models change here and
 * nowhere else.
 *
 * `write.before` is what the caller read in this transaction. Removing what is not there does nothing.
 *
 * @returns the id of the audit event; null when nothing was written, or nothing is audited
 */
export async function writeLiveRecord(
  writer: StoreWriter,
  write: ModelWrite,
  append: AppendEvents,
): Promise<number | null> {
  const { category, name, before, after, now } = write;
  if (after !== null) await writer.models.put({ category, name, ...textsOf(after) }, now);
  else if (before !== null) await writer.models.delete(category, name);
  else return null;
  await writer.metadata.record(category, modelOperation(write), name, now);
  const [event] = await append(writer, [modelEvent(write)]);
  return event?.event_id ?? null;
}
