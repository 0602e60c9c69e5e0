import type { CanonicalFormat } from '../../records/categories/category.ts';

/** The source of a replica's copy, and how far the copy has followed it. */
export interface ReplicaState {
  /** The base URL of the primary, or the name of another source. */
  source: string;
  /** Whether the source is followed by its feed, polled, or read from files once. */
  kind: 'feed' | 'polled' | 'files';
  /** The place in the feed up to which everything is in the copy; null when it does not come from a feed. */
  cursor: string | null;
  /** Unix seconds of the time at which the copy equalled the source. */
  as_of: number;
}

/** The source's ETags of the two views of a category; absent where it sent none. */
export type ViewEtags = Partial<Record<CanonicalFormat, string>>;

declare module '../../store/tables.ts' {
  interface Tables {
    replica_state: ReplicaState & { id: number };
    replica_etags: { category: string; format: CanonicalFormat; etag: string };
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const replicaKeys = [
  ['replica_state', ['id']],
  ['replica_etags', ['category', 'format']],
] as const;
