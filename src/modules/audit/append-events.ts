import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import { linkEvent, newEvent } from './chain.ts';
import { type AuditEvent, type NewAuditEvent, queueCategory, registryUserId } from './event.ts';
import { auditStore } from './store.ts';

/** Writes events to the audit trail; gives them back with their places in the chain. */
export type AppendEvents = (writer: WriteTx, events: EventsToAppend) => Promise<AuditEvent[]>;

/** Events, or what makes them of the id that the first one gets; null where none is recorded. */
export type EventsToAppend =
  | readonly NewAuditEvent[]
  | ((firstId: number | null) => readonly NewAuditEvent[]);

/** Tells whom appended events concern, in their transaction. */
export type TellOfEvents = (writer: WriteTx, events: readonly AuditEvent[]) => Promise<void>;

/** Tells of the events of each call as soon as they are appended. */
export function appendAndTell(append: AppendEvents, tell: TellOfEvents): AppendEvents {
  return async (writer, events) => {
    const appended = await append(writer, events);
    await tell(writer, appended);
    return appended;
  };
}

/** How writes are recorded. */
export interface Trail {
  /** Appends events to the audit trail, and tells inboxes of them. */
  readonly append: AppendEvents;
  /** The two apart, for calls that tell at their end. */
  readonly record: AppendEvents;
  readonly tell: TellOfEvents;
}

/** Appends events to the chain, in the transaction of what they record. */
export const appendEvents: AppendEvents = async (writer, toAppend) => {
  if (toAppend.length === 0 && typeof toAppend !== 'function') return [];
  let end = await chainEnd(writer);
  const events = typeof toAppend === 'function' ? toAppend(end.event_id + 1) : toAppend;
  const appended: AuditEvent[] = [];
  for (const event of events) {
    const linked = linkEvent(event, end);
    appended.push(linked);
    end = linked;
  }
  await auditStore(writer).insert(appended);
  ends.set(writer, { end, undone: writer.undone });
  return appended;
};

/** Where transactions have moved the end of the chain to. */
const ends = new WeakMap<WriteTx, { readonly end: ChainEnd; readonly undone: number }>();

/** Read once in a transaction: nobody else appends meanwhile. Anew when a savepoint was undone. */
async function chainEnd(writer: WriteTx): Promise<ChainEnd> {
  const known = ends.get(writer);
  return known?.undone === writer.undone ? known.end : auditStore(writer).head();
}

/** Stands in for `append` where the audit trail is switched off: counts the events that are not recorded. */
export const appendNothing: AppendEvents = async (writer, toAppend) => {
  const events = typeof toAppend === 'function' ? toAppend(null) : toAppend;
  const last = events.at(-1);
  if (last) await auditStore(writer).countUnrecorded(events.length, last.timestamp);
  return [];
};

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

/** An event that says that the trail was switched off, and how many events are missing in it. */
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
