import type { EventText } from '../../registry/audit/chain.ts';
import type { AuditEvent, AuditOperation, QueueAction } from '../../registry/audit/event.ts';
import type { CanonicalFormat } from '../../registry/categories/category.ts';
import type { Deadline } from '../../registry/deadline.ts';
import type { AddressState } from '../../registry/files/address-state.ts';
import type { Learned, LearnedPlace } from '../../registry/files/learned.ts';
import type { LearnedBy } from '../../registry/files/observation.ts';
import type { FileVerdict } from '../../registry/files/verdict.ts';
import type { EntryId } from '../../registry/inbox/entry-id.ts';
import type { InboxKind, InboxReason } from '../../registry/inbox/notice.ts';
import type { JsonObject } from '../../registry/json.ts';
import type {
  ChangeHead,
  ChangeOperation,
  ChangeStatus,
  ListedChange,
  NewChange,
  StoredChange,
} from '../../registry/queue/pending-change.ts';

/**
 * What the services need of a database: the only way to the data. `kysely/` implements it once, in SQL that
 * SQLite and PostgreSQL both run.
 *
 * Every write goes through `write`: one transaction, one writer at a time, durable on disk before the promise
 * resolves.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * Runs `work` over one consistent state of the data, which holds every write whose promise resolved before.
   */
  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it; what `work` throws rolls everything back. May run `work`
   * again when the database reports a conflict, so `work` has no effects but through `writer`. Writes wait
   * for one another: one inside another would wait for itself. Once a call of `writer` has failed, only the
   * end of a savepoint around it makes the transaction usable again.
   *
   * With a deadline, `work` is not begun once that is over: the reason of its signal is thrown, also while
   * others are being waited for. Writes with a deadline that wait at the same time share a transaction, each under
   * a savepoint, and are answered when it is on the disk.
   *
   * @throws RegistryError `overloaded`, at once, when there is a deadline and too many writes wait already
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>, deadline?: Deadline): Promise<T>;
  /**
   * As `write`, for many models: their rows are handed to the database before the write lock is taken, so that
   * other processes write meanwhile. `work` looks whether they still fit what is stored, and takes them.
   */
  writeStaged<T>(rows: readonly StagedWrite[], work: (writer: StagedWriter) => Promise<T>): Promise<T>;
  /** Current content version of every category (0 = never written). Cheap: one small query. */
  versions(): Promise<ReadonlyMap<string, number>>;
  /**
   * Calls `listener` soon after every commit of any process, this one included, that readers keep something
   * of in memory. Best effort: notifications can be lost, so also compare `versions` from time to
   * time.
   */
  watch(listener: (written: Written | null) => void): Promise<Unwatch>;
  /**
   * Notifies itself, as a write would: whether every open watch hears of it within so many milliseconds. Only
   * where notifications come over a connection, on PostgreSQL.
   * @throws RegistryError `storage_unavailable` when it cannot be sent
   */
  hearsItself?(withinMs: number): Promise<boolean>;
  /**
   * A number that moves whenever any process has committed. Only where asking before each read is cheap: a
   * few microseconds, on SQLite.
   * @throws RegistryError `storage_unavailable`
   */
  dataVersion?(): number;
  close(): Promise<void>;
}

/**
 * What a commit has changed for readers. null: commits happened, but what they changed is unknown.
 */
export interface Written {
  /** Categories with another content version. */
  readonly categories: readonly string[];
  /** Whether aliases, families or naming schemas were written. */
  readonly groups: boolean;
}

/** Ends a watch; the listener is not called any more once it is called. */
export type Unwatch = () => Promise<void>;

export interface StoreReader {
  readonly models: ModelReader;
  readonly changes: ChangeReader;
  readonly audit: AuditReader;
  readonly checkpoints: CheckpointReader;
  readonly metadata: MetadataReader;
  readonly jobs: JobReader;
  readonly aliases: AliasReader;
  readonly families: FamilyReader;
  readonly nameSchemas: NameSchemaReader;
  readonly counters: CounterReader;
  readonly deliveries: DeliveryReader;
  readonly replica: ReplicaReader;
  readonly firstAnswers: FirstAnswerReader;
  readonly repositoryFiles: RepositoryFileReader;
  readonly bridge: BridgeReader;
  readonly batchMessages: BatchMessageReader;
  readonly leases: LeaseReader;
  readonly files: FileReader;
  readonly inbox: InboxReader;
  readonly activity: ActivityReader;
  readonly usageSamples: UsageSampleReader;
  readonly instances: InstanceReader;
  readonly importRuns: ImportRunReader;
}

