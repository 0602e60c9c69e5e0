export { modelUsageView } from './http-model-usage.ts';
export { search } from './http-search.ts';
export { statistics } from './http-statistics.ts';
export { openInsight } from './module.ts';
export { insightKeys } from './tables.ts';
export type { UsageLevels } from './usage-levels.ts';
