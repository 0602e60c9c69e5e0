import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import {
  groupDetail,
  groupLinks,
  groupNameSchema,
  groupsSummary,
  mergeNameSchema,
  TextGroupIndex,
  type TextModel,
} from '../../../../src/records/text-names/index.ts';

const noLinks = groupLinks({ aliases: [], families: [], schemas: [] });
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

  it('computes the facts of a group once', () => {
    const index = new TextGroupIndex([model('a/Foo-7B')]);
    expect(index.facts('Foo')).toBe(index.facts('Foo'));
    expect(index.health).toBe(index.health);
  });
});

describe('groupDetail', () => {
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
    const links = groupLinks({
      aliases: [],
      families: [{ family_name: 'Foos', members: ['Bar', 'Foo'] }],
      schemas: [],
    });
    const { members: shown, ...rest } = groupDetail(index, links, 'Foo')!;
    expect(rest).toEqual({
      group_name: 'Foo',
      common_fields: { baseline: 'x', description: '', nsfw: false, tags: ['t'] },
      available_sizes: ['7B', '13B'],
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
      health_issues: [
        {
          group_name: 'Foo',
          issue_type: 'missing_description',
          message: '3 member(s) missing description',
          severity: 'info',
        },
      ],
    });
    expect(shown.map(({ name }) => name)).toEqual(members.map(({ name }) => name));
    expect(shown[0]).toEqual({
      name: 'a/Foo-7B-Chat',
      parsed: { base_name: 'a/Foo', size: '7B', variant: 'Chat', quant: null, version: null, extras: [] },
      parameters: 7e9,
      baseline: 'x',
      nsfw: false,
      description: '',
      url: null,
      style: null,
      tags: ['t'],
      display_name: null,
      instruct_format: null,
      is_backend_duplicate: false,
      backend_prefix: null,
    });
    expect(shown[2]).toMatchObject({
      parsed: { base_name: 'Foo', size: '7B' },
      is_backend_duplicate: true,
      backend_prefix: 'koboldcpp/',
    });
  });

  it('is null for a group without members', () => {
    expect(groupDetail(new TextGroupIndex(members), noLinks, 'Bar')).toBeNull();
  });

  it('sorts sizes by the number of parameters', () => {
    const sizes = ['8x7B', '7B1', '70B', '560m', '1b', '9.5B', '100K', '2x8M'];
    const index = new TextGroupIndex(sizes.map((size) => model(`Foo-${size}`)));
    expect(groupDetail(index, noLinks, 'Foo')!.available_sizes).toEqual([
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
    expect(groupDetail(index, noLinks, 'Foo')!.common_fields).toEqual({});
  });

  it('shows a custom schema, also one that is saved for the group it is an alias of', () => {
    const index = new TextGroupIndex(members);
    const schema = { ...mergeNameSchema(null, { separator: '_', extra_parts: ['DATE'] }) };
    for (const group_name of ['Foo', 'Other']) {
      const links = groupLinks({
        aliases: [{ canonical: 'Other', aliases: ['Foo'] }],
        families: [],
        schemas: [{ group_name, schema }],
      });
      expect(groupDetail(index, links, 'Foo')).toMatchObject({
        name_schema_is_custom: true,
        name_format: { ...schema, template: '' },
      });
      expect(groupNameSchema(index, links, 'Foo')).toEqual({
        group_name: 'Foo',
        name_schema: schema,
        is_custom: true,
      });
    }
  });
});

describe('groupNameSchema', () => {
  it('infers a schema without extra parts', () => {
    const index = new TextGroupIndex([model('a/Foo-7B-2411')]);
    expect(groupNameSchema(index, noLinks, 'Foo')).toEqual({
      group_name: 'Foo',
      name_schema: {
        separator: '-',
        part_order: ['base', 'size', 'extra:DATE'],
        author_included: true,
        common_author: 'a',
        template: '{author}/{base}-{size}-{extra:DATE}',
        extra_parts: [],
      },
      is_custom: false,
    });
    expect(groupDetail(index, noLinks, 'Foo')!.name_format.extra_parts).toEqual(['DATE']);
  });

  it('is a custom one for a group without members, else null', () => {
    const index = new TextGroupIndex([]);
    const links = groupLinks({ aliases: [], families: [], schemas: [{ group_name: 'Foo', schema: {} }] });
    expect(groupNameSchema(index, links, 'Foo')?.is_custom).toBe(true);
    expect(groupNameSchema(index, noLinks, 'Foo')).toBeNull();
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

  it('are counted over groups in the order of their names', () => {
    const index = new TextGroupIndex([
      model('b-1B', sound, 'b'),
      model('a-1B', { ...sound, description: null }, 'a'),
      model('c-1B', sound, 'c'),
      model('c-2B', sound, 'c'),
    ]);
    expect(index.health).toMatchObject({
      total_groups_checked: 3,
      groups_with_issues: 2,
      issue_counts_by_type: { singleton_group: 2, missing_description: 1 },
    });
    expect(index.health.issues.map(({ group_name, issue_type }) => `${group_name} ${issue_type}`)).toEqual([
      'a singleton_group',
      'a missing_description',
      'b singleton_group',
    ]);
  });
});

describe('groupsSummary', () => {
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
    const { groups, ...totals } = groupsSummary(index, groupLinks(stored));
    expect(totals).toEqual({
      total_groups: 3,
      total_models: 5,
      groups_with_families: 2,
      groups_with_aliases: 2,
      groups_with_issues: 3,
    });
    expect(groups.map(({ health_issues: _, ...line }) => line)).toEqual([
      {
        group_name: 'B',
        canonical_count: 2,
        backend_duplicate_count: 1,
        has_custom_schema: true,
        family_name: 'F',
        alias_canonical: null,
        aliases: ['Old', 'Older'],
        available_sizes: ['13B', '7B'],
      },
      {
        group_name: 'C',
        canonical_count: 1,
        backend_duplicate_count: 0,
        has_custom_schema: false,
        family_name: 'F',
        alias_canonical: null,
        aliases: [],
        available_sizes: ['7B'],
      },
      {
        group_name: 'Old',
        canonical_count: 1,
        backend_duplicate_count: 0,
        has_custom_schema: true,
        family_name: null,
        alias_canonical: 'B',
        aliases: [],
        available_sizes: ['7B'],
      },
    ]);
  });

  it('has no families without links', () => {
    expect(groupsSummary(index, noLinks).groups_with_families).toBe(0);
  });
});
