export { measureReadiness } from './metrics.ts';
export { openHealth } from './module.ts';
export { createReadiness } from './readiness.ts';
