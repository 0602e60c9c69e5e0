import { describe, expect, it } from 'vitest';
import {
  composeTextName,
  defaultNameSchema,
  inferNameFormat,
  mergeNameSchema,
  type NameParts,
  storedNameSchema,
} from '../../../../src/records/text-names/index.ts';

describe('composeTextName', () => {
  it.each<[NameParts, string]>([
    [{ author: 'acrastt', base_name: 'Marx', size: '3B', version: 'V3' }, 'acrastt/Marx-3B-V3'],
    [{ base_name: 'Foo', size: '7B', variant: 'Chat', version: 'v1', quant: 'Q4' }, 'Foo-7B-Chat-v1-Q4'],
    [
      {
        base_name: 'Foo',
        size: '7B',
        variant: 'Chat',
        version: 'v1',
        quant: 'Q4',
        separator: '_',
        part_order: ['quant', 'base', 'extra:date', 'size', 'size'],
      },
      'Q4_Foo_7B_7B',
    ],
    [{ base_name: 'Foo', size: '' }, 'Foo-'],
    [{ base_name: '', size: '' }, '-'],
    [{ base_name: 'Foo', size: '7B', separator: '', part_order: [] }, 'Foo-7B'],
    [{ base_name: 'Foo', size: '7B', variant: '', version: null, author: '' }, 'Foo-7B'],
    [{ base_name: 'Foo', size: '7B', part_order: ['variant', 'base'] }, 'Foo'],
  ])('%j gives %s', (parts, name) => {
    expect(composeTextName(parts)).toBe(name);
  });
});

describe('inferNameFormat', () => {
  it.each([
    {
      names: ['a/Foo-7B', 'a/Foo-13B-Chat-v1-Q4'],
      separator: '-',
      part_order: ['base', 'size', 'variant', 'version', 'quant'],
      common_author: 'a',
      template: '{author}/{base}-{size}-{variant}-{version}-{quant}',
    },
    {
      names: ['CohereForAI/c4ai-command-r-08-2024', 'CohereForAI/c4ai-command-r-v01'],
      separator: '-',
      part_order: ['base', 'extra:DATE'],
      common_author: 'CohereForAI',
      template: '{author}/{base}-{extra:DATE}',
      extra_parts: ['DATE'],
    },
    {
      names: ['Foo_7B_Q4_K_M', 'Foo_13B'],
      separator: '_',
      part_order: ['size'],
      author_included: false,
      template: '{size}',
    },
    {
      names: ['x/4.2.0-Broken-Tutu-24B'],
      separator: '-',
      part_order: ['extra:LEADING_VERSION', 'base', 'size'],
      common_author: 'x',
      template: '{author}/{extra:LEADING_VERSION}-{base}-{size}',
      extra_parts: ['LEADING_VERSION'],
    },
    {
      names: ['b/A_B-7B', 'c/A_B_13B'],
      separator: '_',
      part_order: ['base', 'size'],
      common_author: null,
      template: '{author}/{base}_{size}',
    },
    {
      names: ['13B-Foo', 'Foo-7B'],
      separator: '-',
      part_order: ['size', 'base'],
      author_included: false,
      template: '{size}-{base}',
    },
    {
      // A tie of `-` and `_` goes to `-`; the underscores of quantisations do not count.
      names: ['A_B-7B-Q4_K_M'],
      separator: '-',
      part_order: ['base', 'size', 'quant'],
      author_included: false,
      template: '{base}-{size}-{quant}',
    },
    {
      names: [],
      separator: '-',
      part_order: ['base', 'size', 'variant', 'version', 'quant'],
      author_included: false,
      template: '{base}-{size}',
    },
  ])('$names', ({ names, ...format }) => {
    expect(inferNameFormat(names)).toEqual({
      author_included: true,
      common_author: null,
      extra_parts: [],
      ...format,
    });
  });
});

describe('custom naming schemas', () => {
  it('come back from storage as they were', () => {
    const schema = mergeNameSchema(null, {
      separator: '',
      template: '',
      extra_parts: ['DATE'],
      common_author: '',
    });
    expect(storedNameSchema(JSON.parse(JSON.stringify(schema)))).toEqual(schema);
    expect(storedNameSchema({ separator: '_', unknown: 1 })).toEqual({
      ...defaultNameSchema(),
      separator: '_',
    });
  });
});
