import type { Tx } from '../../store/tx.ts';
import type { AuditEvent } from '../audit/index.ts';
import { modelStore } from '../catalog/index.ts';
import { type ChangeHead, changeStore, isStale } from '../queue/index.ts';
import type { InboxEntry } from './tables.ts';

/** A model that was written without the queue: by an import, or a write that nobody reviews. */
export type BareWrite = Pick<
  AuditEvent,
  'event_id' | 'timestamp' | 'category' | 'model_name' | 'logical_user_id'
>;

/**
 * Tells those whose open changes are based on a record that such writes have replaced: a change that fits what is
 * there now does not conflict.
 */
export async function conflictsOf(reader: Tx, writes: readonly BareWrite[]): Promise<InboxEntry[]> {
  const entries: InboxEntry[] = [];
  for (const [category, own] of Map.groupBy(writes, (write) => write.category)) {
    // Of several writes of a model, the last.
    const last = new Map(own.map((write) => [write.model_name, write]));
    for (const change of await staleChanges(reader, category, [...last.keys()])) {
      const write = last.get(change.model_name);
      if (!write || change.requested_by === write.logical_user_id) continue;
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

/** The open changes of these models that rest on another record than the live one. */
export async function staleChanges(
  reader: Tx,
  category: string,
  names: readonly string[],
): Promise<ChangeHead[]> {
  const open = await changeStore(reader).open(category, names);
  if (open.length === 0) return [];
  const live = await modelStore(reader).hashes(category, [
    ...new Set(open.map(({ model_name }) => model_name)),
  ]);
  return open.filter((change) => isStale(change, live.get(change.model_name) ?? null));
}
