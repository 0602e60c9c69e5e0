import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import {
  createGroupDetail,
  createGroupLinks,
  createGroupNameSchema,
  mergeNameSchema,
  summariseGroups,
  TextGroupIndex,
  type TextModel,
} from '../../../../src/records/text-names/index.ts';

const noLinks = createGroupLinks({ aliases: [], families: [], schemas: [] });
const model = (name: string, record: JsonObject = {}, group = 'Foo'): TextModel => ({
  name,
  record: { name, text_model_group: group, ...record },
});

describe('TextGroupIndex', () => {
  it('lists distinct non-empty groups by code point', () => {
    const groups = ['chat', 'Chat', '3B', '', '_', '\u{1f600}', '\uff21', 'chat'];
    const index = new TextGroupIndex([
      ...groups.map((group, at) => model(`m${at}`, {}, group)),
      { name: 'none', record: {} },
      { name: 'odd', record: { text_model_group: 5 } },
    ]);
    expect(index.groupNames).toEqual(['3B', 'Chat', '_', 'chat', '\uff21', '\u{1f600}']);
    expect(index.members('chat').map(({ name }) => name)).toEqual(['m0', 'm7']);
    expect(index.members('CHAT')).toEqual([]);
  });

  it('lists distinct trimmed baselines', () => {
    const baselines = [' b ', 'a', '', 'b', null, 'B', '  '];
    const index = new TextGroupIndex(baselines.map((baseline, at) => model(`m${at}`, { baseline })));
    expect(index.distinctBaselines).toEqual(['B', 'a', 'b']);
  });
});

describe('createGroupDetail', () => {
  const members = [
    model('a/Foo-7B-Chat', { baseline: 'x', tags: ['t'], nsfw: false, description: '', parameters: 7e9 }),
    model('b/Foo-13B-v1', {
      baseline: 'x',
      tags: ['t'],
      nsfw: false,
      description: '',
      name_schema_exception: 'old',
    }),
    model('koboldcpp/Foo-7B', { baseline: 'other', name_schema_exception: 'not canonical' }),
    model('b/Foo-7B', {
      baseline: 'x',
      tags: ['t'],
      nsfw: false,
      description: '',
      name_schema_exception: '',
    }),
  ];

  it('shows all of a group', () => {
    const index = new TextGroupIndex(members);
    const links = createGroupLinks({
      aliases: [],
      families: [{ family_name: 'Foos', members: ['Bar', 'Foo'] }],
      schemas: [],
    });
    const { members: shown, ...rest } = createGroupDetail(index, links, 'Foo')!;
    expect(rest).toMatchObject({
      common_fields: { baseline: 'x', description: '', nsfw: false, tags: ['t'] },
      available_variants: [null, 'Chat'],
      available_quants: [null],
      available_versions: [null, 'v1'],
      size_usage: { '7B': 2, '13B': 1 },
      variant_usage: { Chat: 1 },
      quant_usage: {},
      name_format: {
        separator: '-',
        part_order: ['base', 'size', 'variant'],
        author_included: true,
        common_author: null,
        template: '{author}/{base}-{size}-{variant}',
        extra_parts: [],
      },
      canonical_count: 3,
      backend_duplicate_count: 1,
      name_schema_is_custom: false,
      exception_members: [{ name: 'b/Foo-13B-v1', reason: 'old' }],
      related_family: { family_name: 'Foos', members: ['Bar', 'Foo'] },
      health_issues: [{ issue_type: 'missing_description', severity: 'info' }],
    });
    expect(shown.map(({ name }) => name)).toEqual(members.map(({ name }) => name));
    expect(shown[2]).toMatchObject({
      parsed: { base_name: 'Foo', size: '7B' },
      is_backend_duplicate: true,
      backend_prefix: 'koboldcpp/',
    });
  });

  it('sorts sizes by the number of parameters', () => {
    const sizes = ['8x7B', '7B1', '70B', '560m', '1b', '9.5B', '100K', '2x8M'];
    const index = new TextGroupIndex(sizes.map((size) => model(`Foo-${size}`)));
    expect(createGroupDetail(index, noLinks, 'Foo')!.available_sizes).toEqual([
      '100K',
      '2X8M',
      '560M',
      '1B',
      '9.5B',
      '8X7B',
      '70B',
      '7B1',
    ]);
  });

  it('takes lists as equal only in the same order', () => {
    const index = new TextGroupIndex([
      model('Foo-1B', { tags: ['a', 'b'] }),
      model('Foo-2B', { tags: ['b', 'a'] }),
    ]);
    expect(createGroupDetail(index, noLinks, 'Foo')!.common_fields).toEqual({});
  });

  it('shows a custom schema, also one that is saved for the group it is an alias of', () => {
    const index = new TextGroupIndex(members);
    const schema = { ...mergeNameSchema(null, { separator: '_', extra_parts: ['DATE'] }) };
    for (const group_name of ['Foo', 'Other']) {
      const links = createGroupLinks({
        aliases: [{ canonical: 'Other', aliases: ['Foo'] }],
        families: [],
        schemas: [{ group_name, schema }],
      });
      expect(createGroupDetail(index, links, 'Foo')).toMatchObject({
        name_schema_is_custom: true,
        name_format: { ...schema, template: '' },
      });
    }
  });
});

