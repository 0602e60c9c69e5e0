import { gapEvent } from '../../registry/audit/queue-events.ts';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import { auditStore } from '../../storage/kysely/audit-rows.ts';
import type { Store } from '../ports/store/store.ts';
import type { AppendEvents } from './append-events.ts';

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
