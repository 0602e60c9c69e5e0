import type { SearchFields, SearchQuery } from '../../../../../src/modules/insight/search/query.ts';
import {
  checkFilters,
  type SearchableRecord,
  searchFactsOf,
  searchRecords,
} from '../../../../../src/modules/insight/search/search-records.ts';

/** Searches records as the service searches all categories, and names them by their positions. */
export function searchAll(
  records: readonly SearchableRecord[],
  query: SearchQuery,
  fields: SearchFields,
): { positions: number[]; total: number } {
  const facts = new Map(records.map((record) => [record, searchFactsOf(record)]));
  const positions = new Map(records.map((record, position) => [record, position]));
  const found = searchRecords(records, query, fields, (record) => facts.get(record)!);
  return { positions: found.records.map((record) => positions.get(record)!), total: found.total };
}

/** Searches records as the service searches a category. */
export function searchCategory(...[records, query, fields]: Parameters<typeof searchAll>) {
  checkFilters(query, fields);
  return searchAll(records, query, fields);
}
