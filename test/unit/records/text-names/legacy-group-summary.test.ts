import { describe, expect, it } from 'vitest';
import { summariseLegacyGroups } from '../../../../src/records/categories/text/grouped-entries.ts';

describe('summariseLegacyGroups', () => {
  it('sums a group up, each base model once', () => {
    const summaries = summariseLegacyGroups([
      { name: 'a/Foo-7B-Q4', record: { baseline: '', nsfw: false, tags: ['7B', 'chat'] } },
      { name: 'b/Foo-13B', record: { baseline: 'x', nsfw: true, description: 'd', tags: ['13B', 'chat'] } },
      { name: 'Bar', record: {} },
    ]);
    expect([...summaries]).toMatchObject([
      [
        'Foo',
        {
          member_count: 2,
          available_sizes: ['13B', '7B'],
          available_quants: ['Q4'],
          common_baseline: 'x',
          any_nsfw: true,
          any_has_description: true,
          merged_tags: ['13B', '7B', 'chat'],
          name_format: {
            separator: '-',
            part_order: ['base', 'size', 'quant'],
            author_included: true,
            common_author: null,
            template: '{author}/{base}-{size}-{quant}',
          },
        },
      ],
      [
        'Bar',
        {
          member_count: 1,
          available_sizes: [],
          common_baseline: null,
          any_nsfw: false,
          any_has_description: false,
          name_format: { author_included: false, template: '{base}' },
        },
      ],
    ]);
  });

  it('knows a size although an author holds what reads as one', () => {
    const models = [{ name: 'Sao10K/Euryale-1.3-L2-70B', record: {} }];
    expect([...summariseLegacyGroups(models).values()][0]?.available_sizes).toEqual(['0K', '70B']);
  });

  it('has no common baseline where there are two', () => {
    const models = ['x', 'y'].map((baseline, at) => ({ name: `Foo-${at + 1}B`, record: { baseline } }));
    expect(summariseLegacyGroups(models).get('Foo')?.common_baseline).toBeNull();
  });
});
