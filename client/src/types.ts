import type { components } from './schema.ts';

/** The shapes of the API under shorter names. */

type Schemas = components['schemas'];

/** Any name that the service lists: no change is needed for a new category. */
export type CategoryName = string;
/** The names that the API's document knows, which its parameters are typed by. */
export type CategoryParameter = Schemas['MODEL_REFERENCE_CATEGORY'];
export type CategoryMetadata = Schemas['CategoryMetadata'];
export type Deployment = Schemas['BackendInfo'];
export type Draft = Schemas['DraftResponse'];
export type UserRoles = Schemas['UserRolesResponse'];

export type ChangeStatus = Schemas['PendingChangeStatus'];
/** How closely an open change has to be looked at. */
export type RiskLevel = Schemas['RiskLevel'];
export type ChangeOperation = Schemas['AuditOperation'];

/** A queued change as lists and single reads give it: every field is there, null where it has no value. */
export type PendingChange = Required<Schemas['PendingChangeRecord']>;
export type ChangePage = Omit<Schemas['PendingQueuePage'], 'items'> & { items: PendingChange[] };

/** Stored records leave nulls out. */
export type Stored<T> = T extends (infer Item)[]
  ? Stored<Item>[]
  : T extends object
    ? { [Key in keyof T]: Stored<NonNullable<T[Key]>> }
    : NonNullable<T>;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type AnyRecord = Schemas['ModelRecordUnion'];

/** A stored record of any category: each field of each category, where the record has it. */
export type ModelRecord = { name: string; record_type: CategoryName } & {
  [Key in Exclude<KeyOf<AnyRecord>, 'name' | 'record_type'>]?: Stored<NonNullable<FieldOf<AnyRecord, Key>>>;
};

export type Download = Stored<Schemas['DownloadRecord']>;
/** All models of a category by name, in stored order. */
export type Models = ReadonlyMap<string, ModelRecord>;

/** A record to be proposed; the service says what is missing in it. */
export type RecordDraft = Readonly<Record<string, unknown>>;

export type SearchPage = Omit<Schemas['SearchResponse'], 'results'> & { results: ModelRecord[] };
export type PopularModel = Omit<Schemas['PopularModel'], 'record'> & { record: ModelRecord };
export type FieldDiff = Schemas['FieldDiff'];
export type HistoryEntry = Schemas['ModelHistoryEntry'];
export type FeedEvent = Schemas['FeedEvent'];

/** Something a reviewer should look at; never blocks by itself. */
export type Finding = Schemas['Finding'];
/** A change held against the live record. */
export type ChangeDiff = Schemas['PendingChangeDiff'];
export type ChangeDiffs = Schemas['PendingChangeDiffPage'];
/** What a proposal would change, by the service's own comparison. Nothing was queued. */
export type DryRun = Schemas['DryRunResponse'];

/** What was said of a change, and its versions. */
export type Conversation = Schemas['ConversationResponse'];
export type ConversationEntry = Schemas['ConversationEntry'];

/** What an account is told of the queue. */
export type InboxPage = Schemas['InboxPage'];
export type InboxEntry = Schemas['InboxEntry'];
export type InboxKind = InboxEntry['kind'];
export type InboxMarked = Schemas['InboxMarked'];

export type BatchSummary = Schemas['PendingQueueAuditBatchSummary'];
export type BatchPage = Schemas['PendingQueueAuditBatchPage'];
export type BatchDetail = Schemas['PendingQueueAuditBatchDetail'];
export type NetChanges = Schemas['BatchNetChangeResponse'];
export type Decided = Schemas['PendingBatchResult'];
export type ApplyAnswer = Schemas['ApplyPendingChangesResponse'];
export type RevertAnswer = Schemas['RevertBatchResponse'];
export type RevertPreview = Schemas['RevertBatchDryRunResponse'];
