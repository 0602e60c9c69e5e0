import type { JsonObject } from '../../../kernel/json.ts';
import { filterStrings } from '../../../kernel/json.ts';
import type { NoOtherKeys } from '../../../kernel/no-other-keys.ts';
import type { KnownBaselines } from '../../../records/baselines/known-baselines.ts';
import { licensingOf } from '../../../records/licensing/assignment.ts';
import { foldName } from '../../../records/model-name.ts';
import { isQuantised, readBackendPrefix } from '../../../records/text-names/index.ts';
import {
  checkFilter,
  type FieldFilter,
  fieldFilters,
  findBackendPrefix,
  parseSortPath,
  type SearchFields,
  type SearchQuery,
} from './query.ts';
import { compareKeys, readSortKey, type SortKey } from './sort-key.ts';

export interface SearchableRecord {
  /** The record's key in the category; used if the record has no `name`. */
  readonly name: string;
  readonly record: JsonObject;
}

/** The values of a record that filters and sorting use. */
export interface SearchFacts {
  readonly name: string;
  readonly foldedName: string;
  readonly baseline: string | null;
  readonly nsfw: boolean | null;
  readonly inpainting: boolean;
  readonly tags: readonly string[];
  readonly licenseIds: readonly string[];
  /** `unknown` for a record without licensing. */
  readonly commercialUse: string;
  readonly redistribution: string;
  /** Cached sort values of the record, by the path of the field. */
  readonly sortKeys: Map<string, SortKey | null>;
}

export function createSearchFacts({ name: key, record }: SearchableRecord): SearchFacts {
  const { baseline, tags, nsfw, inpainting } = record;
  const licensing = licensingOf(record);
  const name = typeof record.name === 'string' ? record.name : key;
  return {
    name,
    foldedName: foldName(name),
    baseline: typeof baseline === 'string' ? baseline : null,
    nsfw: typeof nsfw === 'boolean' ? nsfw : null,
    // A missing `inpainting` counts as false.
    inpainting: inpainting === true,
    tags: Array.isArray(tags) ? filterStrings(tags) : [],
    licenseIds: licensing?.license_ids ?? [],
    commercialUse: licensing?.commercial_use ?? 'unknown',
    redistribution: licensing?.redistribution ?? 'unknown',
    sortKeys: new Map(),
  };
}

type Filters = Omit<SearchQuery, 'limit' | 'offset'>;

/**
 * Returns a function that checks whether a record passes all filters of the query. A record without the field
 * of a filter does not pass. There are two exceptions: missing `tags` count as empty, and missing
 * `inpainting` counts as false.
 *
 * @throws RegistryError bad_request for an unknown backend
 */
function createFilter(
  query: Filters,
  fields: SearchFields,
  baselines: KnownBaselines,
): (facts: SearchFacts) => boolean {
  const { nsfw, inpainting, baseline, tags_all, tags_any, tags_none, ...more } = query;
  const { name_contains, license_id, commercial_use, redistribution, ...others } = more;
  const { backend, exclude_backend_variations, quantized, ...order } = others;
  const { sort_by: _by, sort_desc: _descending, ...rest } = order;
  rest satisfies NoOtherKeys;
  const tests: ((facts: SearchFacts) => boolean)[] = [];
  if (nsfw !== undefined) tests.push((facts) => facts.nsfw === nsfw);
  if (inpainting !== undefined) tests.push((facts) => facts.inpainting === inpainting);
  if (baseline !== undefined) {
    const { baselinesOf: baselineCategory } = fields;
    const canonicalBaseline =
      baselineCategory === null ? baseline : baselines.canonical(baselineCategory, baseline);
    tests.push((facts) => facts.baseline === canonicalBaseline);
  }
  if (tags_all?.length) tests.push(({ tags }) => tags_all.every((tag) => tags.includes(tag)));
  if (tags_any?.length) tests.push(({ tags }) => tags_any.some((tag) => tags.includes(tag)));
  if (tags_none?.length) tests.push(({ tags }) => !tags_none.some((tag) => tags.includes(tag)));
  if (license_id !== undefined) tests.push(({ licenseIds }) => licenseIds.includes(license_id));
  if (commercial_use !== undefined) tests.push((facts) => facts.commercialUse === commercial_use);
  if (redistribution !== undefined) tests.push((facts) => facts.redistribution === redistribution);
  if (fields.hasTextNames) {
    if (backend !== undefined) {
      const prefix = findBackendPrefix(backend);
      tests.push(({ name }) => readBackendPrefix(name) === prefix);
    }
    if (exclude_backend_variations) tests.push(({ name }) => readBackendPrefix(name) === null);
    if (quantized !== undefined) tests.push(({ name }) => isQuantised(name) === quantized);
  }
  if (name_contains) {
    const foldedPart = foldName(name_contains);
    tests.push(({ foldedName }) => foldedName.includes(foldedPart));
  }
  return (facts) => tests.every((test) => test(facts));
}

/** @throws RegistryError bad_request for a filter on a field that the category's records lack */
export function checkFilters(query: SearchQuery, fields: SearchFields): void {
  for (const filter of Object.keys(fieldFilters) as FieldFilter[]) {
    const value = query[filter];
    if (Array.isArray(value) ? value.length > 0 : value !== undefined) checkFilter(filter, fields);
  }
}

/**
 * Returns one page of the records that pass all filters, and the total number of these records. With
 * `sort_by`, the records are sorted, and equal ones keep the given order; without it, all keep the given
 * order. Records without a sort value come last, or first with `sort_desc`.
 *
 * @param factsOf returns the facts of a record, computed by `createSearchFacts`
 * @throws RegistryError bad_request for an unknown backend, or a `sort_by` that is unknown or not sortable
 */
export function searchRecords<Of extends SearchableRecord>(
  records: readonly Of[],
  query: SearchQuery,
  fields: SearchFields,
  {
    factsOf,
    baselines,
  }: { readonly factsOf: (record: Of) => SearchFacts; readonly baselines: KnownBaselines },
): { readonly records: readonly Of[]; readonly total: number } {
  const { sort_by, sort_desc = false, offset, limit, ...filters } = query;
  const path = sort_by === undefined ? null : parseSortPath(sort_by, fields);
  const matchesFilters = createFilter(filters, fields, baselines);
  const matchingRecords = records.filter((record) => matchesFilters(factsOf(record)));
  if (path !== null) {
    const readSortKey = createSortKeyReader(path, fields, factsOf);
    const keys = new Map(matchingRecords.map((record) => [record, readSortKey(record)] as const));
    const direction = sort_desc ? -1 : 1;
    matchingRecords.sort((a, b) => direction * compareKeys(keys.get(a)!, keys.get(b)!));
  }
  return { records: matchingRecords.slice(offset, offset + limit), total: matchingRecords.length };
}

/**
 * Returns a function that reads the value at a path of a record. Caches values of schema fields with the record's
 * facts. Does not cache values in objects with arbitrary keys, because the number of their paths is unlimited.
 */
function createSortKeyReader<Of extends SearchableRecord>(
  path: readonly string[],
  { sortablePaths }: SearchFields,
  factsOf: (record: Of) => SearchFacts,
): (record: Of) => SortKey | null {
  const id = path.join('__');
  if (!sortablePaths.includes(id)) return ({ record }) => readSortKey(record, path);
  return (model) => {
    const { sortKeys } = factsOf(model);
    let key = sortKeys.get(id);
    if (key === undefined) {
      key = readSortKey(model.record, path);
      sortKeys.set(id, key);
    }
    return key;
  };
}
