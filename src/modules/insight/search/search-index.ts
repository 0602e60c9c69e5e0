import type { JsonObject } from '../../../kernel/json.ts';
import type { NothingLeft } from '../../../kernel/nothing-left.ts';
import { knownBaselines } from '../../../records/baselines/known-baselines.ts';
import { isQuantised, prefixOf, textBackends } from '../../../records/text-names/index.ts';
import { Bitset, type PositionSet } from './bitset.ts';
import { NameIndex } from './name-index.ts';
import {
  backendPrefix,
  checkFilter,
  type FieldFilter,
  fieldFilters,
  type SearchFields,
  type SearchQuery,
  sortPath,
} from './query.ts';
import { pageOf, SortOrder, sortKeyOf } from './sort-order.ts';

export interface SearchableRecord {
  /** The key in the category; used when the record has no `name` of its own. */
  readonly name: string;
  /**
   * The content of the record. The index reads it while it is built, at the first sort by a field, and at
   * the first filter for quantisations. It keeps no content, so `record` may be a getter that parses at each
   * read.
   */
  readonly record: JsonObject;
}

type Filters = Omit<SearchQuery, 'limit' | 'offset'>;
type TextNameFilters = Pick<SearchQuery, 'backend' | 'exclude_backend_variations' | 'quantized'>;

/** The index of some records of a category. It identifies a record by its position in stored order. */
export class SearchIndex {
  readonly fields: SearchFields;
  readonly size: number;
  readonly #records: readonly SearchableRecord[];
  readonly #names: NameIndex;
  readonly #baselines = new ValueIndex<string>();
  readonly #tags = new ValueIndex<string>();
  readonly #flags = { nsfw: new ValueIndex<boolean>(), inpainting: new ValueIndex<boolean>() };
  readonly #prefixes = new ValueIndex<string>();
  readonly #orders = new Map<string, SortOrder>();
  #quantised: PositionSet | undefined;

