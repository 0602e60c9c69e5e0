import { describe, expect, it } from 'vitest';
import {
  backendVariants,
  groupLinks,
  groupOfName,
  resolveTextName,
  TextGroupIndex,
} from '../../../../src/records/text-names/index.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { realTextModels } from './real-models.ts';

const names = [
  'acrastt/Marx-3B-V3',
  'org/magnum-v4-9b',
  'org/magnum-v4-12b',
  'two/magnum-v4-9b-2411',
  'one/Twin-7B',
  'two/Twin-7B',
  'gpt2',
  'org/Case-7B',
  'org/CASE-7B',
  'org/Half-7B-fp16',
];
const index = new TextGroupIndex(
  names.map((name) => ({ name, record: { name, text_model_group: groupOfName(name) } })),
);
const links = groupLinks({
  aliases: [{ canonical: 'magnum', aliases: ['Opus', 'org/Big'] }],
  families: [{ family_name: 'Magnums', members: ['magnum'] }],
  schemas: [],
});
const noLinks = groupLinks({ aliases: [], families: [], schemas: [] });

describe('resolveTextName', () => {
  it.each([
    ['acrastt/Marx-3B-V3', 'acrastt/Marx-3B-V3', ['exact']],
    ['ACRASTT/marx-3b-v3', 'acrastt/Marx-3B-V3', ['letter_case']],
    ['org/Case-7B', 'org/Case-7B', ['exact']],
    ['aphrodite/acrastt/Marx-3B-V3', 'acrastt/Marx-3B-V3', ['backend_prefix']],
    ['koboldcpp/Marx-3B-V3', 'acrastt/Marx-3B-V3', ['backend_prefix']],
    ['KoboldCPP/marx-3b-v3', 'acrastt/Marx-3B-V3', ['letter_case', 'backend_prefix']],
    ['aphrodite/Marx-3B-V3', 'acrastt/Marx-3B-V3', ['backend_prefix', 'author_omitted']],
    ['Marx-3B-V3', 'acrastt/Marx-3B-V3', ['author_omitted']],
    ['marx-3b-v3', 'acrastt/Marx-3B-V3', ['letter_case', 'author_omitted']],
    ['acrastt/Marx-3B-V3-Q4_K_M-GGUF', 'acrastt/Marx-3B-V3', ['quantised_suffix']],
    ['koboldcpp/Marx-3B-V3.Q8_0.gguf', 'acrastt/Marx-3B-V3', ['backend_prefix', 'quantised_suffix']],
    ['Marx-3B-V3_int4', 'acrastt/Marx-3B-V3', ['quantised_suffix', 'author_omitted']],
    ['org/Half-7B-fp16-GGUF', 'org/Half-7B-fp16', ['quantised_suffix']],
    ['koboldcpp/Half-7B-fp16', 'org/Half-7B-fp16', ['backend_prefix']],
    ['gpt2', 'gpt2', ['exact']],
    ['koboldcpp/gpt2', 'gpt2', ['backend_prefix']],
    ['marx', 'acrastt/Marx-3B-V3', ['group']],
    ['Opus-v4-12b', 'org/magnum-v4-12b', ['alias']],
    ['opus-12B-V4', 'org/magnum-v4-12b', ['alias']],
    ['org/Opus-v4-12b-Q4', 'org/magnum-v4-12b', ['quantised_suffix', 'alias']],
    ['two/Opus-v4-9b-2411', 'two/magnum-v4-9b-2411', ['alias']],
  ])('%s is %s', (spelling, name, rules) => {
    const found = resolveTextName(index, links, spelling);
    expect(found).toMatchObject({ name, candidates: [name], rules, rule: rules.at(-1) });
  });

  it.each([
    [' acrastt/Marx-3B-V3 ', 'certain', ['blanks']],
    ['acrastt/Marx 3B V3', 'likely', ['separators']],
    ['marx 3b v3', 'likely', ['separators', 'author_omitted']],
    ['https://huggingface.co/acrastt/Marx-3B-V3', 'certain', ['address']],
    ['https://huggingface.co/acrastt/Marx-3B-V3/tree/main?x=1#y', 'certain', ['address']],
    ['hf.co/acrastt/Marx-3B-V3:Q4_K_M', 'likely', ['address', 'quantised_suffix']],
    [
      'https://huggingface.co/TheBloke/Marx-3B-V3-GGUF/resolve/main/marx-3b-v3.Q4_K_M.gguf',
      'likely',
      ['address', 'quantised_suffix', 'other_author'],
    ],
    ['TheBloke/Marx-3B-V3-GPTQ', 'likely', ['quantised_suffix', 'other_author']],
    ['TheBloke/Marx-3B-V3', 'likely', ['other_author']],
    ['somebody/marx-3b-v3-4bit', 'likely', ['quantised_suffix', 'other_author']],
    ['acrastt/Marx-3B-V3-4bit', 'likely', ['quantised_suffix']],
    ['acrastt/Marx-3B-V3-bf16', 'likely', ['quantised_suffix']],
    ['Marx-3B-V3-4.0bpw-h6-exl2', 'likely', ['quantised_suffix', 'author_omitted']],
    ['mradermacher/Marx-3B-V3-i1-GGUF', 'likely', ['quantised_suffix', 'other_author']],
    ['koboldcpp/Marx-3B-V3:Q4_K_M', 'likely', ['backend_prefix', 'quantised_suffix']],
    ['koboldcpp/Marx-3B-V3.i1-IQ4_XS', 'likely', ['backend_prefix', 'quantised_suffix']],
  ])('answers %j, which people send, and how sure it is', (spelling, confidence, rules) => {
    expect(resolveTextName(index, links, spelling)).toMatchObject({
      name: 'acrastt/Marx-3B-V3',
      confidence,
      rules,
    });
  });

  it('names no record for another author’s model of the same name, which may be another one', () => {
    expect(resolveTextName(index, links, 'other/Marx-3B-V3')).toMatchObject({
      name: null,
      confidence: 'possible',
      candidates: ['acrastt/Marx-3B-V3'],
      rules: ['other_author'],
    });
    expect(resolveTextName(index, links, 'TheBloke/Twin-7B-GGUF')).toMatchObject({
      name: null,
      candidates: ['one/Twin-7B', 'two/Twin-7B'],
    });
  });

  it('gives the group and its family', () => {
    expect(resolveTextName(index, links, 'koboldcpp/magnum-v4-9b')).toEqual({
      name: 'org/magnum-v4-9b',
      confidence: 'certain',
      candidates: ['org/magnum-v4-9b'],
      group: 'magnum',
      family: 'Magnums',
      rule: 'backend_prefix',
      rules: ['backend_prefix'],
    });
    expect(resolveTextName(index, noLinks, 'gpt2')).toMatchObject({ group: 'gpt2', family: null });
  });

  it('names no record where several fit, and lists them', () => {
    expect(resolveTextName(index, links, 'twin-7b')).toEqual({
      name: null,
      confidence: 'possible',
      candidates: ['one/Twin-7B', 'two/Twin-7B'],
      group: 'Twin',
      family: null,
      rule: 'author_omitted',
      rules: ['letter_case', 'author_omitted'],
    });
    expect(resolveTextName(index, links, 'ORG/case-7b')).toMatchObject({
      name: null,
      candidates: ['org/Case-7B', 'org/CASE-7B'],
      group: null,
    });
    for (const spelling of ['Opus', 'org/big', 'koboldcpp/OPUS', 'magnum']) {
      expect(resolveTextName(index, links, spelling)).toMatchObject({
        name: null,
        candidates: ['org/magnum-v4-9b', 'org/magnum-v4-12b', 'two/magnum-v4-9b-2411'],
        group: 'magnum',
        family: 'Magnums',
        rule: spelling === 'magnum' ? 'group' : 'alias',
      });
    }
  });

  it('takes the members of an alias as members of its group', () => {
    const records = [
      { name: 'a/New-7B', record: { text_model_group: 'New' } },
      { name: 'a/Old-7B', record: { text_model_group: 'Old' } },
    ];
    const renamed = groupLinks({
      aliases: [{ canonical: 'New', aliases: ['Old'] }],
      families: [],
      schemas: [],
    });
    const both = new TextGroupIndex(records);
    expect(resolveTextName(both, renamed, 'Old')?.candidates).toEqual(['a/New-7B', 'a/Old-7B']);
    expect(resolveTextName(both, renamed, 'a/Old-7B')).toMatchObject({ name: 'a/Old-7B', group: 'New' });
  });

  it.each([
    '',
    '-Q4'.repeat(300),
    '/',
    'koboldcpp/',
    'aphrodite/',
    '-Q4',
    'https://huggingface.co/datasets/acrastt/Marx-3B-V3',
    'https://huggingface.co/',
    'other/Marx-3B-V4-GGUF',
    'TheBloke/Marx-4B-V3',
    'Opus-v9-9b',
    'x/Opus-v4-12b',
    'x'.repeat(5000),
  ])('finds nothing for %s', (spelling) => {
    expect(resolveTextName(index, links, spelling)).toBeNull();
  });
});

