export { operations } from './http.ts';
export { me, probes, status } from './http-status.ts';
export { measureReadiness } from './metrics.ts';
export { openHealth } from './module.ts';
export { createReadiness } from './readiness.ts';
