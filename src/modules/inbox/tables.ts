import type { InboxKind, InboxReason } from './notice.ts';

declare module '../../store/tables.ts' {
  interface Tables {
    inbox_entries: InboxEntry;
  }
}

/** The tables of inboxes, each with its key columns. A copy of the whole database includes these tables. */
export const inboxKeys = [['inbox_entries', ['event_id', 'change_id', 'user_id']]] as const;

/**
 * Entry of an account's inbox. It tells the account of one event about a change that the account proposed or
 * reviews, or about a request for a model. An event that concerns several changes of the account has an
 * entry for each.
 */
export interface InboxEntry {
  event_id: number;
  /**
   * Id of the change that the entry is about. An entry about a fulfilled request has the id of the change
   * that fulfilled it. 0 when there is no such change.
   */
  change_id: number;
  /**
   * Id of the request for a model that the entry is about; null for other entries. The account of the inbox
   * is among those that asked for the model.
   */
  request_id: number | null;
  user_id: string;
  kind: InboxKind;
  because: InboxReason;
  /** Unix seconds of the event. */
  at: number;
  actor_id: string;
  actor_username: string | null;
  category: string;
  model_name: string;
  operation: string | null;
  excerpt: string | null;
  /** Unix seconds at which the account read the entry; null while it is unread. */
  read_at: number | null;
}

/** Key of an entry within one inbox: the id of the event, and of the change or 0. */
export type EntryId = Readonly<Pick<InboxEntry, 'event_id' | 'change_id'>>;