describe('createGroupNameSchema', () => {
  it('infers a schema without extra parts', () => {
    const index = new TextGroupIndex([model('a/Foo-7B-2411')]);
    expect(createGroupNameSchema(index, noLinks, 'Foo')?.name_schema).toMatchObject({
      part_order: ['base', 'size', 'extra:DATE'],
      extra_parts: [],
    });
    expect(createGroupDetail(index, noLinks, 'Foo')!.name_format.extra_parts).toEqual(['DATE']);
  });
});

describe('health issues', () => {
  const issuesOf = (...members: TextModel[]) =>
    new TextGroupIndex(members).health.issues.map(({ issue_type, message, severity }) => [
      issue_type,
      message,
      severity,
    ]);
  const sound = { baseline: 'x', nsfw: false, description: 'd' };

  it('come in a fixed order', () => {
    expect(
      issuesOf(
        model('Foo-1B', { baseline: 'b', nsfw: true }),
        model('Foo-2B', { baseline: 'a', nsfw: false, description: '' }),
        model('Foo-3B', { baseline: 'a', description: 'd' }),
        model('Foo-4B', { baseline: 7, description: 'd' }),
      ),
    ).toEqual([
      ['inconsistent_baseline', 'Members have different baselines: a, b', 'warning'],
      ['inconsistent_nsfw', 'Members have different NSFW flags', 'warning'],
      ['missing_baseline', '1 member(s) missing baseline', 'warning'],
      ['missing_description', '2 member(s) missing description', 'info'],
    ]);
  });

  it('look at canonical members only', () => {
    expect(issuesOf(model('a/Foo-1B', sound), model('koboldcpp/Foo-1B', { baseline: 'y' }))).toEqual([
      ['singleton_group', 'Group has only 1 canonical model - may not need a group', 'warning'],
    ]);
    expect(issuesOf(model('koboldcpp/Foo-1B'))).toEqual([]);
  });

  it('are none for a sound group', () => {
    expect(issuesOf(model('Foo-1B', sound), model('Foo-2B', sound))).toEqual([]);
  });
});

describe('summariseGroups', () => {
  const index = new TextGroupIndex([
    model('b/B-13B', {}, 'B'),
    model('b/B-7B', {}, 'B'),
    model('koboldcpp/B-1B', {}, 'B'),
    model('Old-7B', {}, 'Old'),
    model('C-7B', {}, 'C'),
  ]);
  const stored = {
    aliases: [
      { canonical: 'B', aliases: ['Old', 'Older'] },
      { canonical: 'C', aliases: [] },
    ],
    families: [{ family_name: 'F', members: ['B', 'C'] }],
    schemas: [{ group_name: 'B', schema: {} }],
  };

  it('gives a line per group and the totals', () => {
    const { groups, ...totals } = summariseGroups(index, createGroupLinks(stored));
    expect(totals).toEqual({
      total_groups: 3,
      total_models: 5,
      groups_with_families: 2,
      groups_with_aliases: 2,
      groups_with_issues: 3,
    });
    const none = { backend_duplicate_count: 0, alias_canonical: null, aliases: [], family_name: null };
    expect(groups).toMatchObject([
      { ...none, group_name: 'B', backend_duplicate_count: 1, family_name: 'F', aliases: ['Old', 'Older'] },
      { ...none, group_name: 'C', canonical_count: 1, has_custom_schema: false, family_name: 'F' },
      { ...none, group_name: 'Old', canonical_count: 1, has_custom_schema: true, alias_canonical: 'B' },
    ]);
  });
});
