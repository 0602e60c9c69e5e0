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
