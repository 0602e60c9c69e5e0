import type { AuditEvent } from '../../registry/audit/event.ts';
import { isModelEvent } from '../../registry/audit/written-states.ts';
import type { AuditFilter, StoreReader } from '../ports/store.ts';

/** How many events are read at a time when some of them may be about a group of the same name. */
const pageSize = 50;

/** The events of one live model, newest first, at most `limit`. */
export async function latestModelEvents(
  reader: StoreReader,
  model: Required<Pick<AuditFilter, 'category' | 'model_name'>> & Pick<AuditFilter, 'until' | 'upto'>,
  limit: number,
): Promise<AuditEvent[]> {
  const found: AuditEvent[] = [];
  let { upto } = model;
  while (found.length < limit) {
    const filter = upto === undefined ? model : { ...model, upto };
    // Usually the first page is enough.
    const size = upto === model.upto ? Math.min(limit, pageSize) : pageSize;
    const page = await reader.audit.events(filter, size, 'descending');
    found.push(...page.filter(isModelEvent));
    const last = page.at(-1);
    if (!last || page.length < size) break;
    upto = last.event_id - 1;
  }
  return found.slice(0, limit);
}
