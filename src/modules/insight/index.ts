export { modelUsageView } from './http-model-usage.ts';
export { search } from './http-search.ts';
export { statistics } from './http-statistics.ts';
export { followStyles, openInsight, startUsageSamples } from './module.ts';
export type { StyleUses } from './style-uses.ts';
export { insightKeys } from './tables.ts';
export { createUsageLevels, type UsageLevels } from './usage-levels.ts';
