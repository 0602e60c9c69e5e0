import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { ChangeOperation, ChangeStatus } from './pending-change.ts';

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
