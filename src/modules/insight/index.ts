export { insightKeys } from './tables.ts';
