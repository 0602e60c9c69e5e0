/** The bridge's row of one model in one repository. Records are JSON texts, as the repository's file says them. */
export interface BridgeRecord {
  repository: string;
  category: string;
  name: string;
  /** The record in which both sides last agreed; null: both had none. */
  base: string | null;
  /** The repository's record when a change was proposed here; `null` (the text) for a removal. Null: none was proposed. */
  proposed: string | null;
  change_id: number | null;
  /** Whether that change was marked as a conflict. */
  conflict: number;
  /** Whether reviewers have refused it: the repository keeps what it has, and the registry too. */
  declined: number;
}

/** A request to sync a repository before its time. */
export interface BridgeRequest {
  /** A delivery's own id: a redelivered one is no new request. */
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
