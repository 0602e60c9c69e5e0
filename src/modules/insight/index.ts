export { createUsageLevels, type UsageLevels } from './category-usage.ts';
export { search } from './http-search.ts';
export { statistics } from './http-statistics.ts';
export { modelUsageView } from './http-usage.ts';
export { followStyles, openInsight, startUsageSamples } from './module.ts';
export type { StyleUses } from './style-uses.ts';
export { insightKeys } from './tables.ts';
