import { z } from 'zod';
import { inboxKinds, inboxReasons } from './notice.ts';

declare module '../../store/tables.ts' {
  interface Tables {
    inbox_entries: InboxEntry;
  }
}

/** The tables of inboxes, each with its key columns. A copy of the whole database includes these tables. */
export const inboxKeys = [['inbox_entries', ['event_id', 'change_id', 'user_id']]] as const;

/**
 * An entry of an account's inbox. It reports one event about a change that the account proposed or reviews, or
 * about a model request. If an event is about several changes, the account gets one entry for each of them.
 */
export const inboxEntry = z.object({
  event_id: z.int().meta({ description: 'Id of the audit event.' }),
  /** For a fulfilled request, the id of the change that fulfilled it. */
  change_id: z
    .int()
    .meta({ description: 'Id of the change; 0 for an entry about a model request without a change.' }),
  request_id: z.int().nullable().meta({ description: 'Id of the model request.' }),
  kind: z.enum(inboxKinds).meta({
    description:
      '`conflict`: another change of the model was applied, so this change is based on an outdated record.',
  }),
  because: z.enum(inboxReasons).meta({
    description: 'Why the caller gets the entry: as author or as reviewer of the change.',
  }),
  at: z.int().meta({ description: 'Unix seconds, UTC.' }),
  actor_id: z.string(),
  actor_username: z.string().nullable().meta({ description: '`name#id`.' }),
  category: z.string(),
  model_name: z.string(),
  operation: z.string().nullable().meta({ description: 'Null if no longer known.' }),
  excerpt: z
    .string()
    .nullable()
    .meta({ description: 'The beginning of the comment or of the reason of a rejection. Plain text.' }),
  read_at: z.int().nullable().meta({ description: 'Unix seconds; null if unread.' }),
});
/** An inbox entry as stored. `user_id` is the account that owns the inbox. */
export type InboxEntry = z.infer<typeof inboxEntry> & { user_id: string };

/**
 * Key of an entry within one inbox: the id of the event, and the id of the change. The latter is 0 for an entry
 * without a change.
 */
export type EntryId = Readonly<Pick<InboxEntry, 'event_id' | 'change_id'>>;
