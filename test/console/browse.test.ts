import { describe, expect, it } from 'vitest';
import type { Model } from '../../console/src/api/models.ts';
import type { ModelRecord } from '../../console/src/api/types.ts';
import { groupRows, modelRows, openableIds } from '../../console/src/pages/browse/browse-rows.ts';
import { readBrowseSearch } from '../../console/src/pages/browse/browse-search.ts';
import { findModels, listBackendNames } from '../../console/src/pages/browse/filter-models.ts';
import { applyFacets, countFacets, noFacets } from '../../console/src/parts/filters/facets.ts';

function model(name: string, fields: Partial<ModelRecord> = {}, category = 'image_generation'): Model {
  return { category, name, record: { record_type: category, name, ...fields } as ModelRecord };
}

const models = [
  model('Anything', {
    baseline: 'sd1',
    style: 'anime',
    nsfw: false,
    tags: ['anime', 'booru'],
    size_on_disk_bytes: 2 ** 31,
  }),
  model('Flux', { baseline: 'flux', nsfw: false, tags: [], size_on_disk_bytes: 12 * 2 ** 30 }),
  model('Poison', { baseline: 'sd1', style: 'anime', nsfw: true, tags: ['anime'] }),
];

describe('the filters of the browse page', () => {
  const cases: [search: Parameters<typeof applyFacets>[1], names: string[]][] = [
    [{}, ['Anything', 'Flux', 'Poison']],
    [{ baseline: ['sd1'] }, ['Anything', 'Poison']],
    [{ baseline: ['sd1', 'flux'] }, ['Anything', 'Flux', 'Poison']],
    [{ style: ['anime'], nsfw: 'no' }, ['Anything']],
    [{ nsfw: 'yes' }, ['Poison']],
    [{ tag: ['anime', 'booru'] }, ['Anything', 'Poison']],
    [{ tag: ['anime', 'booru'], match: 'all' }, ['Anything']],
    [{ without: ['booru'] }, ['Flux', 'Poison']],
    [{ min: 2, max: 12 }, ['Anything', 'Flux']],
    [{ min: 2.1 }, ['Flux']],
  ];
  it.each(cases)('%j leaves %j', (search, names) => {
    expect(applyFacets(models, search).listed.map(({ name }) => name)).toEqual(names);
  });

  it('lists also what the registry finds by other words, the best first', () => {
    const found = new Map([
      ['Poison', 0],
      ['Flux', 1],
    ]);
    const listed = (q: string) => findModels(models, { q }, found).map(({ name }) => name);
    expect(listed('thing')).toEqual(['Poison', 'Flux', 'Anything']);
    expect(listed('')).toEqual(['Anything', 'Flux', 'Poison']);
  });

  it('counts text models in billions of parameters', () => {
    const texts = [3e9, 13e9].map((parameters) => model(`m${parameters}`, { parameters }, 'text_generation'));
    expect(applyFacets(texts, { max: 3 }).listed).toEqual([texts[0]]);
  });

  const counts = (search: Parameters<typeof applyFacets>[1]) =>
    Object.fromEntries(
      applyFacets(models, search).offered.map(({ key, values }) => [
        key,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
    );

  it('offers only what tells models apart, and counts what the other facets leave', () => {
    expect(counts({})).toEqual({
      baseline: { sd1: 2, flux: 1 },
      nsfw: { no: 2, yes: 1 },
      tag: { anime: 2, booru: 1 },
      without: { anime: 2, booru: 1 },
    });
    // A facet does not narrow itself, unless all of its values are needed.
    expect(counts({ baseline: ['flux'] })).toMatchObject({
      baseline: { sd1: 2, flux: 1 },
      nsfw: { no: 1, yes: 0 },
      tag: { anime: 0, booru: 0 },
    });
    expect(counts({ tag: ['booru'] })).toMatchObject({ tag: { anime: 2, booru: 1 } });
    expect(counts({ tag: ['booru'], match: 'all' })).toMatchObject({ tag: { anime: 1, booru: 1 } });
    // What is chosen can be taken away, even when no model has it.
    expect(counts({ style: ['furry'] })).toMatchObject({ style: { anime: 2, furry: 0 } });
  });

  it('are counted and taken away, and the view stays', () => {
    const view = { view: 'cards', sort: '-size' };
    const search = readBrowseSearch({ tag: ['x', 'y'], match: 'all', max: '5', ...view });
    expect(countFacets(search)).toBe(2);
    expect(readBrowseSearch({ ...search, ...noFacets })).toEqual(view);
  });
});

describe('the browse page’s state in the URL', () => {
  it('ignores what it does not know and what is not allowed', () => {
    const wrong = { nsfw: 'perhaps', view: 'pie', min: 'x', more: '1' };
    const read = readBrowseSearch({ q: 'a', baseline: 'sd1', tag: ['b', 'b'], ...wrong });
    expect(read).toEqual({ q: 'a', baseline: ['sd1'], tag: ['b'] });
  });
});

describe('text models in rows', () => {
  const texts = [
    model('a/Llama-8B', { text_model_group: 'Llama' }, 'text_generation'),
    model('b/Qwen-7B', { text_model_group: 'Qwen' }, 'text_generation'),
    model('a/Llama-70B', { text_model_group: 'Llama' }, 'text_generation'),
    model('c/Llama-Fork-8B', { text_model_group: 'Llama-Fork' }, 'text_generation'),
  ];

  it('lists each name that a backend serves a model under', () => {
    expect(listBackendNames('a/b/c')).toEqual(['a/b/c', 'aphrodite/a/b/c', 'koboldcpp/b/c']);
    expect(listBackendNames('gpt2')).toEqual(['gpt2', 'aphrodite/gpt2', 'koboldcpp/gpt2']);
    expect(modelRows(texts, true)).toHaveLength(12);
  });

  it('puts groups into their families, and families where their first group stands', () => {
    const families = new Map([
      ['Llama', 'The Llamas'],
      ['Llama-Fork', 'The Llamas'],
    ]);
    const rows = groupRows(texts, families, false);
    expect(openableIds(rows)).toEqual(['family:The Llamas', 'group:Llama', 'group:Llama-Fork', 'group:Qwen']);
    expect(rows).toMatchObject([
      {
        kind: 'family',
        name: 'The Llamas',
        children: [
          { kind: 'group', children: [{ name: 'a/Llama-8B' }, { name: 'a/Llama-70B' }] },
          { kind: 'group', children: [{ name: 'c/Llama-Fork-8B' }] },
        ],
      },
      { kind: 'group', name: 'Qwen' },
    ]);
  });
});
