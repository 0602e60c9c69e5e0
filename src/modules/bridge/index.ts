export type { HeldFile } from './brake.ts';
export type { SyncOutcome } from './bridge.ts';
export type { BridgeDesk, RepositoryStatus } from './bridge-state.ts';
export { type BridgeProblem, bridgeAccount } from './bridged-repository.ts';
export { bridge } from './http.ts';
export { type OpenedBridge, openBridge, startBridge } from './module.ts';
export { bridgeKeys } from './tables.ts';
