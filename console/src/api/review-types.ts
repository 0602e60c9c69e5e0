import type { components, PendingChange, ReviewPolicies } from '#client';

// The types of the queue under the names that the pages use.

export type {
  ApplyAnswer,
  BatchSummary,
  ChangeDiff,
  ChangePage as ReviewedPage,
  Finding,
  NetChanges,
  QueueCounts,
  RevertAnswer,
  RevertPreview,
  ReviewPolicies,
} from '#client';

export type NotApprovable = ReviewPolicies['not_approvable'][number];
export type ReviewedChange = PendingChange;
export type NetChange = components['schemas']['ModelNetChange'];
