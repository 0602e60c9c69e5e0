import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import type { TestApp } from '../../../support/app.ts';
import { entriesAt, prefix, startTextApp } from './text-generation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTextApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const { get, write } = entriesAt(prefix, () => app);

describe('lists', () => {
  test('name the groups, sorted', async () => {
    expect(await get('/groups')).toEqual([200, { groups: ['Tiger-Large', 'Tiger/Small', 'magnum'] }]);
  });

  test('count the issues', async () => {
    const [status, { issues, ...totals }] = await get('/groups/health');
    expect(status).toBe(200);
    expect(totals).toMatchObject({ total_groups_checked: 3, groups_with_issues: 3 });
    expect(totals.issue_counts_by_type).toMatchObject({
      ...{ singleton_group: 2, missing_description: 3, missing_baseline: 1 },
      ...{ inconsistent_baseline: 1, inconsistent_nsfw: 1 },
    });
    const message = '2 member(s) missing description';
    const last = { group_name: 'magnum', issue_type: 'missing_description', message, severity: 'info' };
    expect(issues.at(-1)).toEqual(last);
  });

  test('summarise each group, with what is said about it, fresh after every write', async () => {
    const magnum = async () => {
      const [, { groups, ...totals }] = await get('/groups/summary');
      return { ...groups[2], totals };
    };
    const entry = { group_name: 'magnum', canonical_count: 3, backend_duplicate_count: 0 };
    const none = { has_custom_schema: false, family_name: null, aliases: [] };
    const totals = { total_groups: 3, total_models: 5, groups_with_issues: 3 };
    const plain = {
      ...{ ...entry, ...none, alias_canonical: null, available_sizes: ['12B', '72B', '9B'] },
      totals: { ...totals, groups_with_families: 0, groups_with_aliases: 0 },
    };
    expect(await magnum()).toMatchObject(plain);
    await write('PUT', '/aliases/magnum', { aliases: ['Opus', 'Tiger-Large'] });
    await write('PUT', '/families/Big', { members: ['magnum', 'Tiger/Small'] });
    await write('PUT', '/group/magnum/name_schema', { separator: '_' });
    expect(await magnum()).toMatchObject({
      ...{ ...entry, has_custom_schema: true, family_name: 'Big', aliases: ['Opus', 'Tiger-Large'] },
      totals: { ...totals, groups_with_families: 2, groups_with_aliases: 2 },
    });
    for (const path of ['/aliases/magnum', '/families/Big', '/group/magnum/name_schema'])
      await write('DELETE', path);
    expect(await magnum()).toMatchObject(plain);
  });
});

describe('a group', () => {
  test('is shown with its members, facts and issues', async () => {
    const [status, group] = await get('/group/magnum');
    expect(status).toBe(200);
    const names = 'group_name members common_fields';
    const available = 'available_sizes available_variants available_quants available_versions';
    const usage = 'size_usage variant_usage quant_usage name_format canonical_count backend_duplicate_count';
    const others = 'name_schema_is_custom exception_members related_family health_issues guidance_coverage';
    expect(Object.keys(group).join(' ')).toBe([names, available, usage, others].join(' '));
    expect(group).toMatchObject({
      group_name: 'magnum',
      common_fields: { tags: ['rp', 'story'] },
      available_sizes: ['9B', '12B', '72B'],
      available_variants: [null],
      available_versions: ['v2', 'v4'],
      size_usage: { '9B': 1, '12B': 1, '72B': 1 },
      canonical_count: 3,
      related_family: null,
      name_schema_is_custom: false,
    });
    expect(group.health_issues.map(({ issue_type }: { issue_type: string }) => issue_type)).toEqual([
      'inconsistent_baseline',
      'inconsistent_nsfw',
      'missing_description',
    ]);
    const parts = { size: '12B', variant: null, quant: null, version: 'v4', extras: [] };
    const shown = { nsfw: false, style: 'roleplay', tags: ['rp', 'story'], is_backend_duplicate: false };
    const absent = { description: null, url: null, display_name: null, instruct_format: null };
    expect(group.members[1]).toEqual({
      ...{ ...shown, ...absent, backend_prefix: null, parameters: 9_000_000_000, baseline: 'Mistral' },
      name: 'org/magnum-v4-12b',
      parsed: { base_name: 'org/magnum', ...parts },
      guidance: { status: 'undocumented', primary_profile_id: null, supplemental_profile_ids: [] },
    });
  });

  test('is the same under each of its addresses, with a slash in its name too', async () => {
    const whole = await get('/group?name=magnum');
    for (const path of ['/group/magnum', '/group/magnum/', '/group/%6Dagnum'])
      expect(await get(path), path).toEqual(whole);
    for (const path of ['?name=Tiger/Small', '?name=Tiger%2FSmall', '/Tiger/Small', '/Tiger%2FSmall'])
      expect(await get(`/group${path}`), path).toMatchObject([200, { group_name: 'Tiger/Small' }]);
  });

  test.each([
    ['/group/none', 'none'],
    ['/group?name=', ''],
    ['/group/magnum%2Fname_schema', 'magnum/name_schema'],
    ['/group/none/name_schema', 'none'],
    ['/group/name_schema?name=none', 'none'],
  ])('without models is 404: %s', async (path, name) => {
    expect(await get(path)).toEqual([404, { detail: `No models found in group '${name}'` }]);
  });

  test.each(['/group', '/group/name_schema'])('has to be named: %s', async (path) => {
    const [status, { detail }] = await get(path);
    expect([status, detail]).toMatchObject([422, [{ type: 'missing', loc: ['query', 'name'] }]]);
  });
});