export interface StoreWriter extends StoreReader {
  readonly models: ModelWriter;
  readonly changes: ChangeWriter;
  readonly audit: AuditWriter;
  readonly checkpoints: CheckpointWriter;
  readonly metadata: MetadataWriter;
  readonly jobs: JobWriter;
  readonly aliases: AliasWriter;
  readonly families: FamilyWriter;
  readonly nameSchemas: NameSchemaWriter;
  readonly counters: CounterWriter;
  readonly deliveries: DeliveryWriter;
  readonly replica: ReplicaWriter;
  readonly firstAnswers: FirstAnswerWriter;
  readonly repositoryFiles: RepositoryFileWriter;
  readonly bridge: BridgeWriter;
  readonly batchMessages: BatchMessageWriter;
  readonly leases: LeaseWriter;
  readonly files: FileWriter;
  readonly inbox: InboxWriter;
  /**
   * Hands all rows that were given for `work` in this transaction to it at the transaction's end, those of others
   * that share it too: what one statement can do for all of them. What a savepoint undid is not among them.
   */
  atEnd<Row>(work: (writer: StoreWriter, rows: readonly Row[]) => Promise<void>, rows: readonly Row[]): void;
  readonly usageSamples: UsageSampleWriter;
  readonly instances: InstanceWriter;
  readonly importRuns: ImportRunWriter;
  /**
   * Runs `work` under a savepoint: what it throws undoes its own writes only, and is thrown on. One at a time
   * or nested. When the database itself could not do its work, the whole write fails, even if that error is
   * caught.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

// ── many models at once
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A write of one model, all but the place of its event in the chain. The event says of which model. */
export interface StagedWrite {
  readonly event: EventText;
  /** Of a model that is new. */
  readonly position: number | null;
  /** Null when the model goes. */
  readonly texts: Pick<ModelRow, 'v2' | 'legacy' | 'v2_hash' | 'legacy_hash'> | null;
}

/** What the place of an event in the chain says. */
export type EventLink = Pick<AuditEvent, 'event_id' | 'previous_hash' | 'hash'>;

export interface StagedWriter extends StoreWriter {
  /** Stages these rows in the place of those that were staged before the transaction. */
  stageAnew(rows: readonly StagedWrite[]): Promise<void>;
  /**
   * Makes the staged models live, counts them in versions and metadata, and appends their events, in the order
   * in which they were staged.
   *
   * @param links the places of the events, which follow the end of the chain; null: nothing is recorded
   * @param onProgress is told the share that is done, from 0 to 1
   */
  takeStaged(links: readonly EventLink[] | null, onProgress: (share: number) => void): Promise<void>;
}

// ── models
// ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * One model with both its views. `v2` and `legacy` are the stored JSON texts, byte for byte what reads are
 * made of.
 */
export interface ModelRow {
  category: string;
  name: string;
  /**
   * Order within the category, with gaps: existing models keep theirs, new ones are appended. The place of a
   * model that is gone is not given to another one, so that it can come back there.
   */
  position: number;
  v2: string;
  legacy: string | null;
  /** SHA-256 (hex) of the texts. */
  v2_hash: string;
  legacy_hash: string | null;
  /** Unix seconds of the first and the latest write. */
  created_at: number;
  updated_at: number;
}

/** A model to be stored. */
export type NewModel = Omit<ModelRow, 'position' | 'created_at' | 'updated_at'>;

export type ModelHashes = Pick<ModelRow, 'v2_hash' | 'legacy_hash'>;

export interface ModelReader {
  /** All models of a category in stored order. */
  list(category: string): Promise<ModelRow[]>;
  /** Those behind a position, in stored order, at most `limit`. */
  page(category: string, behind: number, limit: number): Promise<ModelRow[]>;
  /** The names of all models that were written or deleted since the category had this version. */
  changedSince(category: string, version: number): Promise<string[]>;
  get(category: string, name: string): Promise<ModelRow | null>;
  getMany(category: string, names: readonly string[]): Promise<ModelRow[]>;
  /** The hashes of those of the models that exist, by name. */
  hashes(category: string, names: readonly string[]): Promise<ReadonlyMap<string, ModelHashes>>;
  /** Number of models of a category, and how long the texts of both views are together. */
  size(category: string): Promise<{ models: number; characters: number }>;
  /** Number of models per category; categories without models are absent. */
  counts(): Promise<ReadonlyMap<string, number>>;
  /** Content versions, as `Store.versions` gives them. */
  versions(): Promise<ReadonlyMap<string, number>>;
}

export interface ModelWriter extends ModelReader {
  /**
   * Inserts at the end, or at this position, or replaces in place; bumps the category's version. Gives the
   * model's position.
   */
  put(model: NewModel, now: number, position?: number | null): Promise<number>;
  /** The name of the last model before a position; null when there is none. */
  before(category: string, position: number): Promise<string | null>;
  /** Gives the position that it had; null when there was no such model. Bumps the category's version. */
  delete(category: string, name: string): Promise<number | null>;
  /** Puts these models, in this order, in the place of all that the category has; bumps its version. */
  replaceAll(category: string, models: readonly NewModel[], now: number): Promise<void>;
}

// ── pending changes
// ─────────────────────────────────────────────────────────────────────────────────────────────

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
  /** How many changes of these accounts were applied, and rejected; of those without any: absent. */
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
  /** Replaces the stored row of `change.change_id`. */
  update(change: StoredChange): Promise<void>;
  /** The same where what it proposes stays as it is: what is decided of it does not touch its large part. */
  updateHead(change: StoredChange): Promise<void>;
  /** The same for one whose payload is another: what is known of payloads without reading them follows. */
  revise(change: StoredChange): Promise<void>;
  /** Moves the approved changes of a batch to another one, as of `now`; gives their ids, ascending. */
  moveApproved(fromBatch: number, toBatch: number, now: number): Promise<number[]>;
  delete(changeIds: readonly number[]): Promise<void>;
}

