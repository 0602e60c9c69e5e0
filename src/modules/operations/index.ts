export { operations } from './http.ts';
export { me, probes, status } from './http-status.ts';
export type { Instances } from './module.ts';
export { createImportRuns, startHeartbeats } from './module.ts';
