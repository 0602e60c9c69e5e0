export { needsCopy, stampAge } from './http-reads.ts';
export { measureReplica } from './metrics.ts';
export { askForEvidence, type PrimaryEvidence } from './primary-evidence.ts';
export { type Replica, type ReplicaStatus, startReplica } from './replica.ts';
export { replicaRows } from './settings.ts';
export { replicaKeys } from './tables.ts';
