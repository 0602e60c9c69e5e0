export { operations } from './http.ts';
export { me, probes, status } from './http-status.ts';
export { openOperations } from './module.ts';
