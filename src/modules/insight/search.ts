import { LRUCache } from 'lru-cache';
import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import { knownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { CategorySnapshot, Segment, SnapshotRecord } from '../catalog/index.ts';
import { CrossIndex, type CrossResult } from './search/cross-index.ts';
import {
  type CrossSearchQuery,
  type SearchFields,
  type SearchQuery,
  searchFields,
  sharedFields,
  sortPath,
} from './search/query.ts';
import { checkFilters, SearchIndex, searchIndex } from './search/search-index.ts';

type Indexed = ReturnType<typeof indexedParts>;

/** Makes one index over several parts, with a cache of its answers. */
function indexedParts(parts: readonly SearchPart[], fields: SearchFields) {
  const indexes = parts.map(({ index }) => index);
  return { parts, cross: new CrossIndex(indexes, fields), found: new FoundBefore() };
}

/**
 * Makes the search of live records. The first search after a write indexes only the parts of the category
 * that the write changed. Equal queries may get the same result object until the category changes.
 */
export function createSearch(categories: readonly CategoryDefinition[]) {
  const indexes = new WeakMap<CategorySnapshot, Indexed>();

  const indexOf = async (definition: CategoryDefinition, snapshot: CategorySnapshot): Promise<Indexed> => {
    const known = indexes.get(snapshot);
    if (known) return known;
    const fields = searchFields(definition);
    const indexed = indexedParts(await searchParts(snapshot, fields), fields);
    indexes.set(snapshot, indexed);
    return indexed;
  };

  const fieldsOfAll = sharedFields(categories.map(searchFields));
  /** The latest indexes over all categories, each with the snapshots whose records it covers. */
  let latest: { snapshots: readonly CategorySnapshot[]; indexed: Indexed }[] = [];
  const indexOfAll = async (snapshots: readonly CategorySnapshot[]): Promise<Indexed> => {
    const known = latest.find((each) => each.snapshots.every((snapshot, at) => snapshot === snapshots[at]));
    if (known) return known.indexed;
    const parts: SearchPart[] = [];
    for (const [at, definition] of categories.entries())
      parts.push(...(await indexOf(definition, snapshots[at]!)).parts);
    const indexed = indexedParts(parts, fieldsOfAll);
    latest = [{ snapshots, indexed }, ...latest].slice(0, mostOverAll);
    return indexed;
  };

  return {
    categories,
    /**
     * Searches one category.
     * @param snapshot the models to search
     * @throws RegistryError bad_request for a filter that the category lacks, an unknown backend, or a
     * `sort_by` that is no sortable field of the category
     */
    inCategory: async (
      definition: CategoryDefinition,
      query: SearchQuery,
      snapshot: CategorySnapshot,
    ): Promise<FoundRecords> => {
      const { parts, cross, found } = await indexOf(definition, snapshot);
      return found.orFind(query, async () => {
        const [part, ...others] = parts;
        if (part && others.length === 0) {
          const { positions, total } = searchIndex(part.index, query);
          return { records: Array.from(positions, (position) => part.records[position]!), total };
        }
        const fields = searchFields(definition);
        checkFilters(query, fields);
        if (query.sort_by !== undefined) await sortParts(parts, sortPath(query.sort_by, fields));
        return recordsOf(parts, cross.search(query));
      });
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
      const { parts, cross, found } = await indexOfAll(snapshots);
      return found.orFind(query, async () => {
        if (query.sort_by !== undefined) await sortParts(parts, sortPath(query.sort_by, fieldsOfAll));
        return recordsOf(parts, cross.search(query));
      });
    },
  };
}

/**
 * Largest number of indexes over all categories that stay in memory. Clients and channels that see different
 * models need different indexes.
 */
const mostOverAll = 3;

function recordsOf(parts: readonly SearchPart[], { hits, total }: CrossResult): FoundRecords {
  return { records: hits.map(({ part, position }) => parts[part]!.records[position]!), total };
}

/** Some consecutive segments of a category, and their index. */
interface SearchPart {
  readonly segments: readonly Segment[];
  readonly records: readonly SnapshotRecord[];
  readonly index: SearchIndex;
}

/**
 * Number of segments in a part: the average and the largest. An average part has about a megabyte. Smaller
 * parts make writes cheaper, because less is indexed again; larger parts make searches cheaper.
 */
const segmentsInPart = { average: 8, most: 12 };

/** The indexed parts, by their first segment. */
const known = new WeakMap<Segment, SearchPart>();

/**
 * Divides a category into parts, and gives each an index; an empty category has one empty part. A part keeps
 * its index as long as its segments are the same. Other requests can run between two parts.
 */
async function searchParts(snapshot: CategorySnapshot, fields: SearchFields): Promise<SearchPart[]> {
  const slice = new TimeSlice();
  const parts: SearchPart[] = [];
  for (const segments of runsOf(snapshot.segments)) {
    const before = known.get(segments[0]!);
    if (before && isSame(before.segments, segments)) {
      parts.push(before);
      continue;
    }
    const records = segments.flatMap((segment) => segment.records);
    const part = { segments, records, index: new SearchIndex(records, fields) };
    known.set(segments[0]!, part);
    parts.push(part);
    if (slice.expired) await slice.yield();
  }
  return parts.length > 0 ? parts : [{ segments: [], records: [], index: new SearchIndex([], fields) }];
}

/**
 * Computes the order by a field within each part. The index of a part keeps its orders, so a later call is
 * cheap. Other requests can run between two parts.
 * @param path keys that lead to the value to sort by
 */
async function sortParts(parts: readonly SearchPart[], path: readonly string[]): Promise<void> {
  const slice = new TimeSlice();
  for (const { index } of parts) {
    index.order(path);
    if (slice.expired) await slice.yield();
  }
}

/**
 * Groups segments into parts. A part ends where the position of a segment's last record is a multiple of the
 * average size, or at the largest size. So a new segment moves the ends of few other parts.
 */
function* runsOf(segments: readonly Segment[]): Generator<Segment[]> {
  let run: Segment[] = [];
  for (const segment of segments) {
    run.push(segment);
    const isBorder = segment.last % segmentsInPart.average === 0;
    if (!isBorder && run.length < segmentsInPart.most) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}

function isSame(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every((segment, at) => segment === b[at]);
}

/** One page of the records that were found. */
export interface FoundRecords {
  readonly records: readonly SnapshotRecord[];
  /** The number of matching records on all pages. */
  readonly total: number;
}

/**
 * Limits of the answers that are cached for one index: the number of answers, the bytes of all, and the
 * bytes of one. The bytes are those of the JSON page that is made of an answer and kept with it. The records
 * cost nothing more, because the snapshot has them anyway.
 */
const kept = { answers: 256, bytes: 2 ** 21, bytesOfOne: 2 ** 18 };
/** Approximate size, in bytes, of an answer without its records. */
const overhead = 1024;

/**
 * Cache of the answers of one index, by query. An answer is never outdated: other records have another
 * index, and the cache is cleared when the known spellings of baselines change.
 */
class FoundBefore {
  #spelled = knownBaselines();
  readonly #answers = new LRUCache<string, FoundRecords>({
    max: kept.answers,
    maxSize: kept.bytes,
    maxEntrySize: kept.bytesOfOne,
    sizeCalculation: ({ records }, key) =>
      records.reduce((size, { bytes }) => size + bytes.length, overhead + 2 * key.length),
  });

  /**
   * Gives the cached answer to a query. When there is none, calls `find` and caches the answer; errors are
   * not cached.
   */
  async orFind(query: object, find: () => Promise<FoundRecords>): Promise<FoundRecords> {
    if (this.#spelled !== knownBaselines()) {
      this.#spelled = knownBaselines();
      this.#answers.clear();
    }
    const key = JSON.stringify(query);
    const known = this.#answers.get(key);
    if (known) return known;
    const found = await find();
    this.#answers.set(key, found);
    return found;
  }
}
