import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { type CategorySnapshot, PerRecord, type SnapshotRecord } from '../catalog/index.ts';
import { type CrossSearchQuery, type SearchQuery, searchFields, sharedFields } from './search/query.ts';
import { checkFilters, searchFactsOf, searchRecords } from './search/search-records.ts';

/** One page of the records that were found. */
export interface FoundRecords {
  readonly records: readonly SnapshotRecord[];
  /** The number of matching records on all pages. */
  readonly total: number;
}

const facts = new PerRecord(searchFactsOf);
const factsOf = (record: SnapshotRecord) => facts.of(record);

/** Makes the search of live records: a loop over the facts of all records, which are kept with each record. */
export function createSearch(categories: Pick<Categories, 'list' | 'baselines'>) {
  const fieldsOfAll = sharedFields(categories.list.map(searchFields));
  return {
    categories: categories.list,
    /**
     * Searches one category.
     * @param snapshot the models to search
     * @throws RegistryError bad_request for a filter that the category lacks, an unknown backend, or a
     * `sort_by` that is no sortable field of the category
     */
    inCategory: async (
      definition: CategoryDefinition,
      query: SearchQuery,
      { records }: CategorySnapshot,
    ): Promise<FoundRecords> => {
      const fields = searchFields(definition);
      checkFilters(query, fields);
      await facts.all(records);
      return searchRecords(records, query, fields, { factsOf, baselines: categories.baselines });
    },

    /**
     * Searches all categories. Without `sort_by`, the results come category by category, each in stored
     * order. Records of the same name in two categories are separate results.
     *
     * @throws RegistryError bad_request for a `sort_by` that is not a sortable field of every category
     */
    everywhere: async (
      query: CrossSearchQuery,
      snapshots: readonly CategorySnapshot[],
    ): Promise<FoundRecords> => {
      const records = snapshots.flatMap((snapshot) => snapshot.records);
      await facts.all(records);
      return searchRecords(records, query, fieldsOfAll, { factsOf, baselines: categories.baselines });
    },
  };
}
