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
