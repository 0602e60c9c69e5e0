import { inPages } from '../../kernel/concurrency/pages.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, queueCategory } from '../audit/index.ts';
import { changeOfEvents } from './change-steps.ts';
import type { ChangeHead } from './pending-change.ts';

/**
 * Ids of the changes that were purged from a batch, ascending. They are gone from the queue; what happened to
 * them is in the audit trail.
 */
export function purgedChangeIds(reader: Tx, batchId: number, domain: CanonicalFormat): Promise<number[]> {
  return auditStore(reader).changeIds({ batch_id: batchId, domain, action: 'purge' });
}

/** Changes as they were when they were purged. Their events are not all in memory at once. */
export async function purgedChanges(reader: Tx, changeIds: readonly number[]): Promise<ChangeHead[]> {
  const pages = inPages(changeIds, auditStore(reader).queueEventBytes, async (ids) => {
    const events = await queueEventsOf(reader, ids);
    return ids.flatMap((id) => changeOfEvents(events.get(id) ?? []) ?? []);
  });
  const changes: ChangeHead[] = [];
  for await (const page of pages) changes.push(...page);
  return changes;
}

/** What happened to changes in the queue, in order, by change. */
export async function queueEventsOf(
  reader: Tx,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, AuditEvent[]>> {
  if (changeIds.length === 0) return new Map();
  const filter = { change_ids: changeIds, category: queueCategory };
  const events = await auditStore(reader).events(filter, Number.MAX_SAFE_INTEGER);
  return Map.groupBy(events, ({ change_id }) => change_id ?? 0);
}
