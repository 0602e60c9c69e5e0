export { refusedWithoutCopy, stampAge } from './http-reads.ts';
export { openReplica } from './module.ts';
export type { ReplicaStatus } from './replica.ts';
export { replicaStore } from './store.ts';
export { replicaKeys } from './tables.ts';
