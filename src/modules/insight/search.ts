import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';
import { FoundBefore, type FoundRecords } from './found-before.ts';
import {
  CrossIndex,
  type CrossResult,
  type CrossSearchQuery,
  checkFilters,
  type SearchQuery,
  searchFields,
  searchIndex,
  sharedFields,
  sortPath,
} from './search/index.ts';
import { type SearchPart, searchParts, sortParts } from './search-parts.ts';

/**
 * Looks for live records. After a change, what it is in is indexed at the first search. Until the next change
 * a query that was asked before may get the very object that was found then.
 */
export interface Search {
  /**
   * @throws RegistryError bad_request for a filter the category lacks, an unknown backend, or a `sort_by`
   * without an order
   */
  inCategory(definition: CategoryDefinition, query: SearchQuery): Promise<FoundRecords>;
  /**
   * In all categories, one after the other in their order. Records that share a name are different records.
   * @throws RegistryError bad_request for a `sort_by` that is not a sortable field of every category
   */
  everywhere(query: CrossSearchQuery): Promise<FoundRecords>;
}

/** Parts that are searched as one. */
interface Indexed {
  readonly parts: readonly SearchPart[];
  readonly cross: CrossIndex;
  readonly found: FoundBefore;
}

export function createSearch({
  catalog,
  categories,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  categories: readonly CategoryDefinition[];
}): Search {
  const indexes = new WeakMap<CategorySnapshot, Indexed>();

  const indexOf = async (definition: CategoryDefinition, snapshot: CategorySnapshot): Promise<Indexed> => {
    const known = indexes.get(snapshot);
    if (known) return known;
    const fields = searchFields(definition);
    const parts = await searchParts(snapshot, fields);
    const indexed = {
      parts,
      cross: new CrossIndex(
        parts.map(({ index }) => index),
        fields,
      ),
      found: new FoundBefore(),
    };
    indexes.set(snapshot, indexed);
    return indexed;
  };

  const fieldsOfAll = sharedFields(categories.map(searchFields));
  /** The latest index over all categories, and the snapshots it was made of. */
  let latest: { snapshots: readonly CategorySnapshot[]; indexed: Indexed } | undefined;
  const indexOfAll = async (): Promise<Indexed> => {
    const snapshots = categories.map(({ name }) => catalog.snapshot('v2', name));
    if (latest?.snapshots.every((snapshot, at) => snapshot === snapshots[at])) return latest.indexed;
    const parts: SearchPart[] = [];
    for (const [at, definition] of categories.entries())
      parts.push(...(await indexOf(definition, snapshots[at]!)).parts);
    const indexed = {
      parts,
      cross: new CrossIndex(
        parts.map(({ index }) => index),
        fieldsOfAll,
      ),
      found: new FoundBefore(),
    };
    latest = { snapshots, indexed };
    return indexed;
  };

  return {
    inCategory: async (definition, query) => {
      const { parts, cross, found } = await indexOf(definition, catalog.snapshot('v2', definition.name));
      return found.orFind(query, async () => {
        const [part, ...others] = parts;
        if (part && others.length === 0) {
          const { positions, total } = searchIndex(part.index, query);
          return { records: Array.from(positions, (position) => part.records[position]!.bytes), total };
        }
        const fields = searchFields(definition);
        checkFilters(query, fields);
        if (query.sort_by !== undefined) await sortParts(parts, sortPath(query.sort_by, fields));
        return recordsOf(parts, cross.search(query));
      });
    },

    everywhere: async (query) => {
      const { parts, cross, found } = await indexOfAll();
      return found.orFind(query, async () => {
        if (query.sort_by !== undefined) await sortParts(parts, sortPath(query.sort_by, fieldsOfAll));
        return recordsOf(parts, cross.search(query));
      });
    },
  };
}

function recordsOf(parts: readonly SearchPart[], { hits, total }: CrossResult): FoundRecords {
  return { records: hits.map(({ part, position }) => parts[part]!.records[position]!.bytes), total };
}