  /** @param records the records in stored order; the index keeps this array */
  constructor(records: readonly SearchableRecord[], fields: SearchFields) {
    this.fields = fields;
    this.size = records.length;
    this.#records = records;
    const names: string[] = [];
    for (const [position, { name: key, record }] of records.entries()) {
      const { baseline, tags, nsfw, inpainting } = record;
      const name = shownName(record, key);
      names.push(name);
      const prefix = fields.textNames ? prefixOf(name) : null;
      if (prefix !== null) this.#prefixes.add(prefix, position);
      if (typeof baseline === 'string') this.#baselines.add(baseline, position);
      if (typeof nsfw === 'boolean') this.#flags.nsfw.add(nsfw, position);
      // A model that does not state `inpainting` is not for it.
      this.#flags.inpainting.add(inpainting === true, position);
      if (!Array.isArray(tags)) continue;
      for (const tag of tags) if (typeof tag === 'string') this.#tags.add(tag, position);
    }
    this.#names = new NameIndex(names);
    for (const values of [this.#prefixes, this.#baselines, this.#tags, ...Object.values(this.#flags)]) {
      values.seal(this.size);
    }
  }

  /**
   * Gives the records that pass all filters of the query; null when the query has no filter. A record that
   * lacks the field of a filter does not pass it. Two fields have a default: missing `tags` count as empty,
   * and missing `inpainting` counts as false. The caller must not change the result.
   *
   * @throws RegistryError bad_request for an unknown backend
   */
  matches(query: Filters): Bitset | null {
    const matches = new Narrowing(this.size);
    const { nsfw, inpainting, baseline, tags_all, tags_any, tags_none, name_contains, ...others } = query;
    const { backend, exclude_backend_variations, quantized, ...order } = others;
    const { sort_by: _by, sort_desc: _descending, ...rest } = order;
    rest satisfies NothingLeft;
    if (nsfw !== undefined) matches.keep(this.#flags.nsfw.get(nsfw));
    if (inpainting !== undefined) matches.keep(this.#flags.inpainting.get(inpainting));
    if (baseline !== undefined) {
      const { baselinesOf: of } = this.fields;
      const stored = of === null ? baseline : knownBaselines().canonical(of, baseline);
      matches.keep(this.#baselines.get(stored));
    }
    for (const tag of tags_all ?? []) matches.keep(this.#tags.get(tag));
    if (tags_any?.length) matches.keep(this.#anyTag(tags_any));
    if (tags_none?.length) matches.drop(this.#anyTag(tags_none));
    if (this.fields.textNames) {
      this.#narrowByTextName(matches, { backend, exclude_backend_variations, quantized });
    }
    return name_contains ? this.#names.containing(name_contains, matches.left) : matches.left;
  }

  #anyTag(tags: readonly string[]): Bitset {
    const found = new Bitset(this.size);
    for (const tag of tags) found.or(this.#tags.get(tag));
    return found;
  }

  #narrowByTextName(
    matches: Narrowing,
    { backend, exclude_backend_variations, quantized }: TextNameFilters,
  ): void {
    if (backend !== undefined) matches.keep(this.#prefixes.get(backendPrefix(backend)));
    if (exclude_backend_variations) {
      for (const { prefix } of textBackends) matches.drop(this.#prefixes.get(prefix));
    }
    if (quantized === true) matches.keep(this.#quantisedNames());
    if (quantized === false) matches.drop(this.#quantisedNames());
  }

  /**
   * Gives the records whose names state a quantisation. All names are parsed at the first call, not before,
   * because parsing one takes about 2 µs.
   */
  #quantisedNames(): PositionSet {
    if (this.#quantised === undefined) {
      const found = new ValueIndex<boolean>();
      for (const [position, model] of this.#records.entries()) {
        if (isQuantised(shownName(model.record, model.name))) found.add(true, position);
      }
      found.seal(this.size);
      this.#quantised = found.get(true);
    }
    return this.#quantised;
  }

  /**
   * Gives the order of the records by the value at a path of keys. It is computed at the first use, then
   * kept.
   */
  order(path: readonly string[]): SortOrder {
    const id = path.join('\0');
    let order = this.#orders.get(id);
    if (order === undefined) {
      order = SortOrder.of(this.size, (position) => sortKeyOf(this.#records[position]!.record, path));
      this.#orders.set(id, order);
    }
    return order;
  }
}

/**
 * The records that are left after one filter after another. `left` is null before the first filter, and then
 * stands for all records.
 */
class Narrowing {
  readonly #size: number;
  left: Bitset | null = null;

  constructor(size: number) {
    this.#size = size;
  }

  keep(set: PositionSet): void {
    this.left = this.left === null ? Bitset.of(set, this.#size) : this.left.and(set);
  }

  drop(set: PositionSet): void {
    this.left = (this.left ?? Bitset.all(this.#size)).andNot(set);
  }
}

/** Gives the name that the record states; the key when it states none. */
function shownName({ name }: JsonObject, key: string): string {
  return typeof name === 'string' ? name : key;
}

/**
 * Maps each value of a field, such as a tag, to the positions of the records that have the value. It is
 * filled in stored order, then sealed, and then read.
 */
class ValueIndex<Value> {
  readonly #positions = new Map<Value, number[]>();
  readonly #sets = new Map<Value, PositionSet>();
  readonly #none = new Uint32Array(0);

  /** Adds a record to those with a value. Adding it again at once has no effect. */
  add(value: Value, position: number): void {
    const positions = this.#positions.get(value);
    if (positions === undefined) this.#positions.set(value, [position]);
    else if (positions.at(-1) !== position) positions.push(position);
  }

  /**
   * Ends the filling. `get` finds nothing before this call.
   * @param size the number of all records
   */
  seal(size: number): void {
    for (const [value, positions] of this.#positions) this.#sets.set(value, compact(positions, size));
    this.#positions.clear();
  }

  get(value: Value): PositionSet {
    return this.#sets.get(value) ?? this.#none;
  }
}

/**
 * Makes a set of positions, in the form that takes less memory: a list with 32 bits for each position, or one
 * bit for each record.
 */
function compact(positions: readonly number[], size: number): PositionSet {
  const list = Uint32Array.from(positions);
  return positions.length * 32 > size ? Bitset.of(list, size) : list;
}

/** @throws RegistryError bad_request for a filter that tests a field which the category's records lack */
export function checkFilters(query: SearchQuery, fields: SearchFields): void {
  for (const filter of Object.keys(fieldFilters) as FieldFilter[]) {
    const value = query[filter];
    if (Array.isArray(value) ? value.length > 0 : value !== undefined) checkFilter(filter, fields);
  }
}

/**
 * Finds one page of the records that pass all filters, and counts the records of all pages. Records are in
 * stored order or sorted; equal records stay in stored order.
 *
 * @throws RegistryError bad_request for a filter that the category lacks, an unknown backend, or a `sort_by`
 * that is unknown or has no order
 */
export function searchIndex(index: SearchIndex, query: SearchQuery) {
  checkFilters(query, index.fields);
  const path = query.sort_by === undefined ? null : sortPath(query.sort_by, index.fields);
  const matches = index.matches(query);
  const total = matches === null ? index.size : matches.count();
  const { offset, limit, sort_desc: descending = false } = query;
  // Without results there is nothing to sort.
  const order = path === null || total === 0 ? null : index.order(path);
  return { total, positions: pageOf({ matches, total, order, descending, offset, limit }) };
}
