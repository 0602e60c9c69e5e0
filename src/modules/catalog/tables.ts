import type { ChangeOperation } from '../../records/enums.ts';

/**
 * A model. `v2` and `legacy` are the stored JSON texts of its record in both formats. `v2` is served byte for
 * byte; `legacy` may be served in another form (see `createShownRecords`).
 */
export interface ModelRow {
  category: string;
  name: string;
  /**
   * The model's number in the category's order. Positions have gaps: a deleted model's position stays free,
   * so that the model can be restored there, and new models are appended. When models are reordered, all get
   * new positions, above all earlier ones.
   */
  position: number;
  v2: string;
  legacy: string | null;
  /** SHA-256 (hex) of `v2` and of `legacy`. */
  v2_hash: string;
  legacy_hash: string | null;
  /** Unix times of the first and the latest write. */
  created_at: number;
  updated_at: number;
}

export type NewModel = Omit<ModelRow, 'position' | 'created_at' | 'updated_at'>;

export type ModelHashes = Pick<ModelRow, 'v2_hash' | 'legacy_hash'>;

declare module '../../store/tables.ts' {
  interface Tables {
    models: ModelRow;
    category_versions: { category: string; version: number };
    model_changes: { category: string; name: string; version: number };
    category_metadata: CategoryMetadataRow;
  }
}

/** The tables that are included in a copy of the database, each with its primary key columns. */
export const catalogKeys = [
  ['models', ['category', 'name']],
  ['category_versions', ['category']],
  ['category_metadata', ['category']],
] as const;

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

/** An operation on the model called `model`; `now` is its time in Unix seconds. */
export interface ModelOperation {
  readonly operation: ChangeOperation;
  readonly model: string;
  readonly now: number;
}
