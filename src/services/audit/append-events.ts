import { linkEvent } from '../../registry/audit/chain.ts';
import type { AuditEvent, NewAuditEvent } from '../../registry/audit/event.ts';
import type { StoreWriter } from '../ports/store/transaction.ts';

/** Writes events to the audit trail; gives them back with their places in the chain. */
export type AppendEvents = (writer: StoreWriter, events: readonly NewAuditEvent[]) => Promise<AuditEvent[]>;

/** Tells whom appended events concern, in their transaction. */
export type TellOfEvents = (writer: StoreWriter, events: readonly AuditEvent[]) => Promise<void>;

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
  let end = await writer.audit.head();
  const appended: AuditEvent[] = [];
  for (const event of events) {
    const linked = linkEvent(event, end);
    appended.push(linked);
    end = linked;
  }
  await writer.audit.insert(appended);
  return appended;
};

/** For deployments that have switched their audit trail off: counts what is missing in it. */
export const appendNothing: AppendEvents = async (writer, events) => {
  const last = events.at(-1);
  if (last) await writer.audit.countUnrecorded(events.length, last.timestamp);
  return [];
};
