export { operations } from './http.ts';
export { probes } from './http-probes.ts';
export { me, status } from './http-status.ts';
export { createImportRuns } from './import-runs.ts';
export type { Instances } from './instances.ts';
export { startBeats } from './module.ts';
