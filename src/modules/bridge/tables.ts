/**
 * The bridge's row about one model in one repository. Records are JSON texts, in the form of the repository's
 * file.
 */
export interface BridgeRecord {
  repository: string;
  category: string;
  name: string;
  /** The record in which both sides last agreed; null when neither side had the model. */
  base: string | null;
  /**
   * The repository's record that the bridge has proposed in the registry, as JSON text. The text `null`: it
   * has proposed to remove the model. Null: it has proposed nothing.
   */
  proposed: string | null;
  change_id: number | null;
  /** Whether the proposed change was marked as a conflict: 1 or 0. */
  conflict: number;
  /**
   * 1 when reviewers have refused the proposed change, else 0. After a refusal, the repository and the
   * registry each keep their own record.
   */
  declined: number;
}

/** A request to sync a repository before its next sync is due. */
export interface BridgeRequest {
  id: string;
  repository: string;
  /** Who asks for the sync and why. */
  reason: string;
  requested_at: number;
  /** The time (Unix seconds) at which a sync took the request; null: no sync has taken it. */
  taken_at: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    bridge_repositories: { repository: string; state: string };
    bridge_records: BridgeRecord;
    bridge_requests: BridgeRequest;
  }
}

/** The bridge's tables that a copy of the whole database includes, each with the columns of its key. */
export const bridgeKeys = [
  ['bridge_repositories', ['repository']],
  ['bridge_records', ['repository', 'category', 'name']],
  ['bridge_requests', ['id', 'repository']],
] as const;
