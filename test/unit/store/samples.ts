import type { AuditEvent } from '../../../src/modules/audit/event.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import type { NewModel } from '../../../src/modules/catalog/tables.ts';
import type { Store } from '../../../src/store/store.ts';
import type { WriteTx } from '../../../src/store/tx.ts';

export function aModel(given: Partial<NewModel> = {}): NewModel {
  return {
    category: 'clip',
    name: 'ViT-L/14',
    v2: '{"name":"ViT-L/14"}',
    legacy: null,
    v2_hash: 'a'.repeat(64),
    legacy_hash: null,
    ...given,
  };
}

/** Appends an event at the end of the chain. The hash is no real one: the store does not look at it. */
export async function appendEvent(writer: WriteTx, given: Partial<AuditEvent> = {}): Promise<AuditEvent> {
  const head = await auditStore(writer).head();
  const event_id = head.event_id + 1;
  const event: AuditEvent = {
    event_id,
    timestamp: 1_700_000_000,
    domain: 'v2',
    category: 'clip',
    model_name: 'ViT-L/14',
    operation: 'update',
    logical_user_id: '7',
    request_id: null,
    payload: null,
    action: null,
    change_id: null,
    batch_id: null,
    previous_hash: head.hash,
    hash: event_id.toString(16).padStart(64, '0'),
    ...given,
  };
  await auditStore(writer).insert([event]);
  return event;
}

/** Holds the write lock of a store. What it returns does `work` as the last of that write, and lets the lock go. */
export async function holdLock<T>(
  store: Store,
  work: (writer: WriteTx) => Promise<T | undefined> = async () => undefined,
): Promise<() => Promise<T | undefined>> {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = store.write(async (writer) => {
    begun.resolve();
    await held.promise;
    return work(writer);
  });
  await begun.promise;
  return () => {
    held.resolve();
    return writing;
  };
}
