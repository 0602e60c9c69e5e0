import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createGroupLinks,
  detectFamilies,
  listGroupsForFamilies,
  TextGroupIndex,
} from '../../../../src/records/text-names/index.ts';

/** Detects among names in any order; gives the families as an object, in the order of the answer. */
function families(names: string[], min_prefix_length: number, min_family_size: number): [string, string[]][] {
  const { suggestions } = detectFamilies([...names].sort(), { min_prefix_length, min_family_size });
  return suggestions.map(({ family_name, members }) => [family_name, members]);
}

describe('detectFamilies', () => {
  const mixed =
    'Mistral-Large Mistral-Small Mistral-Nemo Mistral-Nemo-X Mistral-Nemo-Y Foo GLM-4 GLM-5 ab-1 ab-2 Qwen';

  it('lets the longest prefix take its groups first', () => {
    expect(families(mixed.split(' '), 3, 2)).toEqual([
      ['GLM', ['GLM-4', 'GLM-5']],
      ['Mistral', ['Mistral-Large', 'Mistral-Nemo', 'Mistral-Small']],
      ['Mistral-Nemo', ['Mistral-Nemo-X', 'Mistral-Nemo-Y']],
    ]);
    expect(families(['A-B-C', 'A-B-D', 'A-E'], 1, 2)).toEqual([['A-B', ['A-B-C', 'A-B-D']]]);
  });

  it('takes prefixes of the least length and more, counted in characters', () => {
    expect(families(['ab-1', 'ab-2'], 2, 2)).toEqual([['ab', ['ab-1', 'ab-2']]]);
    expect(families(['ab-1', 'ab-2'], 3, 2)).toEqual([]);
    expect(families(['😀😀-1', '😀😀-2'], 3, 2)).toEqual([]);
    expect(families(['😀😀😀-1', '😀😀😀-2'], 3, 2)).toHaveLength(1);
  });

  it('splits at every hyphen, repeated and outer ones too', () => {
    expect(families(['abc--1', 'abc--2', '-x', '-y'], 2, 2)).toEqual([['abc-', ['abc--1', 'abc--2']]]);
  });

  it('never puts a group into two families, and never one below the least size', () => {
    const groups = fc.uniqueArray(
      fc
        .array(fc.constantFrom('ab', 'abc', 'x', 'Nemo', ''), { minLength: 1, maxLength: 5 })
        .map((words) => words.join('-')),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 2, max: 4 }),
        (names, length, size) => {
          const found = families(names, length, size);
          const members = found.flatMap(([, list]) => list);
          expect(new Set(members).size).toBe(members.length);
          for (const [prefix, list] of found) {
            expect(prefix.length).toBeGreaterThanOrEqual(length);
            expect(list.length).toBeGreaterThanOrEqual(size);
            for (const member of list) expect(member.startsWith(`${prefix}-`)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('listGroupsForFamilies', () => {
  it('goes by names, whatever group is stored, and resolves aliases', () => {
    const index = new TextGroupIndex([
      { name: 'a/Foo-7B', record: { text_model_group: 'Elsewhere' } },
      { name: 'a/Bar-7B', record: {} },
      { name: 'b/Oof-7B', record: {} },
    ]);
    const links = createGroupLinks({
      aliases: [{ canonical: 'Foo', aliases: ['Oof'] }],
      families: [],
      schemas: [],
    });
    expect(listGroupsForFamilies(index, links)).toEqual(['Bar', 'Foo']);
  });
});
