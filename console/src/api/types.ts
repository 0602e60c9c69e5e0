import type { components } from './schema.ts';

/** The shapes of the API under the names that the pages use. */

type Schemas = components['schemas'];

/** Any name that the service lists: the console needs no change for a new category. */
export type CategoryName = string;
/** The names that the API's document knows, which its parameters are typed by. */
export type CategoryParameter = Schemas['MODEL_REFERENCE_CATEGORY'];
export type CategoryMetadata = Schemas['CategoryMetadata'];
export type Deployment = Schemas['BackendInfo'];
export type UserRoles = Schemas['UserRolesResponse'];

export type ChangeStatus = Schemas['PendingChangeStatus'];
export type ChangeOperation = Schemas['AuditOperation'];

/** A queued change as lists and single reads give it: every field is there, null where it has no value. */
export type PendingChange = Required<Schemas['PendingChangeRecord']>;
export type ChangePage = Omit<Schemas['PendingQueuePage'], 'items'> & { items: PendingChange[] };

/** Stored records leave nulls out. */
type Stored<T> = T extends (infer Item)[]
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

export type GroupSummary = Schemas['GroupSummaryEntry'];
export type GroupsSummary = Schemas['GroupsSummaryResponse'];
export type GroupMembers = Schemas['GroupMembersResponse'];
export type GroupHealthIssue = Schemas['GroupHealthIssue'];
export type Family = Schemas['GroupFamilyResponse'];

export type FieldDiff = Schemas['FieldDiff'];
export type HistoryEntry = Schemas['ModelHistoryEntry'];

/** Live usage of one model. */
export type UsageStats = Schemas['ModelUsageStats'];

export type Statistics = Schemas['CategoryStatistics'];
export type DeletionRisk = Schemas['CategoryDeletionRiskResponse'];
export type ModelRisk = Schemas['ModelDeletionRiskInfo'];
export type GroupHealth = Schemas['GroupHealthResponse'];
