/**
 * One model with both its views. `v2` and `legacy` are the stored JSON texts, byte for byte what reads are
 * made of.
 */
export interface ModelRow {
  category: string;
  name: string;
  /**
   * Order within the category, with gaps: existing models keep theirs, new ones are appended. The place of a
   * model that is gone is not given to another one, so that it can come back there.
   */
  position: number;
  v2: string;
  legacy: string | null;
  /** SHA-256 (hex) of the texts. */
  v2_hash: string;
  legacy_hash: string | null;
  /** Unix seconds of the first and the latest write. */
  created_at: number;
  updated_at: number;
}

/** A model to be stored. */
export type NewModel = Omit<ModelRow, 'position' | 'created_at' | 'updated_at'>;

export type ModelHashes = Pick<ModelRow, 'v2_hash' | 'legacy_hash'>;

export interface ModelReader {
  /** All models of a category in stored order. */
  list(category: string): Promise<ModelRow[]>;
  /** Those behind a position, in stored order, at most `limit`. */
  page(category: string, behind: number, limit: number): Promise<ModelRow[]>;
  /** The names of all models that were written or deleted since the category had this version. */
  changedSince(category: string, version: number): Promise<string[]>;
  get(category: string, name: string): Promise<ModelRow | null>;
  getMany(category: string, names: readonly string[]): Promise<ModelRow[]>;
  /** The hashes of those of the models that exist, by name. */
  hashes(category: string, names: readonly string[]): Promise<ReadonlyMap<string, ModelHashes>>;
  /** Number of models of a category, and how long the texts of both views are together. */
  size(category: string): Promise<{ models: number; characters: number }>;
  /** Number of models per category; categories without models are absent. */
  counts(): Promise<ReadonlyMap<string, number>>;
  /** Content versions, as `Store.versions` gives them. */
  versions(): Promise<ReadonlyMap<string, number>>;
}

export interface ModelWriter extends ModelReader {
  /**
   * Inserts at the end, or at this position, or replaces in place; bumps the category's version. Gives the
   * model's position.
   */
  put(model: NewModel, now: number, position?: number | null): Promise<number>;
  /** Inserts models that are new at their positions; the category's version grows by their number. */
  insertNew(
    category: string,
    models: readonly (NewModel & Pick<ModelRow, 'position'>)[],
    now: number,
  ): Promise<void>;
  /** The name of the last model before a position; null when there is none. */
  before(category: string, position: number): Promise<string | null>;
  /** Gives the position that it had; null when there was no such model. Bumps the category's version. */
  delete(category: string, name: string): Promise<number | null>;
  /** Puts these models, in this order, in the place of all that the category has; bumps its version. */
  replaceAll(category: string, models: readonly NewModel[], now: number): Promise<void>;
}
