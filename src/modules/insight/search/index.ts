export { type CrossHit, CrossIndex, type CrossResult } from './cross-index.ts';
export { type CrossSearchQuery, checkSource, type SearchQuery, searchSources } from './query.ts';
export { buildSearchIndex, checkFilters, searchIndex } from './search.ts';
export { type SearchFields, searchFields, sharedFields, sortPath } from './search-fields.ts';
export type { SearchIndex } from './search-index.ts';
