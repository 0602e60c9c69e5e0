import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { AuditEvent, AuditOperation, QueueAction } from './event.ts';

export interface AuditFilter {
  domain?: CanonicalFormat;
  category?: string;
  model_name?: string;
  /** Only events about these changes. An empty list matches nothing. */
  change_ids?: readonly number[];
  /** Leaves out the events about the queue itself. */
  of_models?: true;
  operation?: AuditOperation;
  batch_id?: number;
  action?: QueueAction;
  /**
   * Only events whose payload, as JSON text, contains this text. The query reads the payload of each event
   * that the other conditions leave.
   */
  saying?: string;
  /** Only events of this second (Unix). */
  at?: number;
  /** Only events of this second (Unix) and earlier. */
  until?: number;
  /** Only events with ids above this one. */
  after?: number;
  /** Only events with ids up to this one, included. */
  upto?: number;
}

export type PagedAuditFilter = Omit<AuditFilter, 'change_ids'>;

export interface PageBounds {
  readonly rows: number;
  /** Largest length of all payloads together, in bytes of UTF-8. */
  readonly bytes: number;
}

export interface AuditPage {
  readonly events: AuditEvent[];
  /** Whether the page ended at one of its bounds. Then there may be more events. */
  readonly cut: boolean;
}

declare module '../../store/tables.ts' {
  interface Tables {
    audit_events: AuditEventRow;
    audit_head: AuditHeadRow;
    audit_checkpoints: AuditCheckpointRow;
  }
}

/** The tables that a copy of the whole database includes, with their keys. */
export const auditKeys = [
  ['audit_events', ['event_id']],
  ['audit_checkpoints', ['size']],
] as const;

/** The row of an audit event: `payload` is a JSON text. */
export interface AuditEventRow extends Omit<AuditEvent, 'payload'> {
  payload: string | null;
}

/**
 * The row that holds the end of the audit chain; its table has no other row. Writers on PostgreSQL wait for
 * each other at the lock of this row.
 */
interface AuditHeadRow {
  id: number;
  event_id: number;
  hash: string;
  /**
   * The number of events that were not recorded while the trail was off. The next two fields: Unix seconds of
   * the first and the last of these events.
   */
  unrecorded: number;
  unrecorded_since: number | null;
  unrecorded_until: number | null;
  /** The PostgreSQL database in which the last write happened: see `store/lineage.ts`. */
  lineage: string | null;
}

/** The row of a checkpoint: `subtree_roots` is the base64 of all roots, one after the other. */
export interface AuditCheckpointRow {
  size: number;
  subtree_roots: string;
  note: string;
  created_at: number;
}
