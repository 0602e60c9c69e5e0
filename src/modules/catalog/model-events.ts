import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat, LegacyRecord, ModelRecord } from '../../records/categories/category.ts';
import type { ModelViews } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, type AuditFilter, auditStore } from '../audit/index.ts';
import { isModelEvent, stateAfter, stateRemoved, writtenStates } from './model-event.ts';

/** One live model, and up to when. */
export type OfModel = Required<Pick<AuditFilter, 'category' | 'model_name'>> &
  Pick<AuditFilter, 'until' | 'upto'>;

/** How much is read at a time when some of the events may be about a group of the same name. */
const atOnce = { rows: 50, bytes: 1024 * 1024 };

/** The events of one live model, newest first, read as they are taken. */
export async function* modelEvents(
  reader: Tx,
  model: OfModel,
  firstRows: number = atOnce.rows,
): AsyncGenerator<AuditEvent> {
  let filter = model;
  let rows = Math.min(firstRows, atOnce.rows);
  for (;;) {
    const { events, cut } = await auditStore(reader).page(filter, { ...atOnce, rows }, 'descending');
    yield* events.filter(isModelEvent);
    const last = events.at(-1);
    if (!last || !cut) return;
    filter = { ...model, upto: last.event_id - 1 };
    rows = atOnce.rows;
  }
}

/** The same, at most `limit`. */
export async function latestModelEvents(reader: Tx, model: OfModel, limit: number): Promise<AuditEvent[]> {
  const found: AuditEvent[] = [];
  for await (const event of modelEvents(reader, model, limit)) {
    found.push(event);
    if (found.length === limit) break;
  }
  return found;
}

/** Both views of a model as a write left them; null after a delete. */
export function viewsAfterEvent(event: AuditEvent): ModelViews | null {
  return views((format) => stateAfter(event, format));
}

/**
 * Both views of a model just before a write; null when there was no such model, undefined when the trail does
 * not know: it may have been switched off for a time.
 */
export async function viewsBeforeEvent(
  reader: Tx,
  event: AuditEvent,
): Promise<ModelViews | null | undefined> {
  if (event.operation === 'create') return null;
  if (event.operation === 'delete') return views((format) => stateRemoved(event, format)) ?? undefined;
  const { category, model_name } = event;
  const earlier = { category, model_name, upto: event.event_id - 1 };
  const [last] = await latestModelEvents(reader, earlier, 1);
  const before = writtenStates(event).before ?? undefined;
  if (!last || !sameJson(stateAfter(last, event.domain) ?? undefined, before)) return undefined;
  return viewsAfterEvent(last) ?? undefined;
}

/** The event of this id; null when there is none. */
export async function eventOfId(reader: Tx, id: number): Promise<AuditEvent | null> {
  return (await auditStore(reader).events({ after: id - 1, upto: id }, 1))[0] ?? null;
}

function views(stateIn: (format: CanonicalFormat) => JsonObject | null): ModelViews | null {
  const v2 = stateIn('v2');
  return v2 && { v2: v2 as ModelRecord, legacy: stateIn('legacy') as LegacyRecord | null };
}
