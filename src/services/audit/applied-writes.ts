import type { AuditEvent } from '../../registry/audit/event.ts';
import { isModelEvent, writtenStates } from '../../registry/audit/written-states.ts';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import { categoryOf } from '../../registry/categories/category-of.ts';
import { formatOf, shownStored } from '../../registry/model-views.ts';
import type { AppliedWrite } from '../../registry/queue/net-changes.ts';
import type { StoredChange } from '../../registry/queue/pending-change.ts';
import type { StoreReader } from '../ports/store.ts';
import { purgedChangeIds } from './purged-changes.ts';

/** How many changes are read at a time. */
const pageSize = 500;

/**
 * What a batch has written, from the records that were kept at apply; of changes that were purged since, from
 * the audit trail.
 */
export async function appliedWrites(
  reader: StoreReader,
  batchId: number,
  domain: CanonicalFormat,
): Promise<AppliedWrite[]> {
  const writes: AppliedWrite[] = [];
  const ids = await reader.changes.ids({ batch_id: batchId, domain, statuses: ['applied'] });
  for (let start = 0; start < ids.length; start += pageSize) {
    const changes = await reader.changes.getMany(ids.slice(start, start + pageSize));
    writes.push(...changes.map((change) => writeOfChange(change, domain)));
  }
  const purged = await purgedChangeIds(reader, batchId, domain);
  if (purged.length === 0) return writes;
  const events = await reader.audit.events({ change_ids: purged }, Number.MAX_SAFE_INTEGER);
  return [...writes, ...events.filter(isModelEvent).map(writeOfEvent)];
}

function writeOfChange(change: StoredChange, domain: CanonicalFormat): AppliedWrite {
  return {
    change_id: change.change_id,
    category: change.category,
    model_name: change.model_name,
    format: formatOf(categoryOf(change.category), domain),
    before: change.before_state,
    after: change.after_state,
    event_id: change.applied_event_id,
    applied_at: change.applied_at ?? change.updated_at,
  };
}

function writeOfEvent(event: AuditEvent): AppliedWrite {
  const { category, model_name, domain } = event;
  const { before, after } = writtenStates(event);
  const definition = categoryOf(category);
  return {
    change_id: event.change_id ?? 0,
    category,
    model_name,
    format: domain,
    before: before && shownStored(definition, model_name, domain, before),
    after: after && shownStored(definition, model_name, domain, after),
    event_id: event.event_id,
    applied_at: event.timestamp,
  };
}
