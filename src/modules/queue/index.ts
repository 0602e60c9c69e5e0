export { type Apply, createApply } from './apply.ts';
export {
  readEventText,
  readPurgedChangeIds,
  readPurgedChanges,
  readQueueEvents,
} from './change-history.ts';
export { hashInFormat, isStale } from './change-rules.ts';
export { type ChangeSetProposal, isChangeSet } from './change-sets.ts';
export { writeLiveRecord } from './live-record.ts';
export {
  createAct,
  createRequestCommentEvent,
  type QueueAct,
} from './make-events.ts';
export type { Queue, QueueServices } from './module.ts';
export {
  type ChangeHead,
  type ChangeStatus,
  changeStatus,
  type ListedChange,
  type PendingChange,
  type ResourceKind,
  riskLevel,
  type StoredChange,
} from './pending-change.ts';
export {
  type AnyProposal,
  createProposals,
  type MakeProposals,
  type Proposal,
  type Proposals,
} from './proposals.ts';
export { computeProposedViews } from './proposed-views.ts';
export {
  type ChangeAction,
  parseQueueEvent,
  parseReadableEvents,
  type QueueEventOf,
  queuePayload,
  readStoredFacts,
  type StoredQueueEvent,
  toAuditEvent,
} from './queue-event.ts';
export { rejectOpenChanges } from './reject-open.ts';
export { readNewName, renameRecord } from './rename.ts';
export { findDifferingParts, QueueReplay, type ReplayedChange } from './replayed-queue.ts';
export { createRestoreMetadata, repairRoute } from './request-metadata.ts';
export { checkTotalSize, createReview, createTakeBack, type Review, type TakeBack } from './review.ts';
export { changeStore, jobStore, readChangeFor } from './store.ts';
export { type BatchCounts, queueKeys } from './tables.ts';
