export { measureReadiness } from './metrics.ts';
export { createReadiness } from './readiness.ts';
