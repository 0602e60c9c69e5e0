import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  groupOfName,
  isQuantised,
  normaliseName,
  type ParsedTextName,
  parseTextName,
} from '../../../../src/records/text-names/index.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { knownNames } from './known-names.ts';

const nothing: Omit<ParsedTextName, 'original_name' | 'base_name'> = {
  size: null,
  variant: null,
  quant: null,
  version: null,
  extras: [],
};
const date = (value: string, position: number) => ({ value, position, inferred_type: 'DATE' as const });
const leading = (value: string) => ({ value, position: 0, inferred_type: 'LEADING_VERSION' as const });

describe('parseTextName', () => {
  it.each(knownNames)('reads %s', (name, base_name, size, variant, quant, version, dated, group) => {
    const extras = dated === null ? [] : [date(dated.split('@')[0]!, Number(dated.split('@')[1]))];
    const original_name = name;
    expect(parseTextName(name)).toEqual({ original_name, base_name, size, variant, quant, version, extras });
    expect(groupOfName(name)).toBe(group);
  });

  it.each<[string, Partial<ParsedTextName> & { base_name: string }]>([
    ['Model-A22.7B', { base_name: 'Model-A2', size: '2.7B' }],
    // The plain form wins over the `NxM` form, even when it comes later.
    ['a-8x7B-b-3B', { base_name: 'a-8x7B-b', size: '3B' }],
    ['foo-7B1x-bar', { base_name: 'foo-1x-bar', size: '7B' }],
    ['foo-7B12x-bar', { base_name: 'foo-2x-bar', size: '7B1' }],
    ['foo-7.B', { base_name: 'foo', size: '7.B' }],
    ['foo-7Bit', { base_name: 'foo-7Bit' }],
    ['foo-1.2.3b', { base_name: 'foo-1', size: '2.3B' }],
    ['foo-12x34x5m', { base_name: 'foo-12x3', size: '4X5M' }],
    // `_` is part of a word.
    ['Foo_7B_Q4_K_M', { base_name: 'Foo_Q4_K_M', size: '7B' }],
    ['Model-v3-v0.1', { base_name: 'Model-v3', version: 'v0.1' }],
    ['Model-Thinking-Instruct', { base_name: 'Model-Thinking', variant: 'Instruct' }],
    ['Model-Turbo-reasoning', { base_name: 'Model-Turbo', variant: 'reasoning' }],
    ['Model-Q5_K_S-GGUF', { base_name: 'Model-GGUF', quant: 'Q5_K_S' }],
    ['Model-GGUF-q8_0', { base_name: 'Model-GGUF', quant: 'Q8_0' }],
    ['Model-Int8', { base_name: 'Model', quant: 'INT8' }],
    // A date's place is where it stood after the version went, counted over the whole name.
    ['DeepSeek-V2.5-1210', { base_name: 'DeepSeek', version: 'V2.5', extras: [date('1210', 1)] }],
    ['x-2024-05-06', { base_name: 'x-06', extras: [date('2024-05', 1)] }],
    ['x-05-2024', { base_name: 'x', extras: [date('05-2024', 1)] }],
    ['😀-_😀-1210', { base_name: '😀-_😀', extras: [date('1210', 3)] }],
    // Versions.
    ['Model-v2.', { base_name: 'Model-v2' }],
    ['Model-v2.a', { base_name: 'Model-v2.a' }],
    ['Model-v1.2.3x', { base_name: 'Model-.3x', version: 'v1.2' }],
    ['Model_v2_final', { base_name: 'Model_final', version: 'v2' }],
    ['Modelv2', { base_name: 'Modelv2' }],
    // No quantisations that are known.
    ['Model-Q4_K_XL', { base_name: 'Model-Q4_K_XL' }],
    ['Model-IQ4_XS', { base_name: 'Model-IQ4_XS' }],
    ['Model-Q9', { base_name: 'Model-Q9' }],
    ['Model-fp8', { base_name: 'Model-fp8' }],
    ['Model-bf16', { base_name: 'Model-bf16' }],
    // Leading versions.
    ['4.2.0-broken-tutu-24b', { base_name: 'broken-tutu', size: '24B', extras: [leading('4.2.0')] }],
    ['1.2_x', { base_name: 'x', extras: [leading('1.2')] }],
    ['1.2.3.4-x', { base_name: '1.2.3.4-x' }],
    // Nothing is left: the name is the base.
    ['7B', { base_name: '7B', size: '7B' }],
    ['Q4', { base_name: 'Q4', quant: 'Q4' }],
    ['-', { base_name: '-' }],
    ['', { base_name: '' }],
    // Digits and letters of any script.
    ['٧B-model', { base_name: 'model', size: '٧B' }],
    ['modèle-Chaté', { base_name: 'modèle-Chaté' }],
    ['éChat', { base_name: 'éChat' }],
    ['模型Q4-7B', { base_name: '模型Q4', size: '7B' }],
    // Separators that meet when a token goes.
    ['a--b__c  d..e', { base_name: 'a-b_c d.e' }],
    ['a-7B_b', { base_name: 'a-_b', size: '7B' }],
  ])('%s', (name, expected) => {
    expect(parseTextName(name)).toEqual({ ...nothing, original_name: name, ...expected });
  });
});

describe('groupOfName', () => {
  it.each([
    ['ReadyArt/4.2.0-Broken-Tutu-24b', 'Broken-Tutu'],
    ['aphrodite/ReadyArt/4.2.0-Broken-Tutu-24b', 'Broken-Tutu'],
    ['koboldcpp/4.2.0-Broken-Tutu-24b', 'Broken-Tutu'],
    ['koboldcpp/aphrodite/x-7B', 'x'],
    ['a/b/c-7B', 'b/c'],
    ['gpt2', 'gpt2'],
    ['author/7B', '7B'],
    ['', ''],
  ])('%s belongs to %s', (name, group) => {
    expect(groupOfName(name)).toBe(group);
  });
});

describe('normaliseName', () => {
  it.each([
    ['acrastt/Marx-3B-V3', 'acrastt/marx_3b_v3'],
    ['-A--b. c_', 'a_b_c'],
    ['...', ''],
  ])('%s', (name, normalised) => {
    expect(normaliseName(name)).toBe(normalised);
  });
});

describeWithSharedData('the published names', (sharedData) => {
  const lines = readFileSync(`${sharedData}/parse-names.jsonl`, 'utf8').split('\n').filter(Boolean);

  it('are all parsed as clients know them', () => {
    const expected = lines.map((line) => JSON.parse(line));
    const found = expected.map(({ name }: { name: string }) => {
      const { original_name, ...parsed } = parseTextName(name);
      return {
        name: original_name,
        ...parsed,
        normalized_name: normaliseName(name),
        suggested_group: groupOfName(name),
        is_quantized: isQuantised(name),
      };
    });
    expect(expected.length).toBeGreaterThan(300);
    expect(found).toEqual(expected);
  });
});
