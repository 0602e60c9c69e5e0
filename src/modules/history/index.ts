export { ReplayedTrail } from './comparison.ts';
export { batchRevert, modelHistoryView, pendingQueueAuditOf } from './http.ts';
export { openHistory } from './module.ts';
export { type Verification, verification, verifyStore } from './verify.ts';
