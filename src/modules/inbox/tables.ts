import type { InboxKind, InboxReason } from './notice.ts';

declare module '../../store/tables.ts' {
  interface Tables {
    inbox_entries: InboxEntry;
  }
}

/** The tables that a copy of the whole database includes, each with its key columns. */
export const inboxKeys = [['inbox_entries', ['event_id', 'change_id', 'user_id']]] as const;

/**
 * Entry of an account's inbox: an event about one change, or about a request for a model. An event about
 * several changes of the account makes an entry for each change.
 */
export interface InboxEntry {
  event_id: number;
  /**
   * Id of the change that the entry is about. In an entry about a request, it is the id of the change that
   * has fulfilled the request, else 0.
   */
  change_id: number;
  /**
   * Id of the request for a model that the entry is about; the account of the inbox wants this model too.
   * Null when the entry is about no request.
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
