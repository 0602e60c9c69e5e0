import type { AuditEvent, QueueAction } from '../audit/index.ts';
import { saidOf } from './change-steps.ts';

/** Something that was said of a change, or that happened to it. */
export type ConversationEntry = {
  /** The id of its audit event; of a comment it is the comment's. */
  event_id: number;
  /** Unix seconds. */
  timestamp: number;
  action: QueueAction;
  user_id: string;
  username: string | null;
  /** What was said: a comment, or the reason of a rejection. Null where nothing was, or it is deleted. */
  text: string | null;
  /** When a comment was edited last; null: never. */
  edited_at: number | null;
  deleted: boolean;
  /** Of a proposal and of a new version of it. */
  version: number | null;
  /** Of what has to do with a batch. */
  batch_id: number | null;
};

export type Comment = ConversationEntry;

/** Whether an event says something that its author may edit. */
export function isComment({ action }: Pick<AuditEvent, 'action'>): boolean {
  return action === 'comment' || action === 'request_changes';
}

/** The events of one change as entries, in order: edits and deletions show at the comments that they are of. */
export function entriesOf(events: readonly AuditEvent[]): ConversationEntry[] {
  const entries = new Map<number, ConversationEntry>();
  for (const event of events) {
    const { action, event_id } = event;
    if (action === null) continue;
    const said = saidOf(event);
    const commented = entries.get(said.comment_id as number);
    if (action === 'comment_edit' || action === 'comment_delete') {
      if (!commented) continue;
      if (action === 'comment_delete') Object.assign(commented, { text: null, deleted: true });
      else Object.assign(commented, { text: said.text, edited_at: event.timestamp });
      continue;
    }
    entries.set(event_id, {
      event_id,
      timestamp: event.timestamp,
      action,
      user_id: event.logical_user_id,
      username: textOf(said.username ?? said.approver_username ?? said.applied_username),
      text: textOf(said.text ?? said.reason),
      edited_at: null,
      deleted: false,
      version: action === 'enqueue' ? 1 : numberOf(said.version),
      batch_id: event.batch_id,
    });
  }
  return [...entries.values()];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
