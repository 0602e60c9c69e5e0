import type { EntryId } from '../../../registry/inbox/entry-id.ts';
import type { InboxKind, InboxReason } from '../../../registry/inbox/notice.ts';

/** That an account is told of an event about a change. One event may be about several changes of an account. */
export interface InboxEntry {
  event_id: number;
  change_id: number;
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
  /** Unix seconds; null: not yet. */
  read_at: number | null;
}

export interface InboxFilter {
  user_id: string;
  because?: InboxReason | undefined;
  kinds?: readonly InboxKind[] | undefined;
  unread?: boolean | undefined;
}

export interface InboxReader {
  /** The newest first, behind `before`, at most `limit`. */
  list(filter: InboxFilter, limit: number, before?: EntryId): Promise<InboxEntry[]>;
  /** How many are unread, by account, kind and reason; where there are none: absent. */
  unread(
    userIds: readonly string[],
  ): Promise<{ user_id: string; kind: InboxKind; because: InboxReason; entries: number }[]>;
  /** Accounts with more entries than `most`. */
  crowded(most: number): Promise<{ user_id: string; entries: number }[]>;
}

export interface InboxWriter extends InboxReader {
  add(entries: readonly InboxEntry[]): Promise<void>;
  /** Gives how many were unread. */
  markRead(
    userId: string,
    which: { readonly ids: readonly EntryId[] } | { readonly upTo: number },
    now: number,
  ): Promise<number>;
  /** Another beginning of what was said by an event. */
  reword(eventId: number, excerpt: string): Promise<void>;
  /** What was said by an event is told to nobody any more. */
  forget(eventId: number): Promise<void>;
  /** Removes so many entries of an account: read ones first, the oldest first. */
  trim(userId: string, surplus: number): Promise<void>;
}
