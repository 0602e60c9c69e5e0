import { z } from 'zod';
import { readInPages } from '../../kernel/concurrency/pages.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { diffRecords, fieldDiff } from '../../records/diff.ts';
import { jsonObject } from '../../records/json-object.ts';
import type { Tx } from '../../store/tx.ts';
import { type AuditEvent, auditStore, changeActions, queueCategory } from '../audit/index.ts';
import { rebuildChange } from './change-steps.ts';
import type { ChangeHead } from './pending-change.ts';
import { parseReadableEvents, type QueueEvent, type StoredQueueEvent } from './queue-event.ts';

/**
 * Returns the ids of the changes that were purged from a batch, ascending. They are no longer in the queue;
 * the audit trail has their events.
 */
export function readPurgedChangeIds(
  reader: Tx,
  batchId: number,
  domain?: CanonicalFormat,
): Promise<number[]> {
  return auditStore(reader).changeIds({ batch_id: batchId, ...(domain && { domain }), action: 'purge' });
}

/**
 * Rebuilds purged changes from their audit events, as of the purge. Reads the events in pages to limit
 * memory.
 */
export async function readPurgedChanges(reader: Tx, changeIds: readonly number[]): Promise<ChangeHead[]> {
  const pages = readInPages(changeIds, auditStore(reader).queueEventBytes, async (ids) => {
    const events = await readQueueEvents(reader, ids);
    return ids.flatMap((id) => rebuildChange(parseReadableEvents(events.get(id) ?? [])) ?? []);
  });
  const changes: ChangeHead[] = [];
  for await (const page of pages) changes.push(...page);
  return changes;
}

/** Returns, by change id, the queue's events about each change, in event order. */
export async function readQueueEvents(
  reader: Tx,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, AuditEvent[]>> {
  if (changeIds.length === 0) return new Map();
  const filter = { change_ids: changeIds, category: queueCategory };
  const events = await auditStore(reader).events(filter, Number.MAX_SAFE_INTEGER);
  return Map.groupBy(events, ({ change_id }) => change_id ?? 0);
}

/** Lists the queue's events about a change, in order, without those that this release cannot parse. */
export async function readEventsOfChange(reader: Tx, changeId: number): Promise<StoredQueueEvent[]> {
  return parseReadableEvents((await readQueueEvents(reader, [changeId])).get(changeId) ?? []);
}

/** An entry of the conversation about a change: a comment or another event. */
export const conversationEntry = z
  .object({
    event_id: z.int().meta({ description: 'Id of the audit event; for a comment, the comment id.' }),
    timestamp: z.int().meta({ description: 'Unix seconds, UTC.' }),
    action: z.enum(changeActions),
    user_id: z.string(),
    username: z.string().nullable().meta({ description: '`name#id`.' }),
    /** Null also for an event without text. */
    text: z.string().nullable().meta({
      description: 'Text of the comment or reason of the rejection. Plain text. Null if deleted.',
    }),
    edited_at: z.int().nullable().meta({ description: 'Unix seconds; null if never edited.' }),
    deleted: z.boolean(),
    /** 1 for the first proposal; null for an event without a version. */
    version: z.int().nullable().meta({ description: 'Version number, for proposals and new versions.' }),
    /** Null when the event names no batch. */
    batch_id: z.int().nullable(),
  })
  .meta({ id: 'ConversationEntry', description: 'An entry of the conversation of a change.' });
export type ConversationEntry = z.infer<typeof conversationEntry>;

/** Returns whether an event has a text that its author may edit. */
export function isComment({ action }: StoredQueueEvent): boolean {
  return action === 'comment' || action === 'request_changes';
}

/**
 * Creates the conversation entries of one change from its events, in order. The edit or deletion of a comment
 * updates the comment's entry instead of adding one.
 */
export function createEntries(events: readonly StoredQueueEvent[]): ConversationEntry[] {
  const entries = new Map<number, ConversationEntry>();
  for (const event of events) {
    const { action, event_id } = event;
    if (action === 'comment_edit' || action === 'comment_delete') {
      const comment = entries.get(event.comment_id);
      if (!comment) continue;
      if (action === 'comment_delete') Object.assign(comment, { text: null, deleted: true });
      else Object.assign(comment, { text: event.text, edited_at: event.timestamp });
      continue;
    }
    entries.set(event_id, createEntry(event));
  }
  return [...entries.values()];
}

/** Creates the entry of an event other than the edit or deletion of a comment. */
export function createEntry(event: StoredQueueEvent): ConversationEntry {
  const { action, event_id } = event;
  return {
    event_id,
    timestamp: event.timestamp,
    action,
    user_id: event.user_id,
    username: event.username ?? null,
    text: readEventText(event),
    edited_at: null,
    deleted: false,
    version: action === 'enqueue' ? 1 : 'version' in event ? event.version : null,
    batch_id: 'batch_id' in event ? event.batch_id : null,
  };
}

/** Returns the text of a comment, or the reason of a decision; null for an event with neither. */
export function readEventText(event: QueueEvent): string | null {
  if ('text' in event) return event.text;
  return 'reason' in event ? event.reason : null;
}

/** A version of the record that the requestor has proposed in one change. */
export const changeVersion = z
  .object({
    version: z.int(),
    event_id: z.int(),
    proposed_at: z.int().meta({ description: 'Unix seconds, UTC.' }),
    payload: jsonObject.nullable().meta({ description: 'The record as submitted.' }),
    field_diffs: z
      .array(fieldDiff)
      .meta({ description: 'Differences from the previous version; empty for the first.' }),
  })
  .meta({ id: 'ChangeVersion', description: 'A version of a change.' });
type ChangeVersion = z.infer<typeof changeVersion>;

/** Returns the proposed versions of a change from its events, oldest first. */
export function listVersions(events: readonly StoredQueueEvent[]): ChangeVersion[] {
  const versions: ChangeVersion[] = [];
  for (const event of events) {
    if (event.action !== 'enqueue' && event.action !== 'revise') continue;
    const { payload } = event;
    const previousVersion = versions.at(-1);
    versions.push({
      version: versions.length + 1,
      event_id: event.event_id,
      proposed_at: event.timestamp,
      payload,
      field_diffs: previousVersion ? diffRecords(previousVersion.payload, payload) : [],
    });
  }
  return versions;
}
