export { operations } from './http.ts';
export { probes } from './http-probes.ts';
export { me, status } from './http-status.ts';
export { openOperations } from './module.ts';
