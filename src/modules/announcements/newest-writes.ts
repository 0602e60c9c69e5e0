import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, type PagedAuditFilter } from '../audit/index.ts';
import { isModelEvent } from '../catalog/index.ts';

/** How much is read at a time, and how often: among these events some may be about no model. */
const atOnce = { rows: 50, bytes: 1024 * 1024 };
const mostPages = 8;

/** The latest writes of live models that a filter matches, newest first, one by one as they are taken. */
export async function* newestWrites(reader: Tx, filter: PagedAuditFilter): AsyncGenerator<AuditEvent> {
  let behind = filter;
  for (let page = 0; page < mostPages; page += 1) {
    const { events, cut } = await auditStore(reader).page(behind, atOnce, 'descending');
    yield* events.filter(isModelEvent);
    const last = events.at(-1);
    if (!last || !cut) return;
    behind = { ...filter, upto: last.event_id - 1 };
  }
}
