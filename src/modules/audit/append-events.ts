import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import { linkEvent, newEvent } from './chain.ts';
import { type AuditEvent, type NewAuditEvent, queueCategory, registryUserId } from './event.ts';
import { auditStore } from './store.ts';

/** A function that appends events to the audit trail. It gives the events with their ids and hashes. */
export type AppendEvents = (writer: WriteTx, events: EventsToAppend) => Promise<AuditEvent[]>;

/**
 * The events to append, or a function that makes them. The function gets the id that the first event will
 * have. While the audit trail is off, the function gets null, and its events are not recorded.
 */
export type EventsToAppend =
  | readonly NewAuditEvent[]
  | ((firstId: number | null) => readonly NewAuditEvent[]);

/**
 * A function that acts on events in the transaction that appended them. For example, it writes inbox entries.
 */
export type TellOfEvents = (writer: WriteTx, events: readonly AuditEvent[]) => Promise<void>;

/** Combines `append` and `tell`: each call appends its events, then passes the appended events to `tell`. */
export function appendAndTell(append: AppendEvents, tell: TellOfEvents): AppendEvents {
  return async (writer, events) => {
    const appended = await append(writer, events);
    await tell(writer, appended);
    return appended;
  };
}

/** The functions that record writes in the audit trail. */
export interface Trail {
  /** Appends events to the audit trail, and then calls `tell` with them. */
  readonly append: AppendEvents;
  /** Appends events without calling `tell`, for operations that call `tell` themselves at their end. */
  readonly record: AppendEvents;
  readonly tell: TellOfEvents;
}

/** Appends events to the chain, in the same transaction as the writes that they record. */
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

/**
 * The end of the chain after the last append of each open transaction. With it comes the transaction's
 * `undone` at that time, by which `chainEnd` notices a later rollback.
 */
const ends = new WeakMap<WriteTx, { readonly end: ChainEnd; readonly undone: number }>();

/**
 * Gives the end of the chain as this transaction's last append left it. Before the first append, and after
 * the rollback of a savepoint, reads it from the database.
 */
async function chainEnd(writer: WriteTx): Promise<ChainEnd> {
  const known = ends.get(writer);
  return known?.undone === writer.undone ? known.end : auditStore(writer).head();
}

/**
 * Replaces `appendEvents` while the audit trail is switched off: only counts the events that are not
 * recorded.
 */
export const appendNothing: AppendEvents = async (writer, toAppend) => {
  const events = typeof toAppend === 'function' ? toAppend(null) : toAppend;
  const last = events.at(-1);
  if (last) await auditStore(writer).countUnrecorded(events.length, last.timestamp);
  return [];
};

/**
 * Appends a gap event with the number of missing events, if anything was written while the audit trail was
 * off. Has to run before anything else is recorded.
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

/** Makes a gap event: it says that the trail was off, and how many events are missing. */
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
