import type { ChangeOperation } from '../../records/enums.ts';

/**
 * A model with both its views. `v2` and `legacy` are the stored JSON texts, byte for byte what readers get.
 */
export interface ModelRow {
  category: string;
  name: string;
  /**
   * The place in the category's order, with gaps: models keep their position, new models are appended. A deleted
   * model's position is not given to another model, so that the deleted one can come back to it.
   */
  position: number;
  v2: string;
  legacy: string | null;
  /** SHA-256 (hex) of `v2`, and of `legacy`. */
  v2_hash: string;
  legacy_hash: string | null;
  /** Unix seconds of the first and the latest write. */
  created_at: number;
  updated_at: number;
}

/** A model to be stored. */
export type NewModel = Omit<ModelRow, 'position' | 'created_at' | 'updated_at'>;

export type ModelHashes = Pick<ModelRow, 'v2_hash' | 'legacy_hash'>;

declare module '../../store/tables.ts' {
  interface Tables {
    models: ModelRow;
    category_versions: CategoryVersionRow;
    model_changes: { category: string; name: string; version: number };
    category_metadata: CategoryMetadataRow;
  }
}

/** Tables that are copied when a whole database is copied, with their keys. */
export const catalogKeys = [
  ['models', ['category', 'name']],
  ['category_versions', ['category']],
  ['category_metadata', ['category']],
] as const;

interface CategoryVersionRow {
  category: string;
  version: number;
}

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
