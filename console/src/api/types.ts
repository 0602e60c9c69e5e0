import type { components } from '#client';

// The types of the API under the names that the pages use.

export type {
  CategoryMetadata,
  CategoryName,
  CategoryParameter,
  ChangeOperation,
  ChangeStatus,
  Deployment,
  Download,
  FieldDiff,
  FoundModel,
  HistoryEntry,
  ModelRecord,
  PendingChange,
  RiskLevel,
  UserRoles,
} from '#client';

type Schemas = components['schemas'];

export type GroupSummary = Schemas['GroupSummaryEntry'];
export type GroupsSummary = Schemas['GroupsSummaryResponse'];
export type GroupMembers = Schemas['GroupMembersResponse'];
export type GroupHealthIssue = Schemas['GroupHealthIssue'];
export type Family = Schemas['GroupFamilyResponse'];

export type UsageOfDay = Schemas['ModelUsageHistory']['days'][number];
/** A model's present usage. */
export type UsageStats = Schemas['ModelUsageStats'];

export type TrendOfDay = Schemas['RegistryTrends']['days'][number];
export type Statistics = Schemas['CategoryStatistics'];
export type DeletionRisk = Schemas['CategoryDeletionRiskResponse'];
export type ModelRisk = Schemas['ModelDeletionRiskInfo'];
export type FileEvidence = Schemas['FileEvidence'];
export type FilesPage = Schemas['FilesPage'];
export type QueuedRepairs = Schemas['QueuedFileRepairs'];
export type FileVerdict = Schemas['FileVerdict'];
