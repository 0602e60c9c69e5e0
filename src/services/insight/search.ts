import type { CategoryDefinition } from '../../registry/categories/category.ts';
import {
  buildSearchIndex,
  CrossIndex,
  type CrossSearchQuery,
  type SearchIndex,
  type SearchQuery,
  searchFields,
  searchIndex,
} from '../../registry/search/index.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';

/** One page of the records that were found. */
export interface FoundRecords {
  /** Their stored JSON texts, in order. */
  readonly texts: readonly string[];
  /** How many records match, on all pages. */
  readonly total: number;
}

/** Looks for live records. The indexes are built at the first search after a change. */
export interface Search {
  /**
   * @throws RegistryError bad_request for a filter the category lacks, an unknown backend, or a `sort_by`
   * without an order
   */
  inCategory(definition: CategoryDefinition, query: SearchQuery): FoundRecords;
  /**
   * In all categories, one after the other in their order. Records that share a name are different records.
   * @throws RegistryError bad_request for a `sort_by` that is not a sortable field of every category
   */
  everywhere(query: CrossSearchQuery): FoundRecords;
}

const indexOfSnapshot = Symbol('search index');

export function createSearch({
  catalog,
  categories,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  categories: readonly CategoryDefinition[];
}): Search {
  const indexOf = (definition: CategoryDefinition, snapshot: CategorySnapshot): SearchIndex =>
    snapshot.derived(indexOfSnapshot, ({ records }) => buildSearchIndex(records, searchFields(definition)));

  /** The latest one, and the indexes it was made of. */
  let cross: { parts: readonly SearchIndex[]; index: CrossIndex } | undefined;
  const crossIndexOf = (parts: readonly SearchIndex[]): CrossIndex => {
    if (!cross?.parts.every((part, at) => part === parts[at]))
      cross = { parts, index: new CrossIndex(parts) };
    return cross.index;
  };

  return {
    inCategory: (definition, query) => {
      const snapshot = catalog.snapshot('v2', definition.name);
      const { positions, total } = searchIndex(indexOf(definition, snapshot), query);
      return { texts: Array.from(positions, (position) => snapshot.records[position]!.text), total };
    },

    everywhere: (query) => {
      const snapshots = categories.map(({ name }) => catalog.snapshot('v2', name));
      const parts = categories.map((definition, at) => indexOf(definition, snapshots[at]!));
      const { hits, total } = crossIndexOf(parts).search(query);
      return { texts: hits.map(({ part, position }) => snapshots[part]!.records[position]!.text), total };
    },
  };
}
