export type { SyncOutcome } from './bridge.ts';
export type { BridgeActions, RepositoryStatus } from './bridge-state.ts';
export { type BridgeProblem, bridgeAccount } from './bridged-repository.ts';
export type { HeldFile } from './held-files.ts';
export type { OpenedBridge } from './module.ts';
export { bridgeKeys } from './tables.ts';
