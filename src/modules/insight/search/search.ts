import { pageOf } from './page.ts';
import type { SearchQuery } from './query.ts';
import { checkFilter, type FieldFilter, fieldFilters, type SearchFields, sortPath } from './search-fields.ts';
import { type SearchableRecord, SearchIndex } from './search-index.ts';

/** @param records in stored order. The array is kept; the records' contents are not. */
export function buildSearchIndex(records: readonly SearchableRecord[], fields: SearchFields): SearchIndex {
  return new SearchIndex(records, fields);
}

/** @throws RegistryError bad_request for a filter the category lacks */
export function checkFilters(query: SearchQuery, fields: SearchFields): void {
  for (const filter of Object.keys(fieldFilters) as FieldFilter[]) {
    const value = query[filter];
    if (Array.isArray(value) ? value.length > 0 : value !== undefined) checkFilter(filter, fields);
  }
}

export interface SearchResult {
  /** Of the records of the page, in order. */
  readonly positions: Uint32Array;
  /** How many records pass the filters. */
  readonly total: number;
}

/**
 * One page of the records of a category that pass all filters: in stored order, or sorted with ties in stored
 * order.
 * @throws RegistryError bad_request for a filter the category lacks, an unknown backend, or a `sort_by` that
 * is unknown or has no order
 */
export function searchIndex(index: SearchIndex, query: SearchQuery): SearchResult {
  checkFilters(query, index.fields);
  const path = query.sort_by === undefined ? null : sortPath(query.sort_by, index.fields);
  const matches = index.matches(query);
  const total = matches === null ? index.size : matches.count();
  const { offset, limit, sort_desc: descending = false } = query;
  // Without results there is nothing to sort.
  const order = path === null || total === 0 ? null : index.order(path);
  return { total, positions: pageOf({ matches, total, order, descending, offset, limit }) };
}
