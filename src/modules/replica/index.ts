export type { ReplicaStatus, ServedCopy } from './replica.ts';
export { replicaStore } from './store.ts';
export { replicaKeys } from './tables.ts';
