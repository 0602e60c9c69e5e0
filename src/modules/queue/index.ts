export { type Apply, type ApplyOptions, createApply } from './apply.ts';
export type { ChangeComparison, DryRuns } from './change-comparison.ts';
export { isStale } from './change-descriptions.ts';
export type { ChangeLists } from './change-lists.ts';
export { saidOf } from './change-steps.ts';
export type { Conversation } from './conversation.ts';
export { type Decision, type DecisionOutcome, decisionOf, decisionOutcomes } from './decision.ts';
export type { Findings } from './findings.ts';
export { checkHeld } from './held-at-once.ts';
export { pendingQueueOf } from './http.ts';
export { conversationOf } from './http-conversation.ts';
export { v2Pending } from './http-pending.ts';
export { answerProposals, isDryRun, queueEndpoints } from './http-propose.ts';
export { pendingChangeRecord, riskLevel } from './http-shapes.ts';
export {
  counterpartDiffsShape,
  criticalFieldList,
  dryRunsFields,
  dryRunsResponse,
  fieldDiff,
  netChangeType,
  record,
} from './http-shapes-diffs.ts';
export { takingBackOf } from './http-taking-back.ts';
export { v1Writes } from './http-v1-writes.ts';
export { v2Writes } from './http-v2-writes.ts';
export { openQueue } from './module.ts';
export type { RetryKey } from './once.ts';
export {
  type ChangeHead,
  type ChangeStatus,
  changeStatus,
  changeStatuses,
  type ListedChange,
  type PendingChange,
  type RiskLevel,
  riskLevels,
  type StoredChange,
} from './pending-change.ts';
export { counterpartDiffs, criticalIn, type NetOperation } from './proposal-diff.ts';
export {
  createProposals,
  type MakeProposals,
  type Proposal,
  type Proposals,
  type ProposalsOptions,
} from './proposals.ts';
export { proposedViews } from './proposed-views.ts';
export { purgedChangeIds, purgedChanges, queueEventsOf } from './purged-changes.ts';
export type { QueueAct } from './queue-events.ts';
export { keptOtherwise, QueueReplay, type ReplayedChange } from './replayed-queue.ts';
export { restoredViews, restoringMetadata } from './restored-model.ts';
export { createReview, type Review, type ReviewOptions } from './review.ts';
export type { KnownUsage } from './risk/facts.ts';
export { changeStore } from './store.ts';
export { jobStore } from './store-jobs.ts';
export { type BatchCounts, queueKeys } from './tables.ts';
export { createTakeBack, type TakeBack } from './take-back.ts';
export { checkBackendPrefix } from './write-rules.ts';
