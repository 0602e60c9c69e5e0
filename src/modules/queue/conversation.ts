import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { storableText } from '../../records/unstorable.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import {
  type ChangeVersion,
  type Comment,
  type ConversationEntry,
  entriesOf,
  isComment,
  queueEventsOf,
  versionsOf,
} from './change-history.ts';
import { changeAfter } from './change-steps.ts';
import { once, type RetryKey } from './idempotency.ts';
import type { PendingChange, StoredChange } from './pending-change.ts';
import { expectVersion, publicChange } from './pending-change.ts';
import { commentChangeEvent, commentEvent, type QueueAct, requestChangesEvent } from './queue-events.ts';
import { changeFor, changeStore } from './store.ts';

/** How long after it was written a comment can be edited and deleted, in seconds. */
export const editableSeconds = 15 * 60;
/** How many comments one change may have; deleted ones count. */
export const mostComments = 200;

/** What was said of a change, and what became of it. */
export interface ConversationOf {
  readonly change_id: number;
  readonly status: StoredChange['status'];
  readonly version: number;
  readonly changes_requested_by: string | null;
  /** In order. */
  readonly entries: ConversationEntry[];
  /** Ascending, each with what differs from the one before. */
  readonly versions: ChangeVersion[];
}

/**
 * Talking about a change: its requestor and the approvers do. What is said is part of the audit trail, and
 * never of a record. All methods raise `not_found` for a change that the caller may not see.
 */
export interface Conversation {
  read(changeId: number, caller: Caller): Promise<ConversationOf>;
  /** @throws RegistryError `bad_request` for a blank text, and where there are too many comments */
  comment(changeId: number, text: string, caller: Caller, retry?: RetryKey): Promise<Comment>;
  /** @throws RegistryError `not_found`; `bad_request` for somebody else's, and after `editableSeconds` */
  edit(changeId: number, commentId: number, text: string, caller: Caller): Promise<Comment>;
  /** As `edit`. */
  remove(changeId: number, commentId: number, caller: Caller): Promise<Comment>;
  /**
   * Asks for another version of an undecided or approved change; takes an approval away.
   * @param expectedVersion the version that is meant; absent: whichever is there
   * @throws RegistryError `conflict`, `bad_request`
   */
  requestChanges(
    changeId: number,
    asked: { readonly text: string; readonly expectedVersion?: number | null | undefined },
    caller: Caller,
  ): Promise<PendingChange>;
}

export interface ConversationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append?: AppendEvents;
}

export function createConversation(options: ConversationOptions): Conversation {
  const { store, clock, settings, append = appendEvents } = options;
  const actOf = (actor: Caller): QueueAct => ({ domain: settings.canonicalFormat, now: clock.now(), actor });

  const change = (changeId: number, commentId: number, text: string | null, caller: Caller) =>
    store.write(async (writer) => {
      await changeFor(writer, changeId, caller);
      const act = actOf(caller);
      const comment = await editableComment(writer, changeId, commentId, act);
      await append(writer, [commentChangeEvent(changeId, commentId, text, act)]);
      return { ...comment, text, ...(text === null ? { deleted: true } : { edited_at: act.now }) };
    }, caller.deadline);

  return {
    read: (changeId, caller) =>
      store.read(async (reader) => {
        const { change_id, status, version, changes_requested_by } = await changeFor(
          reader,
          changeId,
          caller,
        );
        const events = (await queueEventsOf(reader, [changeId])).get(changeId) ?? [];
        return {
          change_id,
          status,
          version,
          changes_requested_by,
          entries: entriesOf(events),
          versions: versionsOf(events),
        };
      }),

    comment: (changeId, given, caller, retry) =>
      store.write(
        (writer) =>
          once(writer, retry, clock.now(), async () => {
            const text = commentText(given);
            await changeFor(writer, changeId, caller);
            await requireRoom(writer, changeId);
            const [event] = await append(writer, [commentEvent(changeId, text, actOf(caller))]);
            if (!event) throw new Error('a comment was written without an audit trail');
            return entriesOf([event])[0] as Comment;
          }),
        caller.deadline,
      ),

    edit: async (changeId, commentId, text, caller) => change(changeId, commentId, commentText(text), caller),
    remove: (changeId, commentId, caller) => change(changeId, commentId, null, caller),

    requestChanges: async (changeId, { text: given, expectedVersion }, caller) => {
      const text = commentText(given);
      return store.write(async (writer) => {
        const asked = await changeFor(writer, changeId, caller);
        expectVersion(asked, expectedVersion);
        if (asked.status !== 'pending' && asked.status !== 'approved') {
          throw new RegistryError('bad_request', `Change ${changeId} is decided (status=${asked.status}).`);
        }
        await requireRoom(writer, changeId);
        const event = requestChangesEvent(asked, text, actOf(caller));
        const waiting = changeAfter(asked, event);
        await changeStore(writer).updateHead(waiting);
        await append(writer, [event]);
        return publicChange(waiting);
      }, caller.deadline);
    },
  };
}

/** @throws RegistryError `bad_request` */
function commentText(given: string): string {
  const text = storableText(given).trim();
  if (text === '') throw new RegistryError('bad_request', 'text must not be blank.');
  return text;
}

async function requireRoom(reader: Tx, changeId: number): Promise<void> {
  const events = (await queueEventsOf(reader, [changeId])).get(changeId) ?? [];
  if (events.filter(isComment).length < mostComments) return;
  throw new RegistryError(
    'bad_request',
    `Change ${changeId} has ${mostComments} comments, the most there may be.`,
  );
}

async function editableComment(
  reader: Tx,
  changeId: number,
  commentId: number,
  { now, actor }: QueueAct,
): Promise<Comment> {
  const events = (await queueEventsOf(reader, [changeId])).get(changeId) ?? [];
  const comment = entriesOf(events).find(({ event_id }) => event_id === commentId);
  if (
    !comment ||
    comment.text === null ||
    !events.some((each) => each.event_id === commentId && isComment(each))
  ) {
    throw new RegistryError('not_found', `Change ${changeId} has no comment ${commentId}.`);
  }
  if (comment.user_id !== actor.userId) {
    throw new RegistryError('bad_request', `Comment ${commentId} is somebody else's.`);
  }
  if (now - comment.timestamp > editableSeconds) {
    throw new RegistryError(
      'bad_request',
      `Comment ${commentId} was written more than ${editableSeconds / 60} minutes ago: it stays as it is.`,
    );
  }
  return comment;
}
