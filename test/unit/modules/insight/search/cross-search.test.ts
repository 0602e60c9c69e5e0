import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import { type CrossHit, CrossIndex } from '../../../../../src/modules/insight/search/cross-index.ts';
import { type CrossSearchQuery, searchFields } from '../../../../../src/modules/insight/search/query.ts';
import { SearchIndex } from '../../../../../src/modules/insight/search/search-index.ts';
import { findCategory } from '../../../../../src/records/categories/index.ts';
import { naiveSearch } from './naive-search.ts';
import { type Collection, collections, question, smallCollection } from './random-search.ts';

const partOf = (category: string, records: readonly JsonObject[]) =>
  new SearchIndex(
    records.map((record) => ({ name: String(record.name), record })),
    searchFields(findCategory(category)!),
  );

describe('search over several categories', () => {
  const parts = [
    [
      { name: 'b', nsfw: true, tags: ['x'], version: '2' },
      { name: 'a', nsfw: false, version: '1' },
    ],
    [],
    [
      { name: 'a', version: '3' },
      { name: 'C', version: '1' },
    ],
  ];
  const index = new CrossIndex([
    partOf('image_generation', parts[0]!),
    partOf('lora', parts[1]!),
    partOf('clip', parts[2]!),
  ]);
  const names = (query: Partial<CrossSearchQuery>): unknown[] =>
    index
      .search({ limit: 50, offset: 0, ...query })
      .hits.map(({ part, position }) => parts[part]![position]!.name);

  it.each<[Partial<CrossSearchQuery>, string[]]>([
    [{}, ['b', 'a', 'a', 'C']],
    [{ offset: 1, limit: 2 }, ['a', 'a']],
    [{ sort_by: 'version' }, ['a', 'C', 'b', 'a']],
    [{ sort_by: 'version', sort_desc: true }, ['a', 'b', 'a', 'C']],
    [{ sort_by: 'name', name_contains: 'A' }, ['a', 'a']],
    [{ nsfw: true }, ['b']],
    [{ nsfw: false }, ['a']],
    [{ tags_any: ['x'] }, ['b']],
    [{ tags_none: ['x'] }, ['a', 'a', 'C']],
  ])('%j gives %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('sorts only by what every category has', () => {
    expect(() => names({ sort_by: 'baseline' })).toThrow(
      /^Invalid sort_by field: Field 'baseline' does not exist on the records of every category\. Valid fields: record_type, name, /,
    );
    expect(() => names({ sort_by: 'config' })).toThrow(/holds objects/);
  });

  it('gives what a look at every record of every category gives', () => {
    const collection: fc.Arbitrary<Collection> = fc.oneof(smallCollection, fc.constantFrom(...collections()));
    const merged = fc.array(collection, { minLength: 1, maxLength: 4 });
    const page = fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.nat(200) });
    fc.assert(
      fc.property(merged, question, page, (several, asked, { limit, offset }) => {
        const { nsfw, tags_any, tags_all, tags_none, name_contains, sort_by, sort_desc } = asked;
        const query = {
          nsfw,
          tags_any,
          tags_all,
          tags_none,
          name_contains,
          sort_by,
          sort_desc,
          limit,
          offset,
        };
        const everything = new CrossIndex(several.map((one) => one.index));
        const origin = several.flatMap(({ records }, part): CrossHit[] =>
          records.map((_, position) => ({ part, position })),
        );
        const expected = naiveSearch(
          several.flatMap(({ records }) => records),
          query,
        );
        expect(everything.search(query)).toEqual({
          hits: expected.positions.map((at) => origin[at]),
          total: expected.total,
        });
      }),
      { numRuns: 1000 },
    );
  });
});