describe('a naming schema', () => {
  const inferred = {
    separator: '-',
    part_order: ['base', 'version', 'size'],
    author_included: true,
    common_author: null,
    template: '{author}/{base}-{version}-{size}',
    extra_parts: [],
  };
  const defaults = {
    ...inferred,
    part_order: ['base', 'size', 'variant', 'version', 'quant'],
    template: null,
  };

  test.each([
    ['/group/magnum/name_schema', '/group/name_schema?name=magnum'],
    ['/group/name_schema?name=magnum', '/group/magnum/name_schema'],
  ])('is inferred until one is saved over the defaults: %s', async (path, other) => {
    expect(await get(path)).toEqual([200, { group_name: 'magnum', name_schema: inferred, is_custom: false }]);
    const saved = { ...defaults, separator: '_' };
    const view = { group_name: 'magnum', name_schema: saved, is_custom: true };
    expect(await write('PUT', path, { separator: '_', template: null, unknown: 1 })).toEqual([200, view]);
    expect(await get(other)).toEqual([200, view]);
    const parts = { template: '{base}_{size}', part_order: ['base', 'extra:DATE'] };
    const next = { ...saved, ...parts, author_included: false };
    const update = { ...parts, author_included: 'no' };
    expect(await write('PUT', other, update)).toEqual([200, { ...view, name_schema: next }]);
    expect(await get('/group/magnum')).toMatchObject([
      200,
      { name_format: { separator: '_', template: '{base}_{size}' }, name_schema_is_custom: true },
    ]);
    expect(await write('DELETE', path)).toEqual([204, null]);
    expect(await get(other)).toMatchObject([200, { is_custom: false }]);
    expect(await write('DELETE', other)).toEqual([
      404,
      { detail: "No custom naming schema found for group 'magnum'" },
    ]);
  });

  test('may be saved for a group without models, and with nothing in it', async () => {
    const view = { group_name: 'No/One', name_schema: defaults, is_custom: true };
    expect(await write('PUT', '/group/No/One/name_schema', {})).toEqual([200, view]);
    expect(await get('/group/No%2FOne/name_schema')).toEqual([200, view]);
    expect(await write('DELETE', '/group/No%2FOne/name_schema')).toEqual([204, null]);
    expect(await get('/group/No/One/name_schema')).toMatchObject([404, {}]);
  });

  test('holds for the aliases of its group, but is deleted under its own name only', async () => {
    await write('PUT', '/aliases/magnum', { aliases: ['Opus'] });
    await write('PUT', '/group/magnum/name_schema', { separator: '.' });
    expect(await get('/group/Opus/name_schema')).toMatchObject([
      200,
      { group_name: 'Opus', name_schema: { separator: '.' }, is_custom: true },
    ]);
    expect(await write('DELETE', '/group/Opus/name_schema')).toMatchObject([404, {}]);
    await write('DELETE', '/group/magnum/name_schema');
    await write('DELETE', '/aliases/magnum');
  });

  test.each([
    [{ separator: 1 }, ['body', 'separator'], 'string_type'],
    [{ part_order: 'base' }, ['body', 'part_order'], 'list_type'],
    [{ author_included: 'maybe' }, ['body', 'author_included'], 'bool_parsing'],
  ])('%j is not valid', async (body, loc, type) => {
    const [status, { detail }] = await write('PUT', '/group/magnum/name_schema', body);
    expect([status, detail]).toMatchObject([422, [{ loc, type }]]);
    const nameless = { detail: 'Group name must not be empty or whitespace-only.' };
    expect(await write('PUT', '/group/name_schema?name=', {})).toEqual([422, nameless]);
  });
});

