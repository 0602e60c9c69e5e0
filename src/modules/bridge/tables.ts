/**
 * The bridge's row for one model in one repository. Records are JSON texts, in the form of the repository's
 * file.
 */
export interface BridgeRecord {
  repository: string;
  category: string;
  name: string;
  /** The record on which both sides last agreed; null if neither side had the model. */
  base: string | null;
  /**
   * The repository's record that the bridge has proposed in the registry, as JSON text. The text `null` means
   * that the bridge proposed to remove the model. A null value means that there is no proposal.
   */
  proposed: string | null;
  change_id: number | null;
  /** 1 if the proposed change was marked as a conflict, else 0. */
  conflict: number;
  /**
   * 1 if reviewers rejected the proposed change, else 0. After a rejection, the repository and the registry
   * each keep their own record.
   */
  declined: number;
}

/** A request to sync a repository before its next sync is due. */
export interface BridgeRequest {
  id: string;
  repository: string;
  /** Who requested the sync and why. */
  reason: string;
  requested_at: number;
  /** Time (Unix seconds) at which a sync took the request; null if no sync has. */
  taken_at: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    bridge_repositories: { repository: string; state: string };
    bridge_records: BridgeRecord;
    bridge_requests: BridgeRequest;
  }
}

/** The bridge's tables that are included in a copy of the database, each with its key columns. */
export const bridgeKeys = [
  ['bridge_repositories', ['repository']],
  ['bridge_records', ['repository', 'category', 'name']],
  ['bridge_requests', ['id', 'repository']],
] as const;