describe('the nearest names', () => {
  it.each([
    ['acrast/Marx-3B-V4', 'acrastt/Marx-3B-V3'],
    ['TheBloke/Marx-3B-V3-GGUF', 'acrastt/Marx-3B-V3'],
    ['koboldcpp/Mraks-3B-V3', 'acrastt/Marx-3B-V3'],
    ['org/magnum-v4-90b', 'org/magnum-v4-9b'],
    ['gpt3', 'gpt2'],
  ])('to %s begin with %s', (spelling, name) => {
    expect(index.names.nearest(spelling, 5)[0]).toBe(name);
  });

  it('are as many as asked for, and none where nothing is near', () => {
    const many = new TextGroupIndex(
      Array.from({ length: 200 }, (_, at) => ({ name: `org/Model-${at}B`, record: {} })),
    );
    expect(many.names.nearest('org/Model-1000B', 5)).toHaveLength(5);
    expect(many.names.nearest('org/Model-77C', 1)).toEqual(['org/Model-77B']);
    expect(many.names.nearest('zzzzzzzz', 5)).toEqual([]);
    expect(many.names.nearest('', 5)).toEqual([]);
    expect(many.names.nearest('M'.repeat(100_000), 5)).toEqual([]);
  });
});

describeWithSharedData('resolving the published models', (sharedData) => {
  const models = realTextModels(sharedData);
  const published = new TextGroupIndex(models);

  it('finds each by its names in backends, by a quantised name and in other case', () => {
    for (const { name } of models) {
      for (const spelling of [name, ...backendVariants(name), `${name}-Q4_K_M`, name.toUpperCase()]) {
        expect([spelling, resolveTextName(published, noLinks, spelling)?.name]).toEqual([spelling, name]);
      }
    }
  });

  it('offers each for a slip of the pen', () => {
    for (const { name } of models) {
      const slip = name.slice(0, -2) + name.at(-1) + name.at(-2);
      if (slip === name || published.names.inAnyCase(slip).length > 0) continue;
      expect([slip, published.names.nearest(slip, 5)]).toEqual([slip, expect.arrayContaining([name])]);
    }
  });
});
