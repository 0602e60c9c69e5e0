import type { ChangeOperation } from '../../../registry/queue/pending-change.ts';

export interface CategoryMetadataRow {
  category: string;
  last_updated: number;
  last_operation_type: ChangeOperation | null;
  last_operation_model: string | null;
  total_creates: number;
  total_updates: number;
  total_deletes: number;
  initialization_time: number;
  last_successful_operation: number;
  error_count: number;
}

export interface MetadataReader {
  get(category: string): Promise<CategoryMetadataRow | null>;
  all(): Promise<CategoryMetadataRow[]>;
}

export interface MetadataWriter extends MetadataReader {
  /** Creates the row when it is missing; never changes an existing one. */
  initialise(category: string, now: number): Promise<void>;
  /** Counts one operation and moves `last_updated` (which never goes backwards). */
  record(category: string, operation: ChangeOperation, model: string, now: number): Promise<void>;
}
