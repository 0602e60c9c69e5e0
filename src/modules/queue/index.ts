export { type Apply, createApply } from './apply.ts';
export {
  readEventText as textOf,
  readPurgedChangeIds,
  readPurgedChanges,
  readQueueEvents as queueEventsOf,
} from './change-history.ts';
export { chooseHash as hashInFormat, isStale } from './change-rules.ts';
export { type ChangeSetProposal, isChangeSet } from './change-sets.ts';
export { writeLiveRecord } from './live-record.ts';
export {
  createAct as actOf,
  createRequestCommentEvent as requestCommentEvent,
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
export { computeProposedViews as proposedViews } from './proposed-views.ts';
export {
  type ChangeAction,
  parseQueueEvent as queueEventOf,
  parseReadableEvents as readableEvents,
  type QueueEventOf,
  queuePayload,
  readStoredFacts as storedFactsOf,
  type StoredQueueEvent,
  toAuditEvent as auditEventOf,
} from './queue-event.ts';
export { rejectOpenChanges } from './reject-open.ts';
export { readNewName as newNameOf, renameRecord } from './rename.ts';
export { findDifferingParts, QueueReplay, type ReplayedChange } from './replayed-queue.ts';
export { createRestoreMetadata, repairRoute } from './request-metadata.ts';
export { checkTotalSize, createReview, createTakeBack, type Review, type TakeBack } from './review.ts';
export { changeStore, jobStore, readChangeFor as changeFor } from './store.ts';
export { type BatchCounts, queueKeys } from './tables.ts';
