export { type Apply, createApply } from './apply.ts';
export {
  queueEventsOf,
  readPurgedChangeIds,
  readPurgedChanges,
  textOf,
} from './change-history.ts';
export { hashInFormat, isStale } from './change-rules.ts';
export { type ChangeSetProposal, isChangeSet } from './change-sets.ts';
export { writeLiveRecord } from './live-record.ts';
export { actOf, type QueueAct, requestCommentEvent } from './make-events.ts';
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
export { proposedViews } from './proposed-views.ts';
export {
  auditEventOf,
  type ChangeAction,
  type QueueEventOf,
  queueEventOf,
  queuePayload,
  readableEvents,
  type StoredQueueEvent,
  storedFactsOf,
} from './queue-event.ts';
export { rejectOpenChanges } from './reject-open.ts';
export { newNameOf, renameRecord } from './rename.ts';
export { findDifferingParts, QueueReplay, type ReplayedChange } from './replayed-queue.ts';
export { createRestoreMetadata, repairRoute } from './request-metadata.ts';
export { checkTotalSize, createReview, createTakeBack, type Review, type TakeBack } from './review.ts';
export { changeFor, changeStore, jobStore } from './store.ts';
export { type BatchCounts, queueKeys } from './tables.ts';
