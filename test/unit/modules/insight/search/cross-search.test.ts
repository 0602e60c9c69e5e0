import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import {
  type CrossSearchQuery,
  searchFields,
  sharedFields,
} from '../../../../../src/modules/insight/search/query.ts';
import { findCategory } from '../../../../../src/records/categories/index.ts';
import { searchAll } from './search-all.ts';

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
  const shared = sharedFields(
    ['image_generation', 'lora', 'clip'].map((category) => searchFields(findCategory(category)!)),
  );
  const stored = parts.flat().map((record) => ({ name: record.name, record: record as JsonObject }));
  const names = (query: Partial<CrossSearchQuery>): unknown[] =>
    searchAll(stored, { limit: 50, offset: 0, ...query }, shared).positions.map((at) => stored[at]!.name);

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
});
