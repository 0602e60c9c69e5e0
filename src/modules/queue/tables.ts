import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChangeOperation } from '../../records/enums.ts';
import type { ChangeHead, ChangeStatus } from './pending-change.ts';

/** Filters are AND-ed; the values within one are OR-ed. An absent filter and an empty list match all. */
export interface ChangeFilter {
  statuses?: readonly ChangeStatus[];
  categories?: readonly string[];
  operations?: readonly ChangeOperation[];
  batch_id?: number;
  /** Part of the model name, folded as `foldName` does. */
  model_name?: string;
  /** Exact model name. */
  model_name_exact?: string;
  requested_by?: readonly string[];
  /** A user id, or part of a username. Case aside for ASCII letters; for others only where the database does. */
  requestor?: string;
  domain?: CanonicalFormat;
}

/** What one batch holds at present, by status. */
export interface BatchCounts {
  batch_id: number;
  approved: number;
  applied: number;
  rejected: number;
  /** Of the latest apply. */
  applied_at: number | null;
}

export interface Page {
  offset: number;
  limit: number;
}

/** Of what a change proposes. */
export interface BodyFacts {
  /** UTF-8 length. */
  readonly bytes: number;
  /** Tells payloads apart: the same for the same JSON in whatever order of keys. */
  readonly payloadHash: string;
}

export interface Waiting {
  readonly changes: number;
  readonly bytes: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    pending_changes: ChangeHeadRow & BodyFactsRow;
    pending_change_bodies: ChangeBodyRow;
    apply_jobs: ApplyJobRow;
    first_answers: FirstAnswer;
  }
}

/** The tables that copies of a whole database take over, with their keys. */
export const queueKeys = [
  ['pending_changes', ['change_id']],
  ['pending_change_bodies', ['change_id']],
  ['apply_jobs', ['job_id']],
  ['first_answers', ['owner', 'key']],
] as const;

/** What lists filter and sort by: narrow rows, so that a filter no index helps with still reads little. */
export interface ChangeHeadRow extends Omit<ChangeHead, 'approvals'> {
  /** A JSON text. */
  approvals: string | null;
  /** What `foldName` makes of `model_name`: both databases then find the same substrings, beyond ASCII too. */
  model_name_folded: string;
}

/** What is asked of the body of a change without reading it. */
export interface BodyFactsRow {
  /** UTF-8 length of what was proposed. */
  body_bytes: number;
  /** SHA-256 (hex) of the payload's canonical JSON. */
  payload_hash: string;
}

/** The large part of a change, read for the rows of one page only. All but `notes` are JSON texts. */
export interface ChangeBodyRow {
  change_id: number;
  payload: string | null;
  notes: string | null;
  request_metadata: string | null;
  related_models: string | null;
  before_state: string | null;
  after_state: string | null;
}

/** `calls` is a JSON text. */
export interface ApplyJobRow {
  job_id: string;
  calls: string;
  created_at: number;
}

/** What a write was answered, for whoever sends it again under the same key. */
export interface FirstAnswer {
  /** The account that sent it. */
  owner: string;
  /** As the client chose it. */
  key: string;
  /** SHA-256 (hex) of the request: the same key belongs to the same request. */
  fingerprint: string;
  /** A JSON text. */
  answer: string;
  /** Unix seconds. */
  created_at: number;
}

/**
 * What one apply call did under a job id, so that the call sent again is answered the same. A job id may serve
 * several calls, each with changes of its own.
 */
type ApplyCall = {
  /** In the order applied. */
  applied_change_ids: number[];
  /** The batch split that the call caused, if any. */
  split: { original_batch_id: number; new_batch_id: number; reassigned_change_ids: number[] } | null;
};

export interface ApplyJob {
  job_id: string;
  /** Oldest first; each change is in at most one of them. */
  calls: ApplyCall[];
  created_at: number;
}
