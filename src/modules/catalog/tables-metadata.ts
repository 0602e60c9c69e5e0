import type { ChangeOperation } from '../../records/enums.ts';
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

/** An operation on a model, at `now` (Unix seconds). */
export interface ModelOperation {
  readonly operation: ChangeOperation;
  readonly model: string;
  readonly now: number;
}
