export { find } from './http-find.ts';
export { search } from './http-search.ts';
export { statistics } from './http-statistics.ts';
export { modelUsageView } from './http-usage.ts';
export { openInsight } from './module.ts';
export { insightKeys } from './tables.ts';