describe('common_fields', () => {
  const fields = (path: string, body: object) => write('PUT', path, body);
  const record = async (name: string) => (await app.get(`${prefix}/model/${name}`)).json();

  test.each(['/group/magnum/common_fields', '/group/common_fields?name=magnum'])(
    'queues one update per member, all of one call: %s',
    async (path) => {
      const [status, { updated_count, batch_id, pending_change_ids }] = await fields(path, { style: 'chat' });
      expect([status, updated_count]).toEqual([202, 3]);
      expect(batch_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      const changes = await app.store.read((reader) => changeStore(reader).getMany(pending_change_ids));
      expect(changes.map(({ model_name }) => model_name)).toEqual([
        'org/magnum-v4-9b',
        'org/magnum-v4-12b',
        'two/magnum-v2-72b',
      ]);
      expect(changes[0]).toMatchObject({
        operation: 'update',
        status: 'pending',
        batch_id: null,
        notes: "Batch group update for 'magnum'",
        request_metadata: { route: 'update_group_common_fields', batch_id },
        related_models: ['aphrodite/org/magnum-v4-9b', 'koboldcpp/magnum-v4-9b'],
        payload: { baseline: 'Gemma', tags: ['rp', 'story'], style: 'chat', text_model_group: 'magnum' },
      });
    },
  );

  const nothing = 'No fields to update. Provide at least one field.';
  const nulls = { baseline: null, description: null, url: null, nsfw: null, tags: null };
  test.each([
    ['/group/none/common_fields', { style: 'x' }, 404, "No models found in group 'none'"],
    ['/group/none/common_fields', {}, 404, "No models found in group 'none'"],
    ['/group/magnum/common_fields', {}, 400, nothing],
    ['/group/common_fields?name=magnum', { ...nulls, style: null, instruct_format: null }, 400, nothing],
    ['/group/magnum/common_fields', { parameters: 7 }, 400, nothing],
  ])('%s %j is %i', async (path, body, status, detail) => {
    expect(await fields(path, body)).toEqual([status, { detail }]);
  });

  test.each([
    [{ nsfw: 'maybe' }, ['body', 'nsfw'], 'bool_parsing'],
    [{ tags: ['a', 7] }, ['body', 'tags', 1], 'string_type'],
    [{ baseline: 7 }, ['body', 'baseline'], 'string_type'],
  ])('%j is not valid', async (body, loc, type) => {
    const [status, { detail }] = await fields('/group/magnum/common_fields', body);
    expect([status, detail]).toMatchObject([422, [{ loc, type }]]);
  });

  test('of a group with only backend-prefixed members is 404', async () => {
    const name = 'koboldcpp/ghost-7b';
    const v2 = JSON.stringify({ record_type: 'text_generation', name, text_model_group: 'ghost' });
    const row = { category: 'text_generation', name, v2, legacy: null, v2_hash: 'x', legacy_hash: null };
    await app.store.write((writer) => modelStore(writer).put(row, 1));
    expect(await fields('/group/ghost/common_fields', { style: 'x' })).toEqual([
      404,
      { detail: "No canonical models found in group 'ghost'" },
    ]);
  });

  test('sets what is given, and leaves the rest and what is null, once applied', async () => {
    const before = await record('two/magnum-v2-72b');
    const given = { baseline: 'Magnum', description: '', url: 'https://x.example' };
    const [, { pending_change_ids }] = await fields('/group/magnum/common_fields', {
      ...given,
      tags: null,
      nsfw: null,
    });
    expect(await record('two/magnum-v2-72b')).toEqual(before);
    await app.approve(...pending_change_ids);
    await app.apply(...pending_change_ids);
    expect(before.nsfw).toBe(true);
    expect(await record('two/magnum-v2-72b')).toEqual({
      ...{ ...before, ...given },
      metadata: { ...before.metadata, updated_at: expect.any(Number) },
    });
    expect(await get('/group/magnum')).toMatchObject([
      200,
      { common_fields: { ...given, tags: ['rp', 'story'] } },
    ]);
    expect(await record('org/Tiger-Large-7B')).toMatchObject({ baseline: ' Gemma ' });
  });
});
