/** The signed head of the tree over the first events, and what it takes to go on from there. */
export interface StoredCheckpoint {
  /** Number of events. */
  size: number;
  /** The roots of the full subtrees: see `CompactRange`. */
  subtree_roots: readonly Buffer[];
  /** The signed note. */
  note: string;
  /** Unix seconds. */
  created_at: number;
}

export interface CheckpointReader {
  /** The one with the most events; null when there is none. */
  latest(): Promise<StoredCheckpoint | null>;
  /** Those with more events than `after`, ascending, at most `limit`. */
  list(after: number, limit: number): Promise<StoredCheckpoint[]>;
}

export interface CheckpointWriter extends CheckpointReader {
  /** Does nothing where there is one with as many events. */
  insert(checkpoint: StoredCheckpoint): Promise<void>;
}
