export { type BatchSummary, batchIds, batchSummaries } from './batches.ts';
export { pendingQueueAuditOf } from './http.ts';
export { modelAtTime, modelHistoryView } from './http-model-past.ts';
export { openHistory } from './module.ts';
export { ReplayedTrail } from './replayed-trail.ts';
export { type Verification, verification, verifyAgainst, verifyStore } from './verify.ts';
