/** The source of a replica's copy, and the time at which the copy was known to equal it. */
export interface ReplicaState {
  /** The base URL of the primary, or the name of another source. */
  source: string;
  /** Unix seconds of the time at which the copy was last known to equal the source. */
  as_of: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    replica_state: ReplicaState & { id: number };
  }
}

/** The table of the replica with its key column. A copy of the whole database includes it. */
export const replicaKeys = [['replica_state', ['id']]] as const;
