import type { AuditEvent } from '../../registry/audit/event.ts';
import type { InboxEntry } from '../ports/store/inbox.ts';
import type { StoreReader } from '../ports/store/transaction.ts';
import { isStale, keyOf, liveModels } from '../queue/change-descriptions.ts';

/** A model that was written without the queue: by an import, or a write that nobody reviews. */
export type BareWrite = Pick<
  AuditEvent,
  'event_id' | 'timestamp' | 'category' | 'model_name' | 'logical_user_id'
>;

/**
 * Tells those whose open changes are based on a record that such writes have replaced: a change that fits what is
 * there now does not conflict.
 */
export async function conflictsOf(reader: StoreReader, writes: readonly BareWrite[]): Promise<InboxEntry[]> {
  const entries: InboxEntry[] = [];
  for (const [category, own] of Map.groupBy(writes, (write) => write.category)) {
    // Of several writes of a model, the last.
    const last = new Map(own.map((write) => [write.model_name, write]));
    const open = await reader.changes.open(category, [...last.keys()]);
    const live = await liveModels(reader, open);
    for (const change of open) {
      const write = last.get(change.model_name);
      if (!write || change.requested_by === write.logical_user_id) continue;
      if (!isStale(change, live.get(keyOf(change)) ?? null)) continue;
      const { change_id, model_name, operation, requested_by } = change;
      entries.push({
        event_id: write.event_id,
        change_id,
        user_id: requested_by,
        kind: 'conflict',
        because: 'requested',
        at: write.timestamp,
        actor_id: write.logical_user_id,
        actor_username: null,
        category,
        model_name,
        operation,
        excerpt: null,
        read_at: null,
      });
    }
  }
  return entries;
}
