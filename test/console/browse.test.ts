import { describe, expect, it } from 'vitest';
import type { Model } from '../../console/src/api/models.ts';
import type { ModelRecord } from '../../console/src/api/types.ts';
import { groupRows, modelRows, openableIds } from '../../console/src/pages/browse/browse-rows.ts';
import { readBrowseSearch } from '../../console/src/pages/browse/browse-search.ts';
import { backendNames, filterModels } from '../../console/src/pages/browse/filter-models.ts';
import { facet } from '../../console/src/parts/filters/facet.ts';

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
  const cases: [search: Parameters<typeof filterModels>[1], names: string[]][] = [
    [{}, ['Anything', 'Flux', 'Poison']],
    [{ q: 'LU' }, ['Flux']],
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
    expect(filterModels(models, search, 'image_generation').map(({ name }) => name)).toEqual(names);
  });

  it('lists also what the registry finds by other words, the best first', () => {
    const found = new Map([
      ['Poison', 0],
      ['Flux', 1],
    ]);
    const listed = (search: Parameters<typeof filterModels>[1]) =>
      filterModels(models, search, 'image_generation', found).map(({ name }) => name);
    expect(listed({ q: 'thing' })).toEqual(['Poison', 'Flux', 'Anything']);
    expect(listed({ q: 'thing', nsfw: 'no' })).toEqual(['Flux', 'Anything']);
    expect(listed({})).toEqual(['Anything', 'Flux', 'Poison']);
  });

  it('counts text models in billions of parameters', () => {
    const texts = [3e9, 13e9].map((parameters) => model(`m${parameters}`, { parameters }, 'text_generation'));
    expect(filterModels(texts, { max: 3 }, 'text_generation')).toEqual([texts[0]]);
  });

  it('offers the values with how many models have each, the most frequent first', () => {
    expect(facet(models, ({ record }) => record.tags ?? [])).toEqual([
      { value: 'anime', count: 2 },
      { value: 'booru', count: 1 },
    ]);
  });
});

describe('the browse page’s state in the URL', () => {
  it('ignores what it does not know and what is not allowed', () => {
    expect(
      readBrowseSearch({
        q: 'a',
        baseline: 'sd1',
        nsfw: 'perhaps',
        view: 'pie',
        min: 'x',
        tag: ['b', 'b'],
        more: '1',
      }),
    ).toEqual({ q: 'a', baseline: ['sd1'], tag: ['b'] });
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
    expect(backendNames('a/b/c')).toEqual(['a/b/c', 'aphrodite/a/b/c', 'koboldcpp/b/c']);
    expect(backendNames('gpt2')).toEqual(['gpt2', 'aphrodite/gpt2', 'koboldcpp/gpt2']);
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
