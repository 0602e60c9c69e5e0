import { describe, expect, it } from 'vitest';
import { RegistryError } from '../../../../../src/kernel/errors.ts';
import type { JsonObject } from '../../../../../src/kernel/json.ts';
import {
  checkSource,
  type SearchQuery,
  searchFields,
} from '../../../../../src/modules/insight/search/query.ts';
import { categories, findCategory } from '../../../../../src/records/categories/index.ts';
import { searchCategory } from './search-all.ts';

function searched(category: string, records: readonly JsonObject[], query: Partial<SearchQuery>) {
  const stored = records.map((record) => ({ name: String(record.name), record }));
  return searchCategory(stored, { limit: 50, offset: 0, ...query }, searchFields(findCategory(category)!));
}

function found(category: string, records: readonly JsonObject[], query: Partial<SearchQuery>): unknown[] {
  const { positions } = searched(category, records, query);
  return Array.from(positions, (position) => records[position]!.name);
}

function refusal(run: () => unknown): { code: string; message: string } {
  try {
    run();
  } catch (error) {
    if (error instanceof RegistryError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('filters', () => {
  const models = [
    { name: 'a', nsfw: true, baseline: 'sdxl', tags: ['x', 'y'] },
    { name: 'B', nsfw: false, baseline: '', tags: [] },
    { name: 'AB', nsfw: true, tags: ['x'], inpainting: true },
    { name: 'none' },
  ];

  it.each<[Partial<SearchQuery>, string[]]>([
    [{}, ['a', 'B', 'AB', 'none']],
    [{ nsfw: true }, ['a', 'AB']],
    [{ nsfw: false }, ['B']],
    [{ baseline: 'sdxl' }, ['a']],
    [{ baseline: 'SDXL' }, []],
    [{ baseline: '' }, ['B']],
    [{ inpainting: true }, ['AB']],
    [{ inpainting: false }, ['a', 'B', 'none']],
    [{ tags_any: ['x', 'z'] }, ['a', 'AB']],
    [{ tags_any: [] }, ['a', 'B', 'AB', 'none']],
    [{ tags_any: ['X'] }, []],
    [{ tags_all: ['x', 'y'] }, ['a']],
    [{ tags_none: ['y'] }, ['B', 'AB', 'none']],
    [{ name_contains: 'A' }, ['a', 'AB']],
    [{ name_contains: 'ab' }, ['AB']],
    [{ name_contains: '' }, ['a', 'B', 'AB', 'none']],
    [{ name_contains: 'non' }, ['none']],
    [{ name_contains: 'none' }, ['none']],
    [{ name_contains: 'nones' }, []],
    [{ name_contains: 'ß' }, []],
    [{ nsfw: true, tags_any: ['x'], name_contains: 'b' }, ['AB']],
    [{ offset: 2 }, ['AB', 'none']],
    [{ offset: 4 }, []],
    [{ offset: Number.MAX_SAFE_INTEGER }, []],
    [{ offset: 1, limit: 1 }, ['B']],
  ])('%j keeps %j', (query, names) => {
    expect(found('image_generation', models, query)).toEqual(names);
  });

  const textModels = ['a/x-7B', 'aphrodite/a/x-7B', 'koboldcpp/x-7B', 'a/x-7B-Q4_K_M'].map((name) => ({
    name,
  }));

  it.each<[Partial<SearchQuery>, string[]]>([
    [{ backend: 'aphrodite' }, ['aphrodite/a/x-7B']],
    [{ backend: 'koboldcpp' }, ['koboldcpp/x-7B']],
    [{ exclude_backend_variations: true }, ['a/x-7B', 'a/x-7B-Q4_K_M']],
    [{ exclude_backend_variations: false }, textModels.map(({ name }) => name)],
    [{ quantized: true }, ['a/x-7B-Q4_K_M']],
    [{ quantized: false, exclude_backend_variations: true }, ['a/x-7B']],
  ])('of text names: %j keeps %j', (query, names) => {
    expect(found('text_generation', textModels, query)).toEqual(names);
    // Elsewhere a name is only a name.
    expect(found('image_generation', textModels, query)).toHaveLength(textModels.length);
  });

  it('do not read on from one name into the next', () => {
    const names = ['xabcab', 'cabca', 'b'].map((name) => ({ name }));
    expect(found('image_generation', names, { name_contains: 'abcab' })).toEqual(['xabcab']);
  });

  it('read the name that readers see, not the key', () => {
    const fields = searchFields(findCategory('controlnet')!);
    const stored = [{ name: 'key', record: { name: 'shown' } }];
    expect(searchCategory(stored, { name_contains: 'shown', limit: 1, offset: 0 }, fields).total).toBe(1);
    expect(searchCategory(stored, { name_contains: 'key', limit: 1, offset: 0 }, fields).total).toBe(0);
  });
});

describe('sorting', () => {
  const models = [
    { name: 'one', version: '10', size_on_disk_bytes: 9, tags: ['b'], metadata: { created_at: 2 } },
    { name: 'two', version: '9', size_on_disk_bytes: 10, tags: ['a', 'z'] },
    { name: 'three', version: '10', tags: [], metadata: { created_at: 1 } },
    { name: 'four', version: '\uffee', size_on_disk_bytes: 9, tags: ['a'] },
    { name: 'five', version: '😀', size_on_disk_bytes: 9, requirements: { clip_skip: 2 } },
  ];

  it.each([
    ['size_on_disk_bytes', false, ['one', 'four', 'five', 'two', 'three']],
    ['size_on_disk_bytes', true, ['three', 'two', 'one', 'four', 'five']],
    ['version', false, ['one', 'three', 'two', 'four', 'five']],
    ['version', true, ['five', 'four', 'two', 'one', 'three']],
    ['tags', false, ['three', 'four', 'two', 'one', 'five']],
    ['metadata__created_at', false, ['three', 'one', 'two', 'four', 'five']],
    ['metadata__created_at', true, ['two', 'four', 'five', 'one', 'three']],
    ['requirements__clip_skip', false, ['five', 'one', 'two', 'three', 'four']],
    ['homepage', true, ['one', 'two', 'three', 'four', 'five']],
  ])('by %s, descending: %j', (sort_by, sort_desc, names) => {
    expect(found('image_generation', models, { sort_by, sort_desc })).toEqual(names);
  });

  it('puts numbers before strings before lists, where a free key holds all of them', () => {
    const free = [['b'], 'b', 2, ['a', 'c'], true, 'a', null, ['a', null]];
    const records = free.map((x, at) => ({ name: `${at}`, settings: { x } }));
    const names = found('text_generation', records, { sort_by: 'settings__x' });
    expect(names.map((name) => free[Number(name)])).toEqual([
      true,
      2,
      'a',
      'b',
      ['a', null],
      ['a', 'c'],
      ['b'],
      null,
    ]);
  });

  it('has at least one way for every category, and never an object', () => {
    const objects = [
      'config',
      'metadata',
      'model_classification',
      'finetune_series',
      'requirements',
      'settings',
    ];
    for (const category of categories) {
      const { sortable } = searchFields(category);
      expect(sortable).toEqual(expect.arrayContaining(['name', 'description', 'metadata__created_at']));
      expect(sortable.filter((field) => objects.includes(field))).toEqual([]);
    }
  });
});

describe('refusals', () => {
  const ask = (category: string, query: Partial<SearchQuery>) => refusal(() => searched(category, [], query));

  it.each<[Partial<SearchQuery>, string]>([
    [{ nsfw: true }, 'nsfw'],
    [{ baseline: 'x' }, 'baseline'],
    [{ inpainting: false }, 'inpainting'],
    [{ tags_none: ['x'] }, 'tags'],
  ])('clip models have no filter %j', (query, field) => {
    expect(ask('clip', query)).toEqual({
      code: 'bad_request',
      message:
        `Filter not supported for this category: Field '${field}' does not exist on ClipModelRecord. ` +
        'Valid filters: name_contains',
    });
  });

  it('names the filters there are', () => {
    expect(ask('text_generation', { inpainting: true }).message).toMatch(
      /Valid filters: nsfw, baseline, tags_any, tags_all, tags_none, name_contains$/,
    );
  });

  const sortableClip =
    'record_type, name, description, version, finetune_series__name, finetune_series__version, finetune_series__author, ' +
    'finetune_series__description, finetune_series__homepage, metadata__schema_version, metadata__created_at, ' +
    'metadata__updated_at, metadata__created_by, metadata__updated_by, model_classification__domain, ' +
    'model_classification__purpose, size_on_disk_bytes, lifecycle__state, lifecycle__reason, ' +
    'lifecycle__replaced_by, renamed_from, pretrained_name';

  it.each([
    ['nope', "Field 'nope' does not exist on ClipModelRecord"],
    ['', "Field '' does not exist on ClipModelRecord"],
    ['parameters_count', "Field 'parameters_count' does not exist on ClipModelRecord"],
    ['config', "Field 'config' holds objects, which have no order"],
    ['config__download', "There is no value to sort by at 'config__download'"],
    ['metadata__nope', "There is no value to sort by at 'metadata__nope'"],
    ['metadata__', "There is no value to sort by at 'metadata__'"],
    ['name__length', "There is no value to sort by at 'name__length'"],
    ['__proto__', "Field '__proto__' does not exist on ClipModelRecord"],
  ])('sort_by=%s', (sort_by, reason) => {
    expect(ask('clip', { sort_by })).toEqual({
      code: 'bad_request',
      message: `Invalid sort_by field: ${reason}. Valid fields: ${sortableClip}`,
    });
  });

  it('says which keys of free objects can be sorted by', () => {
    expect(ask('text_generation', { sort_by: 'settings' }).message).toMatch(/, settings__<key>$/);
  });

  it('knows the backends', () => {
    expect(ask('text_generation', { backend: 'vllm' })).toEqual({
      code: 'bad_request',
      message: "Unknown backend 'vllm'. Valid backends: aphrodite, koboldcpp",
    });
    expect(searched('clip', [], { backend: 'vllm' }).total).toBe(0);
  });

  it('knows the sources', () => {
    checkSource('horde');
    checkSource('any');
    expect(['civitai', '', 'HORDE'].map((source) => refusal(() => checkSource(source)))).toEqual(
      ['civitai', '', 'HORDE'].map((source) => ({
        code: 'bad_request',
        message: `Unknown source: No provider registered under source id '${source}'. Valid sources: horde, any`,
      })),
    );
  });
});
