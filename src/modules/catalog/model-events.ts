import type { Tx } from '../../store/tx.ts';
import type { AuditEvent } from '../audit/event.ts';
import { auditStore } from '../audit/store.ts';
import type { AuditFilter } from '../audit/tables.ts';
import { isModelEvent } from './written-states.ts';

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
