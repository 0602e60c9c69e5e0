export { operations } from './http.ts';
export { probes } from './http-probes.ts';
export { me, status } from './http-status.ts';
export { createImportRuns } from './import-runs.ts';
export { createInstances, type Instances } from './instances.ts';
export type { Instance } from './tables.ts';
