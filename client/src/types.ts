import type { components } from './schema.ts';

// The shapes of the API under shorter names.

type Schemas = components['schemas'];

/**
 * The name of a category. Any text is allowed: a registry can have categories that this client does not
 * know.
 */
export type CategoryName = string;
/** One of the categories in the OpenAPI document. The typed calls accept only these as parameters. */
export type CategoryParameter = Schemas['MODEL_REFERENCE_CATEGORY'];
export type CategoryMetadata = Schemas['CategoryMetadata'];
export type Deployment = Schemas['BackendInfo'];
export type Draft = Schemas['DraftResponse'];
export type UserRoles = Schemas['UserRolesResponse'];

export type ChangeStatus = Schemas['PendingChangeStatus'];
/** The level of review that a pending or approved change needs. */
export type RiskLevel = Schemas['RiskLevel'];
export type ChangeOperation = Schemas['AuditOperation'];

/** A change in the queue as responses contain it: every field is present; a field without a value is null. */
export type PendingChange = Required<Schemas['PendingChangeRecord']>;
export type ChangePage = Omit<Schemas['PendingQueuePage'], 'items'> & { items: PendingChange[] };

export type QueueCounts = Schemas['PendingQueueCounts'];

/**
 * The type of a value in a stored record. It excludes null, because the registry omits nulls from stored
 * records.
 */
export type Stored<T> = T extends (infer Item)[]
  ? Stored<Item>[]
  : T extends object
    ? { [Key in keyof T]: Stored<NonNullable<T[Key]>> }
    : NonNullable<T>;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type AnyRecord = Schemas['ModelRecordUnion'];

/** A stored record of any category. Has the fields of all categories as optional fields. */
export type ModelRecord = { name: string; record_type: CategoryName } & {
  [Key in Exclude<KeyOf<AnyRecord>, 'name' | 'record_type'>]?: Stored<NonNullable<FieldOf<AnyRecord, Key>>>;
};

export type Download = Stored<Schemas['DownloadRecord']>;
/** All models of a category by name, in the order of the registry's response. */
export type Models = ReadonlyMap<string, ModelRecord>;

/** A record to propose. Fields may be missing: the service responds with the list of those it requires. */
export type RecordDraft = Readonly<Record<string, unknown>>;

export type SearchPage = Omit<Schemas['SearchResponse'], 'results'> & { results: ModelRecord[] };
/** A model that `find` returns. `found_by` names the part of the model that matched. */
export type FoundModel = Omit<Schemas['FoundModel'], 'record'> & { record: ModelRecord };
export type FindPage = Omit<Schemas['FindResponse'], 'results'> & { results: FoundModel[] };
export type PopularModel = Omit<Schemas['PopularModel'], 'record'> & { record: ModelRecord };
export type FieldDiff = Schemas['FieldDiff'];
export type HistoryEntry = Schemas['ModelHistoryEntry'];
export type FeedEvent = Schemas['FeedEvent'];

/** A remark of the service about a change, for approvers. It does not block an approval. */
export type Finding = Schemas['Finding'];
export type ChangeDiff = Schemas['PendingChangeDiff'];
export type ChangeDiffs = Schemas['PendingChangeDiffPage'];
/** The response to a dry run: how a proposal would change the live record. Nothing is queued. */
export type DryRun = Schemas['DryRunResponse'];

/** The comments on a change, and the change's versions. */
export type Conversation = Schemas['ConversationResponse'];
export type ConversationEntry = Schemas['ConversationEntry'];

export type InboxPage = Schemas['InboxPage'];
export type InboxEntry = Schemas['InboxEntry'];
export type InboxKind = InboxEntry['kind'];
export type InboxMarked = Schemas['InboxMarked'];

/** A request for a model that is missing in the registry, and its outcome. */
export type ModelRequest = Schemas['ModelRequest'];
export type ModelRequestPage = Schemas['ModelRequestPage'];
export type RequestState = ModelRequest['state'];
export type RequestSecond = Schemas['RequestSecond'];
export type RequestStep = Schemas['RequestStep'];
export type RequestLook = Schemas['RequestLookResponse'];

export type BatchSummary = Schemas['PendingQueueAuditBatchSummary'];
export type BatchPage = Schemas['PendingQueueAuditBatchPage'];
export type BatchDetail = Schemas['PendingQueueAuditBatchDetail'];
export type NetChanges = Schemas['BatchNetChangeResponse'];
export type Decided = Schemas['PendingBatchResult'];
export type ApplyAnswer = Schemas['ApplyPendingChangesResponse'];
export type RevertAnswer = Schemas['RevertBatchResponse'];
export type ReviewPolicies = Schemas['ReviewPolicies'];
export type RevertPreview = Schemas['RevertBatchDryRunResponse'];
