export { type BatchSummary, batchIds, batchSummaries } from './batches.ts';
export { pendingQueueAuditOf } from './http.ts';
export { modelAtTime, modelHistoryView } from './http-model-past.ts';
export { ReplayedTrail } from './replayed-trail.ts';
export { createReviewViews, type ReviewViews } from './review-views.ts';
export { type Verification, verification, verifyAgainst, verifyStore } from './verify.ts';
