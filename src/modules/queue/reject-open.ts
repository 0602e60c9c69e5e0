import type { WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import { advanceChange } from './change-steps.ts';
import { createRejectEvent, createUnapproveEvent, type QueueAct } from './make-events.ts';
import { toAuditEvent } from './queue-event.ts';
import { changeStore } from './store.ts';

/**
 * Rejects all pending and approved changes of a removed category. Approvals are revoked first.
 * @param reason the stored reason, which tells clients what to use instead
 * @returns the ids of the rejected changes
 */
export async function rejectOpenChanges(
  writer: WriteTx,
  category: string,
  reason: string,
  act: QueueAct,
  append: AppendEvents,
): Promise<readonly number[]> {
  const ids = await changeStore(writer).ids({ categories: [category], statuses: ['pending', 'approved'] });
  for (const change of await changeStore(writer).getMany(ids)) {
    const isApproved = change.status === 'approved';
    const revocation = isApproved ? createUnapproveEvent(change, act) : null;
    const pendingChange = revocation ? advanceChange(change, revocation) : change;
    const reviewCall = { title: 'No such category any more', risks: new Map(), batchId: null, reason };
    const rejection = createRejectEvent(pendingChange, reviewCall, act);
    const rejectedChange = advanceChange(pendingChange, rejection);
    await changeStore(writer).updateHead(rejectedChange);
    const events = [...(revocation ? [revocation] : []), rejection].map(toAuditEvent);
    await append(writer, events, [rejectedChange]);
  }
  return ids;
}
