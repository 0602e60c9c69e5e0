import type { CanonicalFormat } from '../../records/categories/category.ts';

/** The source of a replica's copy, and how far the copy has followed it. */
export interface ReplicaState {
  /** The base URL of the primary, or the name of another source. */
  source: string;
  /** How the copy is kept up to date: by the source's feed, by polling the source, or by reading files. */
  kind: 'feed' | 'polled' | 'files';
  /** Place in the feed up to which the copy has all events; null when the copy does not come from a feed. */
  cursor: string | null;
  /** Unix seconds of the time at which the copy was last known to equal the source. */
  as_of: number;
}

/**
 * The ETags that the source sent with the two views of a category; a view that came without an ETag is
 * absent.
 */
export type ViewEtags = Partial<Record<CanonicalFormat, string>>;

declare module '../../store/tables.ts' {
  interface Tables {
    replica_state: ReplicaState & { id: number };
    replica_etags: { category: string; format: CanonicalFormat; etag: string };
  }
}

/** The tables of the replica that are included when a whole database is copied, with their key columns. */
export const replicaKeys = [
  ['replica_state', ['id']],
  ['replica_etags', ['category', 'format']],
] as const;
