import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTx } from '../../store/tx.ts';
import {
  type AuditEvent,
  linkEvent,
  type NewAuditEvent,
  newEvent,
  queueCategory,
  registryUserId,
} from './event.ts';
import { auditStore } from './store.ts';

/**
 * A function that appends events to the audit trail. Returns the appended events with their ids and hashes,
 * or an empty list while the audit trail is off. `changes` are the queued changes that the events concern, if
 * the caller has already read them; listeners then need not read them again.
 */
export type AppendEvents = (
  writer: WriteTx,
  events: EventsToAppend,
  changes?: readonly ConcernedChange[],
) => Promise<AuditEvent[]>;

export interface ConcernedChange {
  readonly change_id: number;
  readonly category: string;
  readonly model_name: string;
  readonly operation: string;
  readonly requested_by: string;
}

/**
 * The events to append, or a function that creates them. The function receives the id that the first of them
 * will have. While the audit trail is off, the function receives null, and the events that it returns are not
 * recorded.
 */
export type EventsToAppend =
  | readonly NewAuditEvent[]
  | ((firstId: number | null) => readonly NewAuditEvent[]);

/**
 * A function that receives appended events, in the transaction that appended them. For example, it writes
 * inbox entries about them. `changes`: as for `AppendEvents`.
 */
export type EventListener = (
  writer: WriteTx,
  events: readonly AuditEvent[],
  changes?: readonly ConcernedChange[],
) => Promise<void>;

/**
 * Combines `append` and `notify`: a call appends its events, then passes the appended events to `notify`.
 * Within `inEventBatch`, `notify` is called at the end of the batch instead.
 */
export function appendAndNotify(append: AppendEvents, notify: EventListener): AppendEvents {
  return async (writer, events, changes = []) => {
    const appendedEvents = await append(writer, events);
    const batch = openBatches.get(writer);
    if (batch) batch.add(notify, appendedEvents, changes);
    else await notify(writer, appendedEvents, changes);
    return appendedEvents;
  };
}

/** The events appended within one `inEventBatch`, grouped by the listener to call. */
class EventBatch {
  readonly #pending = new Map<EventListener, { events: AuditEvent[]; changes: ConcernedChange[] }>();

  add(notify: EventListener, events: readonly AuditEvent[], changes: readonly ConcernedChange[]): void {
    const pendingCall = this.#pending.get(notify) ?? { events: [], changes: [] };
    // After the rollback of a savepoint, the ids of its events are assigned again.
    const first = events[0]?.event_id ?? Number.POSITIVE_INFINITY;
    const earlierEvents = pendingCall.events.filter(({ event_id }) => event_id < first);
    this.#pending.set(notify, {
      events: [...earlierEvents, ...events],
      changes: [...pendingCall.changes, ...changes],
    });
  }

  async end(writer: WriteTx): Promise<void> {
    for (const [notify, { events, changes }] of this.#pending) {
      if (events.length === 0) continue;
      const { event_id: last } = await readChainEnd(writer);
      const recordedEvents = events.filter(({ event_id }) => event_id <= last);
      await notify(writer, recordedEvents, changes);
    }
  }
}

/** The batches that are still open. */
const openBatches = new WeakMap<WriteTx, EventBatch>();

/**
 * Runs `work`, then calls each listener once with all its events, because only then all effects of the work
 * on other changes are known. Skips the events of a rolled-back savepoint.
 */
export async function inEventBatch<T>(writer: WriteTx, work: () => Promise<T>): Promise<T> {
  const batch = new EventBatch();
  openBatches.set(writer, batch);
  const result = await work().finally(() => openBatches.delete(writer));
  await batch.end(writer);
  return result;
}

/** Records writes in the audit trail and notifies the listeners. */
export interface Trail {
  readonly append: AppendEvents;
}

/** Appends events to the chain. Call it in the transaction of the writes that the events record. */
export const appendEvents: AppendEvents = async (writer, toAppend) => {
  if (toAppend.length === 0 && typeof toAppend !== 'function') return [];
  let end = await readChainEnd(writer);
  const events = typeof toAppend === 'function' ? toAppend(end.event_id + 1) : toAppend;
  const appendedEvents: AuditEvent[] = [];
  for (const event of events) {
    const linkedEvent = linkEvent(event, end);
    appendedEvents.push(linkedEvent);
    end = linkedEvent;
  }
  await auditStore(writer).insert(appendedEvents);
  cachedEnds.set(writer, { end, undone: writer.undone });
  return appendedEvents;
};

/**
 * For each open transaction, the end of the chain after its last append, and the value of `WriteTx.undone` at
 * that time. If `undone` has changed since, a savepoint was rolled back, and `end` may be wrong.
 */
const cachedEnds = new WeakMap<WriteTx, { readonly end: ChainEnd; readonly undone: number }>();

/**
 * Returns the end of the chain, to which this transaction appends next. Uses the transaction's last append.
 * Before the first append, and after the rollback of a savepoint, reads the end from the database.
 */
async function readChainEnd(writer: WriteTx): Promise<ChainEnd> {
  const cachedEnd = cachedEnds.get(writer);
  return cachedEnd?.undone === writer.undone ? cachedEnd.end : auditStore(writer).head();
}

/** Replaces `appendEvents` while the audit trail is switched off. Counts the events that are not recorded. */
export const appendNothing: AppendEvents = async (writer, toAppend) => {
  const events = typeof toAppend === 'function' ? toAppend(null) : toAppend;
  const last = events.at(-1);
  if (last) await auditStore(writer).countUnrecorded(events.length, last.timestamp);
  return [];
};

/**
 * Appends a gap event with the number of missing events, if anything was written while the audit trail was
 * off. Call it before anything else is recorded.
 */
export async function recordGap(
  store: Store,
  { append, domain, now }: { append: AppendEvents; domain: CanonicalFormat; now: number },
): Promise<void> {
  if ((await store.read((tx) => auditStore(tx).unrecorded())).events === 0) return;
  await store.write(async (writer) => {
    const { events, since, until } = await auditStore(writer).unrecorded();
    // Another starting instance may have recorded the gap already.
    if (events === 0) return;
    await append(writer, [createGapEvent({ unrecorded: events, since, until }, { domain, now })]);
    await auditStore(writer).forgetUnrecorded();
  });
}

function createGapEvent(
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
