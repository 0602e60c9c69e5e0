import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from './append-events.ts';
import { newEvent } from './chain.ts';
import { type NewAuditEvent, queueCategory, registryUserId } from './event.ts';
import { auditStore } from './store.ts';

/**
 * Where something was written while the audit trail was switched off, appends an event that says so. To be
 * called before anything else is recorded.
 */
export async function recordGap(
  store: Store,
  { append, domain, now }: { append: AppendEvents; domain: CanonicalFormat; now: number },
): Promise<void> {
  if ((await store.read((tx) => auditStore(tx).unrecorded())).events === 0) return;
  await store.write(async (writer) => {
    const { events, since, until } = await auditStore(writer).unrecorded();
    // Another instance that starts may have been faster.
    if (events === 0) return;
    await append(writer, [gapEvent({ unrecorded: events, since, until }, { domain, now })]);
    await auditStore(writer).forgetUnrecorded();
  });
}

/** That the trail was switched off, and what was written meanwhile is not in it. */
function gapEvent(
  gap: { unrecorded: number; since: number | null; until: number | null },
  { domain, now }: { domain: CanonicalFormat; now: number },
): NewAuditEvent {
  return newEvent({
    timestamp: now,
    domain,
    category: queueCategory,
    model_name: 'audit_trail',
    operation: 'update',
    logical_user_id: registryUserId,
    request_id: null,
    payload: { after: { ...gap, action: 'gap' } },
  });
}
