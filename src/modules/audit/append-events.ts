import type { WriteTx } from '../../store/tx.ts';
import { linkEvent } from './chain.ts';
import type { AuditEvent, NewAuditEvent } from './event.ts';
import { auditStore } from './store.ts';

/** Writes events to the audit trail; gives them back with their places in the chain. */
export type AppendEvents = (writer: WriteTx, events: readonly NewAuditEvent[]) => Promise<AuditEvent[]>;

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

/** Appends events to the chain, in the transaction of what they record. */
export const appendEvents: AppendEvents = async (writer, events) => {
  if (events.length === 0) return [];
  let end = await auditStore(writer).head();
  const appended: AuditEvent[] = [];
  for (const event of events) {
    const linked = linkEvent(event, end);
    appended.push(linked);
    end = linked;
  }
  await auditStore(writer).insert(appended);
  return appended;
};

/** For deployments that have switched their audit trail off: counts what is missing in it. */
export const appendNothing: AppendEvents = async (writer, events) => {
  const last = events.at(-1);
  if (last) await auditStore(writer).countUnrecorded(events.length, last.timestamp);
  return [];
};
