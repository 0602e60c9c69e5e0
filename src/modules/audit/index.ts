export {
  type AppendEvents,
  appendAndNotify,
  appendEvents,
  appendNothing,
  type ConcernedChange,
  type EventListener,
  inEventBatch,
  recordGap,
  type Trail,
} from './append-events.ts';
export { checkTrail, Replay, readStoredTrail, type TrailCheck, type TrailProblem } from './audit-trail.ts';
export {
  type AuditEvent,
  type AuditOperation,
  catalogueCategory,
  chainStart,
  changeActions,
  findLinkProblem,
  formatEventLine,
  type NewAuditEvent,
  newEvent,
  parseEventLine,
  queueCategory,
  registryUserId,
  subjectOf,
} from './event.ts';
export { auditStore, readBatchIds } from './store.ts';
export { type AuditFilter, auditKeys } from './tables.ts';
