import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { type CategorySnapshot, PerRecord, type SnapshotRecord } from '../catalog/index.ts';
import { type CrossSearchQuery, getSearchFields, intersectFields, type SearchQuery } from './search/query.ts';
import { checkFilters, createSearchFacts, searchRecords } from './search/search-records.ts';

/** One page of matching records. */
export interface FoundRecords {
  readonly records: readonly SnapshotRecord[];
  /** Number of matching records on all pages. */
  readonly total: number;
}

const factsCache = new PerRecord(createSearchFacts);
const readFacts = (record: SnapshotRecord) => factsCache.of(record);

/** Creates the search of live records: a linear scan over the facts cached with each record. */
export function createSearch(categories: Pick<Categories, 'list' | 'baselines'>) {
  const commonFields = intersectFields(categories.list.map(getSearchFields));
  return {
    categories: categories.list,
    /**
     * Searches one category.
     * @param snapshot the models to search
     * @throws RegistryError bad_request for a filter that the category lacks, an unknown backend, or a
     *   `sort_by` that is not a sortable field of the category
     */
    inCategory: async (
      definition: CategoryDefinition,
      query: SearchQuery,
      { records }: CategorySnapshot,
    ): Promise<FoundRecords> => {
      const fields = getSearchFields(definition);
      checkFilters(query, fields);
      await factsCache.all(records);
      return searchRecords(records, query, fields, { factsOf: readFacts, baselines: categories.baselines });
    },

    /**
     * Searches all categories. Without `sort_by`, results are grouped by category, each in stored order.
     * Records with the same name in two categories are separate results.
     *
     * @throws RegistryError bad_request for a `sort_by` that is not a sortable field of every category
     */
    everywhere: async (
      query: CrossSearchQuery,
      snapshots: readonly CategorySnapshot[],
    ): Promise<FoundRecords> => {
      const records = snapshots.flatMap((snapshot) => snapshot.records);
      await factsCache.all(records);
      return searchRecords(records, query, commonFields, {
        factsOf: readFacts,
        baselines: categories.baselines,
      });
    },
  };
}
