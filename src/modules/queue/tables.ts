import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import type { OpenBatch } from './change-rules.ts';
import type { BatchSplit } from './make-events.ts';
import type { ChangeStatus, ColumnOf, FilterColumn, ResourceKind, StoredChange } from './pending-change.ts';

/**
 * Filters for changes. A change has to match every filter, with any of the values of a list. Absent filters
 * and empty lists match every change.
 */
export interface ChangeFilter extends Partial<Record<FilterColumn, readonly string[] | undefined>> {
  statuses?: readonly ChangeStatus[];
  categories?: readonly string[];
  operations?: readonly ChangeOperation[];
  batch_id?: number;
  /** Matches models whose name contains this text. Both are normalized by `foldName`. */
  model_name?: string;
  model_name_exact?: string;
  /**
   * The requestor's user id, or part of their username. Ignores the case of ASCII letters, and of other
   * letters if the database does.
   */
  requestor?: string;
  domain?: CanonicalFormat;
  resource_kinds?: readonly ResourceKind[];
}

/** The current numbers of changes in a batch, by status. */
export interface BatchCounts {
  batch_id: number;
  approved: number;
  applied: number;
  rejected: number;
  /** Unix seconds of the latest apply; null before the first. */
  applied_at: number | null;
}

export interface Page {
  offset: number;
  limit: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    pending_changes: ChangeHeadRow & BodyFactsRow;
    pending_change_bodies: ChangeBodyRow;
    open_batch: OpenBatch & { id: number };
    apply_jobs: ApplyJobRow;
    first_answers: FirstAnswer;
  }
}

/** The tables to copy with a database, each with its primary key columns. */
export const queueKeys = [
  ['pending_changes', ['change_id']],
  ['pending_change_bodies', ['change_id']],
  ['apply_jobs', ['job_id']],
  ['first_answers', ['owner', 'key']],
] as const;

/** The stored columns of a change: JSON as text. */
type Stored<Columns extends keyof StoredChange> = {
  [Name in Columns]: Name extends ColumnOf<'json'> ? string | null : StoredChange[Name];
};

export type ChangeHeadRow = Stored<ColumnOf<'head'>> & {
  /**
   * `model_name`, folded by `foldName`. Used to search for part of a model name, so that PostgreSQL and
   * SQLite find the same changes even for letters outside ASCII.
   */
  model_name_folded: string;
};

/** Facts about the body of a change, stored beside its head so that the body need not be read. */
export interface BodyFactsRow {
  /** UTF-8 length of the proposal's current version. */
  body_bytes: number;
  /** Total UTF-8 length of all earlier versions of the proposal. */
  earlier_bytes: number;
  /** SHA-256 (hex) of the payload's canonical JSON. */
  payload_hash: string;
}

export type ChangeBodyRow = Stored<ColumnOf<'body'>> & { change_id: number };

export type ApplyJobRow = Omit<ApplyJob, 'calls'> & { calls: string };

/** The stored response to a write, returned when the client retries the write with the same key. */
interface FirstAnswer {
  /** The account that sent the write. */
  owner: string;
  key: string;
  /** SHA-256 (hex) of the request; another request under the same key is refused. */
  fingerprint: string;
  /** The response as a JSON text. */
  answer: string;
  /** Unix seconds. */
  created_at: number;
}

/**
 * The effects of one apply call, from which a repeated call is answered. Several calls may have the same job
 * id, but each change belongs to at most one call.
 */
export type ApplyCall = {
  /** Ids of the applied changes, in apply order. */
  applied_change_ids: number[];
  /** The batch split that the call caused; null when it caused none. */
  split: BatchSplit | null;
};

export interface ApplyJob {
  job_id: string;
  /** The calls, oldest first; each change is in at most one of them. */
  calls: ApplyCall[];
  created_at: number;
}
