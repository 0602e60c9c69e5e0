export { startLifecycle } from './module.ts';
