import { z } from 'zod';
import type { Caller, RetryKey } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import {
  type ConversationEntry,
  changeVersion,
  conversationEntry,
  createEntries,
  createEntry,
  isComment,
  listVersions,
  readEventsOfChange,
} from './change-history.ts';
import { expectVersion, requireText, toPublicChange } from './change-rules.ts';
import { runIdempotently } from './idempotency.ts';
import {
  createAct,
  createCommentChangeEvent,
  createCommentEvent,
  createRequestChangesEvent,
  type QueueAct,
} from './make-events.ts';
import { changeStatus, type PendingChange } from './pending-change.ts';
import { toAuditEvent } from './queue-event.ts';
import { takeStep } from './review.ts';
import { readChangeFor } from './store.ts';

/** Seconds for which the author of a comment can edit or delete it. */
export const editableSeconds = 15 * 60;
/** Largest number of comments on one change, including deleted comments. */
export const maxComments = 200;

/** A change with its conversation. */
export const conversationResponse = z
  .object({
    change_id: z.int(),
    status: changeStatus,
    version: z.int(),
    changes_requested_by: z
      .string()
      .nullable()
      .meta({ description: 'User id of the approver who requested a new version.' }),
    entries: z.array(conversationEntry).meta({ description: 'Oldest first.' }),
    versions: z.array(changeVersion).meta({ description: 'Ascending.' }),
  })
  .meta({ id: 'ConversationResponse', description: 'Conversation and versions of a change.' });

export type Conversation = ReturnType<typeof createConversation>;

/**
 * Reads and writes the conversation about a change between its requestor and the approvers. It is stored in
 * the audit trail, never in a record. All methods throw `not_found` for a change that the caller may not see.
 */
export function createConversation({
  store,
  clock,
  settings,
  append = appendEvents,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append?: AppendEvents;
}) {
  const updateComment = (changeId: number, commentId: number, text: string | null, caller: Caller) =>
    store.write(async (writer) => {
      await readChangeFor(writer, changeId, caller);
      const act = createAct(settings, clock, caller);
      const comment = await readEditableComment(writer, changeId, commentId, act);
      await append(writer, [toAuditEvent(createCommentChangeEvent(changeId, commentId, text, act))]);
      return { ...comment, text, ...(text === null ? { deleted: true } : { edited_at: act.now }) };
    }, caller.deadline);

  return {
    read: (changeId: number, caller: Caller): Promise<z.infer<typeof conversationResponse>> =>
      store.read(async (reader) => {
        const change = await readChangeFor(reader, changeId, caller);
        const { change_id, status, version, changes_requested_by } = change;
        const events = await readEventsOfChange(reader, changeId);
        return {
          change_id,
          status,
          version,
          changes_requested_by,
          entries: createEntries(events),
          versions: listVersions(events),
        };
      }),

    /**
     * Adds a comment.
     * @throws RegistryError `bad_request` for a blank text, or when the change already has `maxComments`
     */
    comment: (
      changeId: number,
      rawText: string,
      caller: Caller,
      retry?: RetryKey,
    ): Promise<ConversationEntry> =>
      store.write(
        (writer) =>
          runIdempotently(writer, retry, clock.now(), async () => {
            const text = requireText('text', rawText);
            await readChangeFor(writer, changeId, caller);
            await checkCommentLimit(writer, changeId);
            const event = createCommentEvent(changeId, text, createAct(settings, clock, caller));
            const [appendedEvent] = await append(writer, [toAuditEvent(event)]);
            if (!appendedEvent) throw new Error('comments require the audit trail');
            return createEntry({ ...event, event_id: appendedEvent.event_id });
          }),
        caller.deadline,
      ),

    /**
     * Replaces a comment's text.
     * @throws RegistryError `not_found` when there is no such comment; `bad_request` when another account
     * wrote it, or when it is older than `editableSeconds`
     */
    edit: async (
      changeId: number,
      commentId: number,
      text: string,
      caller: Caller,
    ): Promise<ConversationEntry> => updateComment(changeId, commentId, requireText('text', text), caller),
    /** Removes a comment's text, under the same conditions as `edit`. */
    remove: (changeId: number, commentId: number, caller: Caller): Promise<ConversationEntry> =>
      updateComment(changeId, commentId, null, caller),

    /**
     * Requests another version of a pending or approved change from its requestor. An approved change loses
     * its approval.
     * @param expectedVersion the version that the caller reviewed; absent: any version is accepted
     * @throws RegistryError `conflict` when the change has another version; `bad_request` for a blank text,
     *   for an applied or rejected change, or when the change already has `maxComments`
     */
    requestChanges: async (
      changeId: number,
      {
        text: rawText,
        expectedVersion,
      }: { readonly text: string; readonly expectedVersion?: number | null | undefined },
      caller: Caller,
    ): Promise<PendingChange> => {
      const text = requireText('text', rawText);
      return store.write(async (writer) => {
        const change = await readChangeFor(writer, changeId, caller);
        expectVersion(change, expectedVersion);
        if (change.status !== 'pending' && change.status !== 'approved') {
          throw new RegistryError(
            'bad_request',
            `Change ${changeId} is already decided (status=${change.status}).`,
          );
        }
        await checkCommentLimit(writer, changeId);
        const event = createRequestChangesEvent(change, text, createAct(settings, clock, caller));
        return toPublicChange(await takeStep(writer, change, event, append));
      }, caller.deadline);
    },
  };
}

async function checkCommentLimit(reader: Tx, changeId: number): Promise<void> {
  const events = await readEventsOfChange(reader, changeId);
  if (events.filter(isComment).length < maxComments) return;
  throw new RegistryError(
    'bad_request',
    `Change ${changeId} already has ${maxComments} comments, the maximum.`,
  );
}

async function readEditableComment(
  reader: Tx,
  changeId: number,
  commentId: number,
  { now, actor }: QueueAct,
): Promise<ConversationEntry> {
  const events = await readEventsOfChange(reader, changeId);
  const comment = createEntries(events).find(({ event_id }) => event_id === commentId);
  const event = events.find((each) => each.event_id === commentId && isComment(each));
  if (!comment || comment.text === null || !event) {
    throw new RegistryError('not_found', `Change ${changeId} has no comment ${commentId}.`);
  }
  if (comment.user_id !== actor.userId) {
    throw new RegistryError(
      'bad_request',
      `Comment ${commentId} was written by another account: only its author may edit or delete it.`,
    );
  }
  if (event.action === 'comment' && event.proposed_for !== undefined) {
    throw new RegistryError(
      'bad_request',
      `Comment ${commentId} links the change to a model request: it cannot be edited or deleted.`,
    );
  }
  if (now - comment.timestamp > editableSeconds) {
    throw new RegistryError(
      'bad_request',
      `Comment ${commentId} was written more than ${editableSeconds / 60} minutes ago: it can no longer be edited or deleted.`,
    );
  }
  return comment;
}
