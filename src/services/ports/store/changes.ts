import type { CanonicalFormat } from '../../../registry/categories/category.ts';
import type {
  ChangeHead,
  ChangeOperation,
  ChangeStatus,
  ListedChange,
  NewChange,
  StoredChange,
} from '../../../registry/queue/pending-change.ts';

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

export interface ChangeReader {
  get(changeId: number): Promise<StoredChange | null>;
  /** In ascending id; missing ones are absent. */
  getMany(changeIds: readonly number[]): Promise<StoredChange[]>;
  /** Ascending change id; `total` counts before paging. */
  list(filter: ChangeFilter, page: Page): Promise<{ items: ListedChange[]; total: number }>;
  /** The ids of the same page. */
  pageOfIds(filter: ChangeFilter, page: Page): Promise<{ ids: number[]; total: number }>;
  /** As lists show them, in ascending id; missing ones are absent. */
  listed(changeIds: readonly number[]): Promise<ListedChange[]>;
  /** What is known of the large parts without reading them, by id; missing ones are absent. */
  bodyFacts(changeIds: readonly number[]): Promise<ReadonlyMap<number, BodyFacts>>;
  /** UTF-8 length of the records from before and after the applies of changes, together. */
  appliedBytes(changeIds: readonly number[]): Promise<number>;
  /** UTF-8 length of what changes propose and of the live records of their models, by id. */
  reviewBytes(changeIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How many changes of an account are pending or approved, and how large what they propose is. */
  waiting(requestedBy: string): Promise<Waiting>;
  /** Without the large part, in ascending id; missing ones are absent. */
  heads(changeIds: readonly number[]): Promise<ChangeHead[]>;
  /** Those of the changes that a search by name would look for under another name than their own. */
  misfolded(changeIds: readonly number[]): Promise<number[]>;
  /** Pending and approved changes of these models of a category, without the large part, in ascending id. */
  open(category: string, names: readonly string[]): Promise<ChangeHead[]>;
  /** The version of each pending or approved change, by id, ascending. */
  openVersions(): Promise<ReadonlyMap<number, number>>;
  /**
   * Pending and approved changes in whose payload a text stands, in any case; ascending, at most `limit`.
   * @param text of digits and ASCII letters in lower case
   */
  openNaming(text: string, limit: number): Promise<number[]>;
  count(filter: ChangeFilter): Promise<number>;
  /** Ids that match, ascending. */
  ids(filter: ChangeFilter): Promise<number[]>;
  /** One page of the ids that match, descending. */
  latestIds(filter: ChangeFilter, page: Page): Promise<number[]>;
  /** Ids of the batches below `below` that have a change of that domain, descending, at most `limit`. */
  batches(domain: CanonicalFormat, below: number, limit: number): Promise<number[]>;
  /** Counts of those of the batches that have a change of that domain. */
  batchCounts(domain: CanonicalFormat, batchIds: readonly number[]): Promise<BatchCounts[]>;
  /** The change of a batch that was approved first; null when none was. */
  firstApproved(batchId: number): Promise<ChangeHead | null>;
  /** The batch of the approved, not yet applied changes; null when there is none. */
  openBatch(): Promise<number | null>;
  /** How many changes of these accounts were applied, and rejected (not by themselves: withdrawn); of those without any: absent. */
  decidedOf(
    requestedBy: readonly string[],
  ): Promise<ReadonlyMap<string, { applied: number; rejected: number }>>;
  /** Number of changes per status. */
  counts(): Promise<Record<ChangeStatus, number>>;
  /** Which batch each of the changes takes back, by id; those that take none back are absent. */
  reverts(changeIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface ChangeWriter extends ChangeReader {
  /** Allocates the next change id and stores the change as pending. */
  insert(change: NewChange): Promise<StoredChange>;
  /** Stores what was decided of a change; what it proposes stays as it is. */
  updateHead(change: StoredChange): Promise<void>;
  /** Stores that a change was applied, with the records before and after. */
  putApplied(change: StoredChange): Promise<void>;
  /** Stores another payload of a change, and its size and hash. */
  revise(change: StoredChange): Promise<void>;
  /** Moves the approved changes of a batch to one that is new, as of `now`; gives their ids, ascending. */
  moveApproved(fromBatch: number, toBatch: number, now: number): Promise<number[]>;
  delete(changeIds: readonly number[]): Promise<void>;
}
