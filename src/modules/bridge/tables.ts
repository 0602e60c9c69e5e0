/** The bridge's row of one model in one repository. Records are JSON texts, as the repository's file says them. */
export interface BridgeRecord {
  repository: string;
  category: string;
  name: string;
  /** The record in which both sides last agreed; null: both had none. */
  base: string | null;
  /**
   * The repository's record from which a change was proposed in the registry; the text `null` for a removal; null
   * when no change was proposed.
   */
  proposed: string | null;
  change_id: number | null;
  /** Whether the proposed change was marked as a conflict: 1 or 0. */
  conflict: number;
  /**
   * Whether reviewers have refused the proposed change (1 or 0): the repository and the registry then each keep
   * their own record.
   */
  declined: number;
}

/** A request to sync a repository before its time. */
export interface BridgeRequest {
  /** Id of the request, such as that of GitHub's delivery: a delivery that is sent again is no new request. */
  id: string;
  repository: string;
  /** The asker and why: `GitHub: push`. */
  reason: string;
  requested_at: number;
  /** The start of the sync that answers it; null: none has begun. */
  taken_at: number | null;
}

declare module '../../store/tables.ts' {
  interface Tables {
    bridge_repositories: { repository: string; state: string };
    bridge_records: BridgeRecord;
    bridge_requests: BridgeRequest;
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const bridgeKeys = [
  ['bridge_repositories', ['repository']],
  ['bridge_records', ['repository', 'category', 'name']],
  ['bridge_requests', ['id', 'repository']],
] as const;