// ── audit
// ───────────────────────────────────────────────────────────────────────────────────────────────────────

export interface AuditFilter {
  domain?: CanonicalFormat;
  category?: string;
  model_name?: string;
  /** An empty list matches nothing. */
  change_ids?: readonly number[];
  /** Leave out the events about the queue itself. */
  of_models?: true;
  operation?: AuditOperation;
  batch_id?: number;
  action?: QueueAction;
  /** Only events of this second (Unix) and earlier. */
  until?: number;
  /** Only ids greater than this. */
  after?: number;
  /** Only ids up to and including this. */
  upto?: number;
}

export type PagedAuditFilter = Omit<AuditFilter, 'change_ids'>;

export interface PageBounds {
  readonly rows: number;
  /** Of the payloads, in UTF-8. */
  readonly bytes: number;
}

export interface AuditPage {
  readonly events: AuditEvent[];
  /** Whether the bounds cut it off: there may be more. */
  readonly cut: boolean;
}

export interface AuditReader {
  /** The latest event's id and hash; `{event_id: 0, hash: '0'.repeat(64)}` when there is none. */
  head(): Promise<{ event_id: number; hash: string }>;
  /** How many events were not recorded since; Unix seconds of the first and the last of them. */
  unrecorded(): Promise<{ events: number; since: number | null; until: number | null }>;
  /** Ascending, or descending from the newest, at most `limit`. */
  events(filter: AuditFilter, limit: number, order?: 'ascending' | 'descending'): Promise<AuditEvent[]>;
  /** The same, bounded in bytes too. There is at least one event where any matches. */
  page(filter: PagedAuditFilter, most: PageBounds, order?: 'ascending' | 'descending'): Promise<AuditPage>;
  /** Ids of the changes that such events are about, each once, ascending. */
  changeIds(filter: Pick<AuditFilter, 'batch_id' | 'domain' | 'action'>): Promise<number[]>;
  /** UTF-8 length of what the queue's events of changes say, by change; those without any are absent. */
  queueEventBytes(changeIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Who has done something to these changes, each once. */
  actorsOf(changeIds: readonly number[]): Promise<{ change_id: number; user_id: string }[]>;
  /** Names of what should keep the trail append-only in the database, but is missing, changed or off. */
  missingGuards(): Promise<string[]>;
  /** Ids of the batches that have written models by the events behind `after` up to `upto`, in that order. */
  batchesBetween(after: number, upto: number): Promise<number[]>;
  /** Ids of the batches below `below` from which something was purged, descending, at most `limit`. */
  purgedBatches(domain: CanonicalFormat, below: number, limit: number): Promise<number[]>;
}

export interface AuditWriter extends AuditReader {
  /** Appends one event whose id and hashes the caller has computed from `head()`; moves the head. */
  insert(event: AuditEvent): Promise<void>;
  /** Counts events that are not recorded. */
  countUnrecorded(events: number, now: number): Promise<void>;
  /** Begins to count anew. */
  forgetUnrecorded(): Promise<void>;
}

// ── checkpoints of the audit trail
// ──────────────────────────────────────────────────────────────────────────────────────────

/** The signed head of the tree over the first events, and what it takes to go on from there. */
export interface StoredCheckpoint {
  /** Number of events. */
  size: number;
  /** The roots of the full subtrees: see `CompactRange`. */
  subtree_roots: readonly Buffer[];
  /** The signed note. */
  note: string;
  /** Unix seconds. */
  created_at: number;
}

export interface CheckpointReader {
  /** The one with the most events; null when there is none. */
  latest(): Promise<StoredCheckpoint | null>;
  /** Those with more events than `after`, ascending, at most `limit`. */
  list(after: number, limit: number): Promise<StoredCheckpoint[]>;
}

export interface CheckpointWriter extends CheckpointReader {
  /** Does nothing where there is one with as many events. */
  insert(checkpoint: StoredCheckpoint): Promise<void>;
}

// ── category metadata
// ───────────────────────────────────────────────────────────────────────────────────────────

export interface CategoryMetadataRow {
  category: string;
  last_updated: number;
  last_operation_type: ChangeOperation | null;
  last_operation_model: string | null;
  total_creates: number;
  total_updates: number;
  total_deletes: number;
  initialization_time: number;
  last_successful_operation: number;
  error_count: number;
}

export interface MetadataReader {
  get(category: string): Promise<CategoryMetadataRow | null>;
  all(): Promise<CategoryMetadataRow[]>;
}

export interface MetadataWriter extends MetadataReader {
  /** Creates the row when it is missing; never changes an existing one. */
  initialise(category: string, now: number): Promise<void>;
  /** Counts one operation and moves `last_updated` (which never goes backwards). */
  record(category: string, operation: ChangeOperation, model: string, now: number): Promise<void>;
}

// ── apply jobs: what makes a retried apply answer the same
// ──────────────────────────────────────────────────────

/** What one apply call did under a job id. A job id may serve several calls, each with changes of its own. */
export type ApplyCall = {
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

export interface JobReader {
  get(jobId: string): Promise<ApplyJob | null>;
  /** By id (code points), those behind this one, at most `limit`. */
  list(after: string, limit: number): Promise<ApplyJob[]>;
}

export interface JobWriter extends JobReader {
  put(job: ApplyJob): Promise<void>;
}

// ── first answers: what makes a retried proposal answer the same
// ───────────────────────────────────────────────────

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

export interface FirstAnswerReader {
  get(owner: string, key: string): Promise<FirstAnswer | null>;
}

export interface FirstAnswerWriter extends FirstAnswerReader {
  add(answer: FirstAnswer): Promise<void>;
  /** Removes those from before this time. */
  forget(before: number): Promise<void>;
}

// ── text-name groups
// ────────────────────────────────────────────────────────────────────────────────────────────

export interface AliasEntry {
  canonical: string;
  aliases: string[];
}

export interface AliasReader {
  /** Sorted by canonical (code points); aliases in the order given. */
  all(): Promise<AliasEntry[]>;
  get(canonical: string): Promise<AliasEntry | null>;
  /** The canonical group that holds this alias. */
  holder(alias: string): Promise<string | null>;
}

export interface AliasWriter extends AliasReader {
  /**
   * Replaces the list; an empty list keeps the entry. A unique constraint stops an alias from having two
   * holders.
   */
  put(entry: AliasEntry): Promise<void>;
  delete(canonical: string): Promise<boolean>;
}

export interface Family {
  family_name: string;
  members: string[];
}

export interface FamilyReader {
  all(): Promise<Family[]>;
  get(familyName: string): Promise<Family | null>;
  /** The family that has this group as a member. */
  holder(groupName: string): Promise<string | null>;
}

export interface FamilyWriter extends FamilyReader {
  /** Replaces the members. A unique constraint stops a group from being in two families. */
  put(family: Family): Promise<void>;
  delete(familyName: string): Promise<boolean>;
}

export interface NameSchemaReader {
  all(): Promise<{ group_name: string; schema: JsonObject }[]>;
  get(groupName: string): Promise<JsonObject | null>;
}

export interface NameSchemaWriter extends NameSchemaReader {
  put(groupName: string, schema: JsonObject): Promise<void>;
  delete(groupName: string): Promise<boolean>;
}

// ── counters
// ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * `change` and `batch` number what they are named after, from 1, never reused. `groups` counts writes of
 * aliases, families and schemas.
 */
export type CounterName = 'change' | 'batch' | 'groups';

export interface CounterReader {
  current(counter: CounterName): Promise<number>;
}

export interface CounterWriter extends CounterReader {
  next(counter: CounterName): Promise<number>;
}

// ── webhook deliveries
// ──────────────────────────────────────────────────────────────────────────────────────────

/** One event on its way to one webhook target; afterwards the log of it. Times are Unix seconds. */
export interface Delivery {
  event_id: number;
  /** The target's URL. */
  target: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /**
   * While waiting: not before this. Moved ahead while an instance is sending, so that no other one sends too.
   */
  next_attempt_at: number;
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

export interface DeliveryFilter {
  state?: Delivery['state'] | undefined;
  target?: string | undefined;
  event_id?: number | undefined;
}

export interface DeliveryReader {
  /**
   * Waiting deliveries to a target whose time has come, the oldest event first. Nobody waits for longer than
   * until `latest`: what says so was written while a clock was fast, and is due as well.
   */
  due(target: string, times: { now: number; latest: number }, limit: number): Promise<Delivery[]>;
  /** Whether a delivery to the target was moved ahead by exactly so many seconds, to a time to come. */
  isClaimed(target: string, now: number, seconds: number): Promise<boolean>;
  /**
   * Newest event first, then by target.
   * @param after the last one that is known already
   */
  list(
    filter: DeliveryFilter,
    limit: number,
    after?: Pick<Delivery, 'event_id' | 'target'>,
  ): Promise<Delivery[]>;
  count(filter: DeliveryFilter): Promise<number>;
}

export interface DeliveryWriter extends DeliveryReader {
  add(deliveries: readonly Delivery[]): Promise<void>;
  /** Replaces the delivery of the same event and target. */
  update(delivery: Delivery): Promise<void>;
  /** Removes delivered ones that were last touched before this time. */
  forget(before: number): Promise<void>;
}

// ── messages that tell a chat of batches
// ────────────────────────────────────────────────────────────────────────────────────────────

export interface BatchMessage {
  /** Tells the channel from others; no secret. */
  target: string;
  batch_id: number;
  /** As the chat knows it; null: nothing was sent. */
  message_id: string | null;
  /** SHA-256 (hex) of what was sent last; null: nothing was sent. */
  content_hash: string | null;
  /** The latest batch that takes something of it back; null: none does. */
  reverted_by: number | null;
  /** How many of its models that batch takes back. */
  reverted_models: number;
  state: 'waiting' | 'sent' | 'failed';
  /** Since it waits. */
  attempts: number;
  /** Unix seconds; while waiting: not before this. */
  next_attempt_at: number;
  /** HTTP status of the last answer; null when there was none. */
  last_status: number | null;
  last_error: string | null;
  updated_at: number;
}

export interface BatchMessageReader {
  /** Of the waiting ones whose time has come the one of the oldest batch; see `DeliveryReader.due` for times. */
  due(target: string, times: { now: number; latest: number }): Promise<BatchMessage | null>;
  get(target: string, batchId: number): Promise<BatchMessage | null>;
  /** Ascending batch id. */
  list(target: string): Promise<BatchMessage[]>;
  /** How many wait. */
  waiting(target: string): Promise<number>;
  /** Id of the event up to which applied batches have their messages; null: nobody has looked yet. */
  notedUpTo(target: string): Promise<number | null>;
}

export interface BatchMessageWriter extends BatchMessageReader {
  /** Inserts it, or replaces the one of the same target and batch. */
  put(message: BatchMessage): Promise<void>;
  noteUpTo(target: string, eventId: number): Promise<void>;
}

// ── what a replica knows of its source
// ──────────────────────────────────────────────────────────────────────────

/** Where the models of a replica come from. */
export interface ReplicaState {
  /** The base URL of the primary, or what else they were read from. */
  source: string;
  /** Followed by its feed, polled, or read from files once. */
  kind: 'feed' | 'polled' | 'files';
  /** The place in the feed up to which everything is in the copy; null when it does not come from a feed. */
  cursor: string | null;
  /** Unix seconds: then the copy was what the source had. */
  as_of: number;
}

/** The ETags with which the source answered for the two views of a category; absent where it sent none. */
export type ViewEtags = Partial<Record<CanonicalFormat, string>>;

/** How far a replica has read what its primary learned of files. */
export interface ReplicaEvidence {
  /** The base URL of the primary. */
  source: string;
  /** Where to read on, in the primary's words. */
  place: string;
  /** Unix seconds: then this was what the primary knew; null before the first pass through all of it. */
  as_of: number | null;
  /** When all of it was last read from the start; 0 before. */
  whole_at: number;
  /** The number of the last write here before the pass under way; null while there is none. */
  pass_from: number | null;
}

export interface ReplicaReader {
  /** Null before there is a copy, and at a primary. */
  state(): Promise<ReplicaState | null>;
  evidence(): Promise<ReplicaEvidence | null>;
  etags(category: string): Promise<ViewEtags>;
}

export interface ReplicaWriter extends ReplicaReader {
  put(state: ReplicaState): Promise<void>;
  putEvidence(evidence: ReplicaEvidence): Promise<void>;
  /** Replaces both. */
  putEtags(category: string, etags: ViewEtags): Promise<void>;
}

// ── leases: work that one instance of a deployment does at a time
// ──────────────────────────────────────────────────────────────────────────────────────────

/** A piece of work, and who does it until when. Times are those of the database's clock. */
export interface Lease {
  /** The work, `file-checks`. */
  name: string;
  /** The instance. */
  holder: string;
  /** Grows with every change of hands: a write under a smaller one comes from somebody who lost the lease. */
  token: number;
  /** Unix milliseconds. */
  expires_at_ms: number;
}

export interface LeaseReader {
  /** Null when nobody holds it. */
  current(name: string): Promise<Lease | null>;
}

export interface LeaseWriter extends LeaseReader {
  /**
   * Takes the lease for so many milliseconds from now, when nobody else holds it; whoever holds it already
   * keeps their token. Null: somebody else has it.
   */
  acquire(name: string, holder: string, forMs: number): Promise<Lease | null>;
  /** Makes it last so many milliseconds from now; null when it was lost meanwhile. */
  renew(lease: Lease, forMs: number): Promise<Lease | null>;
  /** Gives it up, if it is still held. */
  release(lease: Lease): Promise<void>;
}

// ── files of the public repositories
// ────────────────────────────────────────────────────────────────────────────

export interface RepositoryFileReader {
  /** The text of a file as it was last taken in, all of it; null when it never was. */
  get(fileName: string): Promise<string | null>;
}

export interface RepositoryFileWriter extends RepositoryFileReader {
  put(fileName: string, text: string, now: number): Promise<void>;
}

// ── what is known of the files that records name
// ──────────────────────────────────────────────────────────────────────────────────────────

/** An address of a file, looked at from time to time. Times are Unix seconds. */
export interface FileAddress {
  url: string;
  /** A live record names it; else a proposal did, or a record that is gone. */
  live: boolean;
  state: AddressState;
  /** The last look that was answered; null before the first. */
  checked_at: number | null;
  /** When to look again. */
  due_at: number;
  added_at: number;
  /** Whoever is looking at it, and until when nobody else does. */
  claimed_by: string | null;
  claimed_until: number;
  /** How far the whole file was read, in the words of whoever reads it; null when nobody has begun. */
  read_so_far: string | null;
  /** The number of the last write that readers keep something of. */
  seq: number;
}

/** The verdict on a file of a live record that was noted last. */
export interface FileVerdictRow {
  category: string;
  model_name: string;
  /** `config.download.0` */
  field_path: string;
  url: string;
  /** What the record expects. */
  sha256: string | null;
  verdict: FileVerdict;
  since: number;
  seq: number;
}

/** A part of what was learned of files. */
export interface LearnedPart extends Learned {
  readonly next: LearnedPlace;
  readonly more: boolean;
}

/** A verdict that became another one. */
export interface FileVerdictChange {
  /** Ascending, in the order of commits. */
  number: number;
  at: number;
  category: string;
  model_name: string;
  field_path: string;
  url: string;
  /** Null for the first verdict. */
  verdict_before: FileVerdict | null;
  verdict: FileVerdict;
  how: LearnedBy | null;
  detail: string;
}

export interface FileReader {
  /** The number of the last write of an address or a verdict; 0 before the first. */
  lastWrite(): Promise<number>;
  /** Those written after the write of this number. */
  addresses(after: number): Promise<FileAddress[]>;
  address(url: string): Promise<FileAddress | null>;
  /** Addresses to look at now that nobody looks at, the longest due first. */
  due(now: number, limit: number): Promise<string[]>;
  /** Until when the last of these addresses that somebody looks at is theirs; null when nobody does. */
  claimed(urls: readonly string[], now: number): Promise<number | null>;
  verdicts(after: number): Promise<FileVerdictRow[]>;
  /**
   * What was written behind a place: of addresses that live records name, of verdicts, of their changes.
   * @param most of each of the three; a row larger than `bytes` comes alone
   * @returns null when there is no such place: more was written there than here
   */
  learned(since: LearnedPlace, most: { rows: number; bytes: number }): Promise<LearnedPart | null>;
  verdict(
    file: Pick<FileVerdictRow, 'category' | 'model_name' | 'field_path'>,
  ): Promise<FileVerdictRow | null>;
  /** Newest first. */
  changes(
    filter: {
      category?: string | undefined;
      model_name?: string | undefined;
      before?: number | undefined;
    },
    limit: number,
  ): Promise<FileVerdictChange[]>;
}

export interface FileWriter extends FileReader {
  /** Adds addresses that are not there yet, to be looked at now. */
  keep(addresses: readonly { url: string; live: boolean; state: AddressState }[], now: number): Promise<void>;
  setLive(urls: readonly string[], live: boolean): Promise<void>;
  setDue(urls: readonly string[], dueAt: number): Promise<void>;
  /**
   * Takes those of the addresses that nobody looks at, until `until`. Whoever is killed has them no longer
   * than that.
   * @param by.checkedBefore passes over those that were looked at since
   */
  claim(
    urls: readonly string[],
    by: { holder: string; now: number; until: number; checkedBefore?: number },
  ): Promise<FileAddress[]>;
  /** Keeps a claim for longer, and how far the file was read; false, and nothing, when the claim was lost. */
  prolong(url: string, holder: string, until: number, readSoFar?: string): Promise<boolean>;
  release(urls: readonly string[], holder: string): Promise<void>;
  /** Stores what a look has shown and ends the claim; false, and nothing, when the claim was lost. */
  record(
    url: string,
    holder: string,
    /** `answered`: the host did say something. `wholeRead`: how far it was read is of no use any more. */
    seen: { state: AddressState; dueAt: number; answered: boolean; wholeRead?: boolean },
  ): Promise<boolean>;
  putVerdict(verdict: Omit<FileVerdictRow, 'seq'>): Promise<void>;
  addChange(change: Omit<FileVerdictChange, 'number'>): Promise<void>;
  /** Takes over what another registry has learned. */
  takeLearned(learned: Learned, now: number): Promise<void>;
  /** Forgets what is known of addresses that were last written up to this write, and changes behind this one. */
  dropLearned(upTo: { write: number; change: number }): Promise<void>;
  /** Removes addresses that no live record names and were added before, and changes from before. */
  forget(before: { addressesBefore: number; changesBefore: number }): Promise<void>;
}

// ── who did what
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A place in the order of activity. */
export type ActivityPlace = Pick<AuditEvent, 'timestamp' | 'event_id'>;

export interface ActivityFilter {
  user_id?: string | undefined;
  /** Beside a model: of which category. Alone it is not looked at here. */
  category?: string | undefined;
  model_name?: string | undefined;
  /** Unix seconds, both included. */
  since?: number | undefined;
  until?: number | undefined;
  before?: ActivityPlace | undefined;
}

/** An audit event as far as indexes tell it. */
export type ActivityRow = Pick<
  AuditEvent,
  'event_id' | 'timestamp' | 'logical_user_id' | 'category' | 'action' | 'operation' | 'change_id'
>;

export interface ActivityReader {
  /** The latest first, at most `limit`. */
  page(filter: ActivityFilter, limit: number): Promise<ActivityRow[]>;
  /** What else there is to tell of events; the payload's text where it is short. */
  details(
    eventIds: readonly number[],
  ): Promise<{ event_id: number; model_name: string; batch_id: number | null; payload: string | null }[]>;
}

// ── what accounts are told
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** That an account is told of an event about a change. One event may be about several changes of an account. */
export interface InboxEntry {
  event_id: number;
  change_id: number;
  user_id: string;
  kind: InboxKind;
  because: InboxReason;
  /** Unix seconds of the event. */
  at: number;
  actor_id: string;
  actor_username: string | null;
  category: string;
  model_name: string;
  operation: string | null;
  excerpt: string | null;
  /** Unix seconds; null: not yet. */
  read_at: number | null;
}

export interface InboxFilter {
  user_id: string;
  because?: InboxReason | undefined;
  kinds?: readonly InboxKind[] | undefined;
  unread?: boolean | undefined;
}

export interface InboxReader {
  /** The newest first, behind `before`, at most `limit`. */
  list(filter: InboxFilter, limit: number, before?: EntryId): Promise<InboxEntry[]>;
  /** How many are unread, by account, kind and reason; where there are none: absent. */
  unread(
    userIds: readonly string[],
  ): Promise<{ user_id: string; kind: InboxKind; because: InboxReason; entries: number }[]>;
  /** Accounts with more entries than `most`. */
  crowded(most: number): Promise<{ user_id: string; entries: number }[]>;
}

export interface InboxWriter extends InboxReader {
  add(entries: readonly InboxEntry[]): Promise<void>;
  /** Gives how many were unread. */
  markRead(
    userId: string,
    which: { readonly ids: readonly EntryId[] } | { readonly upTo: number },
    now: number,
  ): Promise<number>;
  /** Another beginning of what was said by an event. */
  reword(eventId: number, excerpt: string): Promise<void>;
  /** What was said by an event is told to nobody any more. */
  forget(eventId: number): Promise<void>;
  /** Removes so many entries of an account: read ones first, the oldest first. */
  trim(userId: string, surplus: number): Promise<void>;
}

// ── the bridge to the public repositories
// ────────────────────────────────────────────────────────────────────────

/** What the bridge knows of one model in one repository. Records are JSON texts, as the repository's file says them. */
export interface BridgeRecord {
  repository: string;
  category: string;
  name: string;
  /** The record in which both sides last agreed; null: both had none. */
  base: string | null;
  /** What the repository had when a change was proposed here; `null` (the text) for a removal. Null: nothing was. */
  proposed: string | null;
  /** That change. */
  change_id: number | null;
  /** Whether that change was marked as a conflict. */
  conflict: number;
  /** Whether reviewers have refused it: the repository keeps what it has, and the registry too. */
  declined: number;
}

/** Somebody wants a repository to be synced before its time. */
export interface BridgeRequest {
  /** Of a delivery, its own: a redelivered one is no new request. */
  id: string;
  repository: string;
  /** Who asks, and why: `GitHub: push`. */
  reason: string;
  requested_at: number;
  /** When a sync began that knew of it; null: none has yet. */
  taken_at: number | null;
}

export interface BridgeReader {
  records(repository: string, category: string): Promise<BridgeRecord[]>;
  /** What else is to be remembered of a repository; null before it was first looked at. */
  state(repository: string): Promise<JsonObject | null>;
  /** Those that no sync knows of yet, the oldest first. */
  waitingRequests(limit: number): Promise<BridgeRequest[]>;
}

export interface BridgeWriter extends BridgeReader {
  put(records: readonly BridgeRecord[]): Promise<void>;
  putState(repository: string, state: JsonObject): Promise<void>;
  /** False, and nothing changes, when the request is known. */
  addRequest(request: BridgeRequest): Promise<boolean>;
  takeRequests(requests: readonly Pick<BridgeRequest, 'id' | 'repository'>[], at: number): Promise<void>;
  /** Forgets requests that were taken and are older. */
  forgetRequests(before: number): Promise<void>;
}

// ── what operators look at
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How much a model was used, as the usage service said on one day. */
export interface UsageSample {
  category: string;
  name: string;
  /** Days since 1970-01-01, UTC. */
  day: number;
  /** Uses in the 24 hours before, in the month before, and ever. */
  used_day: number;
  used_month: number;
  used_total: number;
  workers: number;
}

export interface UsageSampleReader {
  /** Those of the latest days, the newest first. */
  of(category: string, name: string, limit: number): Promise<UsageSample[]>;
  /** Null before the first sample of the category. */
  lastDay(category: string): Promise<number | null>;
}

export interface UsageSampleWriter extends UsageSampleReader {
  add(samples: readonly UsageSample[]): Promise<void>;
  /** Removes the samples of the days before. */
  forget(category: string, before: number): Promise<void>;
}

/** A process that serves from the database. Times are Unix seconds. */
export interface Instance {
  /** Tells it from all others, and from itself before a restart. */
  id: string;
  host: string;
  /** Its number on the host. */
  process: number;
  version: string;
  role: 'PRIMARY' | 'REPLICA';
  started_at: number;
  /** When it last said that it is there. */
  seen_at: number;
  /** How far its copy is behind; null at a PRIMARY, and where that is not known. */
  lag_seconds: number | null;
}

export interface InstanceReader {
  /** Those seen last come first. */
  list(limit: number): Promise<Instance[]>;
}

export interface InstanceWriter extends InstanceReader {
  put(instance: Instance): Promise<void>;
  remove(id: string): Promise<void>;
  forget(seenBefore: number): Promise<void>;
}

/** A run of `modelref import`. */
export interface ImportRun {
  /** 1, 2, 3 … */
  number: number;
  /** Unix seconds. */
  imported_at: number;
  /** Account and host that ran the command. */
  imported_by: string;
  /** Directories and addresses, as they were given. */
  sources: readonly string[];
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  left_out: number;
}

export interface ImportRunReader {
  /** The newest first. */
  list(limit: number): Promise<ImportRun[]>;
}

export interface ImportRunWriter extends ImportRunReader {
  /** Under the next number. The newest `kept` runs stay. */
  add(run: Omit<ImportRun, 'number'>, kept: number): Promise<void>;
}
