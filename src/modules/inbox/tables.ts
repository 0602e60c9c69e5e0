import type { InboxKind, InboxReason } from './notice.ts';

declare module '../../store/tables.ts' {
  interface Tables {
    inbox_entries: InboxEntry;
  }
}

/** The tables of inboxes, each with its key columns. A copy of the whole database includes these tables. */
export const inboxKeys = [['inbox_entries', ['event_id', 'change_id', 'user_id']]] as const;

/**
 * Entry of an account's inbox. It tells of an event about one change, or about one request for a model. When
 * an event is about several changes of the account, each change gets an entry of its own.
 */
export interface InboxEntry {
  event_id: number;
  /**
   * Id of the change that the entry is about. An entry about a request has the id of the change that
   * fulfilled the request; it has 0 when there is no such change.
   */
  change_id: number;
  /**
   * Id of the request for a model that the entry is about. The account of the inbox has asked for this model
   * too. Null when the entry is about no request.
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

/**
 * Key of an entry within an account's inbox: the ids of the event and of the change that the entry is about.
 */
export type EntryId = Readonly<Pick<InboxEntry, 'event_id' | 'change_id'>>;
