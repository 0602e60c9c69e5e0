import { type AuditEvent, queueCategory } from '../../registry/audit/event.ts';
import { changeOfEvents } from '../../registry/audit/replay/change-steps.ts';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import type { ChangeHead } from '../../registry/queue/pending-change.ts';
import type { StoreReader } from '../ports/store.ts';

/**
 * Ids of the changes that were purged from a batch, ascending. They are gone from the queue; what happened to
 * them is in the audit trail.
 */
export async function purgedChangeIds(
  reader: StoreReader,
  batchId: number,
  domain: CanonicalFormat,
): Promise<number[]> {
  const filter = { batch_id: batchId, domain, action: 'purge' } as const;
  const events = await reader.audit.events(filter, Number.MAX_SAFE_INTEGER);
  return events.flatMap(({ change_id }) => change_id ?? []).sort((a, b) => a - b);
}

/** Changes as they were when they were purged. */
export async function purgedChanges(
  reader: StoreReader,
  changeIds: readonly number[],
): Promise<ChangeHead[]> {
  const events = await queueEventsOf(reader, changeIds);
  return changeIds.flatMap((id) => changeOfEvents(events.get(id) ?? []) ?? []);
}

/** What happened to changes in the queue, in order, by change. */
export async function queueEventsOf(
  reader: StoreReader,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, AuditEvent[]>> {
  if (changeIds.length === 0) return new Map();
  const filter = { change_ids: changeIds, category: queueCategory };
  const events = await reader.audit.events(filter, Number.MAX_SAFE_INTEGER);
  return Map.groupBy(events, ({ change_id }) => change_id ?? 0);
}
