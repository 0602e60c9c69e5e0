import type { AuditEvent, AuditOperation, QueueAction } from '../../../registry/audit/event.ts';
import type { FeedCursor } from '../../../registry/audit/feed-cursor.ts';
import type { CanonicalFormat } from '../../../registry/categories/category.ts';

export interface AuditFilter {
  domain?: CanonicalFormat;
  category?: string;
  model_name?: string;
  /** An empty list matches nothing. */
  change_ids?: readonly number[];
  /** Leave out the events about the queue itself. */
  of_models?: true;
  operation?: AuditOperation;
  batch_id?: number;
  action?: QueueAction;
  /** Only events of this second (Unix) and earlier. */
  until?: number;
  /** Only ids greater than this. */
  after?: number;
  /** Only ids up to and including this. */
  upto?: number;
}

export type PagedAuditFilter = Omit<AuditFilter, 'change_ids'>;

export interface PageBounds {
  readonly rows: number;
  /** Of the payloads, in UTF-8. */
  readonly bytes: number;
}

export interface AuditPage {
  readonly events: AuditEvent[];
  /** Whether the bounds cut it off: there may be more. */
  readonly cut: boolean;
}

export interface AuditReader {
  /** The latest event's id and hash; `{event_id: 0, hash: '0'.repeat(64)}` when there is none. */
  head(): Promise<{ event_id: number; hash: string }>;
  /**
   * Whether the chain has this event with this hash, or this beginning of one: then it has all events before it,
   * too. One indexed row.
   */
  has(place: FeedCursor): Promise<boolean>;
  /** How many events were not recorded since; Unix seconds of the first and the last of them. */
  unrecorded(): Promise<{ events: number; since: number | null; until: number | null }>;
  /** Ascending, or descending from the newest, at most `limit`. */
  events(filter: AuditFilter, limit: number, order?: 'ascending' | 'descending'): Promise<AuditEvent[]>;
  /** The same, bounded in bytes too. There is at least one event where any matches. */
  page(filter: PagedAuditFilter, most: PageBounds, order?: 'ascending' | 'descending'): Promise<AuditPage>;
  /** Ids of the changes that such events are about, each once, ascending. */
  changeIds(filter: Pick<AuditFilter, 'batch_id' | 'domain' | 'action'>): Promise<number[]>;
  /** UTF-8 length of what the queue's events of changes say, by change; those without any are absent. */
  queueEventBytes(changeIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Who has done something to these changes, each once. */
  actorsOf(changeIds: readonly number[]): Promise<{ change_id: number; user_id: string }[]>;
  /** Names of what should keep the trail append-only in the database, but is missing, changed or off. */
  missingGuards(): Promise<string[]>;
  /** Ids of the batches that have written models by the events behind `after` up to `upto`, in that order. */
  batchesBetween(after: number, upto: number): Promise<number[]>;
  /** Ids of the batches below `below` from which something was purged, descending, at most `limit`. */
  purgedBatches(domain: CanonicalFormat, below: number, limit: number): Promise<number[]>;
}

export interface AuditWriter extends AuditReader {
  /** Appends events whose ids and hashes the caller has computed from `head()`; moves the head. */
  insert(events: readonly AuditEvent[]): Promise<void>;
  /** Counts events that are not recorded. */
  countUnrecorded(events: number, now: number): Promise<void>;
  /** Begins to count anew. */
  forgetUnrecorded(): Promise<void>;
}
