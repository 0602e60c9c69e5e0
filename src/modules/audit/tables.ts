import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { AuditEvent, AuditOperation, QueueAction } from './event.ts';

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
  /** Only events whose payload, as JSON text, contains this: `"was_beta":true`. The payloads are searched. */
  saying?: string;
  /** Only events of this second (Unix). */
  at?: number;
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
  /** UTF-8 length of the payloads together. */
  readonly bytes: number;
}

export interface AuditPage {
  readonly events: AuditEvent[];
  /** Whether the page ended at its bounds, so that there may be more events. */
  readonly cut: boolean;
}

declare module '../../store/tables.ts' {
  interface Tables {
    audit_events: AuditEventRow;
    audit_head: AuditHeadRow;
    audit_checkpoints: AuditCheckpointRow;
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const auditKeys = [
  ['audit_events', ['event_id']],
  ['audit_checkpoints', ['size']],
] as const;

/** The row of an audit event: `payload` is a JSON text. */
export interface AuditEventRow extends Omit<AuditEvent, 'payload'> {
  payload: string | null;
}

/** Row at the end of the audit chain, the only one of its table. Writers on PostgreSQL queue up on its lock. */
interface AuditHeadRow {
  id: number;
  event_id: number;
  hash: string;
  /**
   * The number of events that were not recorded while the trail was off, and Unix seconds of the first and the last
   * of them.
   */
  unrecorded: number;
  unrecorded_since: number | null;
  unrecorded_until: number | null;
  /** The database of PostgreSQL that was written to last: see `store/lineage.ts`. */
  lineage: string | null;
}

/** The row of a checkpoint: `subtree_roots` is the base64 of all roots, one behind the other. */
export interface AuditCheckpointRow {
  size: number;
  subtree_roots: string;
  note: string;
  created_at: number;
}
