export { openBaselines } from './module.ts';
