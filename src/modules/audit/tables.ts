import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { AuditEvent, AuditOperation, QueueAction } from './event.ts';

export interface AuditFilter {
  domain?: CanonicalFormat;
  category?: string;
  model_name?: string;
  /** Only events about these changes. An empty list matches nothing. */
  change_ids?: readonly number[];
  /** Excludes the events about the queue. */
  of_models?: true;
  operation?: AuditOperation;
  batch_id?: number;
  action?: QueueAction;
  /** Only events with ids above this one. */
  after?: number;
  /** Only events with ids up to and including this one. */
  upto?: number;
}

export type PagedAuditFilter = Omit<AuditFilter, 'change_ids'>;

export interface PageBounds {
  readonly rows: number;
  /** Maximum total size of the payloads, in bytes of UTF-8. */
  readonly bytes: number;
}

export interface AuditPage {
  readonly events: AuditEvent[];
  /** Whether the page ended at one of its bounds, so that more events may match. */
  readonly hasMore: boolean;
}

declare module '../../store/tables.ts' {
  interface Tables {
    audit_events: AuditEventRow;
    audit_head: AuditHeadRow;
  }
}

/** The audit tables that a copy of the whole database includes, each with the columns of its key. */
export const auditKeys = [['audit_events', ['event_id']]] as const;

/** The row of an audit event: `payload` is a JSON text. */
export interface AuditEventRow extends Omit<AuditEvent, 'payload'> {
  payload: string | null;
}

/**
 * The row that holds the end of the audit chain; its table has no other row. The lock of this row serializes
 * writers on PostgreSQL.
 */
interface AuditHeadRow {
  id: number;
  event_id: number;
  hash: string;
  /** The number of events that were not recorded while the trail was off. */
  unrecorded: number;
  /** The time of the first of these events, in Unix seconds; null when there is none. */
  unrecorded_since: number | null;
  /** The time of the last of these events, in Unix seconds; null when there is none. */
  unrecorded_until: number | null;
  /**
   * Id of the PostgreSQL database that took the last write. When the next write goes to a database with
   * another id, that database may lack the newest writes: see `store/lineage.ts`. Null: no write has stored
   * an id.
   */
  lineage: string | null;
}
