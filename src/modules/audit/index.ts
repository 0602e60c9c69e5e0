export { AnchoredTrail, storedCheckpoints } from './anchored-trail.ts';
export {
  type AppendEvents,
  appendAndTell,
  appendEvents,
  appendNothing,
  type TellOfEvents,
  type Trail,
} from './append-events.ts';
export { proveEvent, proveGrowth } from './audit-proofs.ts';
export { checkTrail, storedTrail, type TrailCheck, type TrailProblem } from './audit-trail.ts';
export { chainStart, linkProblem, newEvent } from './chain.ts';
export {
  type AuditEvent,
  type AuditOperation,
  changeActions,
  type NewAuditEvent,
  type QueueAction,
  queueCategory,
  registryUserId,
  subjectOf,
} from './event.ts';
export { auditCheckpoint } from './http-checkpoint.ts';
export { eventLine, eventOfLine } from './jsonl.ts';
export { openAudit } from './module.ts';
export { knownSigner } from './open-signer.ts';
export { recordGap } from './record-gap.ts';
export { Replay } from './replay.ts';
export { auditStore } from './store.ts';
export { batchIdsBelow } from './store-batch-ids.ts';
export { type AuditFilter, auditKeys, type PagedAuditFilter } from './tables.ts';
