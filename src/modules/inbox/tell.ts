import type { AuditEvent, TellOfEvents } from '../audit/index.ts';
import { groupWriteOf } from '../names/index.ts';
import { conflictsOf } from './conflicts.ts';
import { entriesOf } from './entries.ts';
import { correctionOf, noticeOf } from './notice.ts';
import { inboxStore } from './store.ts';

/**
 * Writes inbox entries about appended events.
 * @param approverIds whom proposals wait for
 */
export function tellInboxes(approverIds: readonly string[]): TellOfEvents {
  const approvers = new Set(approverIds);
  return async (writer, events) => {
    const notices = events.flatMap((event) => noticeOf(event) ?? []);
    const inbox = inboxStore(writer);
    await inbox.add(await entriesOf(writer, notices, approvers));
    await inbox.add(await conflictsOf(writer, events.filter(isBareWrite)));
    for (const { comment_id, excerpt } of events.flatMap((event) => correctionOf(event) ?? [])) {
      if (excerpt === null) await inbox.forget(comment_id);
      else await inbox.reword(comment_id, excerpt);
    }
  };
}

/** A model that was written by no change of the queue. */
function isBareWrite(event: AuditEvent): boolean {
  return event.action === null && event.change_id === null && groupWriteOf(event) === null;
}
