export { needsCopy, stampAge } from './http-reads.ts';
export { openReplica } from './module.ts';
export { askForEvidence, type PrimaryEvidence } from './primary-evidence.ts';
export type { Replica, ReplicaStatus } from './replica.ts';
export { replicaKeys } from './tables.ts';
