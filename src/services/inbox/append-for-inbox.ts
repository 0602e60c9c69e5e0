import type { AuditEvent } from '../../registry/audit/event.ts';
import { groupWriteOf } from '../../registry/audit/group-event.ts';
import { type Correction, correctionOf, type Notice, noticeOf } from '../../registry/inbox/notice.ts';
import type { AppendEvents } from '../audit/append-events.ts';
import type { StoreWriter } from '../ports/store/transaction.ts';
import { type BareWrite, conflictsOf } from './conflicts.ts';
import { entriesOf } from './entries.ts';

type Told =
  | { readonly notice: Notice }
  | { readonly correction: Correction }
  | { readonly written: BareWrite };

/**
 * Writes, in the transaction of each event, who is told of it: at its end, for all events of it together.
 * @param approverIds whom proposals wait for
 */
export function appendForInbox(append: AppendEvents, approverIds: readonly string[]): AppendEvents {
  const approvers = new Set(approverIds);
  const tell = async (writer: StoreWriter, told: readonly Told[]): Promise<void> => {
    const notices = told.flatMap((each) => ('notice' in each ? each.notice : []));
    await writer.inbox.add(await entriesOf(writer, notices, approvers));
    const written = told.flatMap((each) => ('written' in each ? each.written : []));
    await writer.inbox.add(await conflictsOf(writer, written));
    for (const each of told) {
      if (!('correction' in each)) continue;
      const { comment_id, excerpt } = each.correction;
      if (excerpt === null) await writer.inbox.forget(comment_id);
      else await writer.inbox.reword(comment_id, excerpt);
    }
  };
  return async (writer, events) => {
    const appended = await append(writer, events);
    const told = appended.flatMap((event): Told[] => {
      const notice = noticeOf(event);
      if (notice) return [{ notice }];
      const correction = correctionOf(event);
      if (correction) return [{ correction }];
      return isBareWrite(event) ? [{ written: event }] : [];
    });
    if (told.length > 0) writer.atEnd(tell, told);
    return appended;
  };
}

/** A model that was written by no change of the queue. */
function isBareWrite(event: AuditEvent): boolean {
  return event.action === null && event.change_id === null && groupWriteOf(event) === null;
}
