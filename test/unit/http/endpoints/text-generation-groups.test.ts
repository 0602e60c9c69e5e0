import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import type { TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix, startTextApp } from './text-generation.ts';

const key = keys.requestor;
let app: TestApp;
beforeAll(async () => {
  app = await startTextApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const get = async (path: string) => {
  const answer = await app.get(prefix + path);
  return [answer.statusCode, answer.json()];
};
const write = async (method: string, path: string, body?: object) => {
  const answer = await app.send(method, prefix + path, { key, ...(body && { body }) });
  return [answer.statusCode, answer.body === '' ? null : answer.json()];
};

describe('lists', () => {
  test('name the groups, sorted', async () => {
    expect(await get('/groups')).toEqual([200, { groups: ['Tiger-Large', 'Tiger/Small', 'magnum'] }]);
  });

  test('count the issues', async () => {
    const [status, health] = await get('/groups/health');
    expect(status).toBe(200);
    expect(health).toMatchObject({
      total_groups_checked: 3,
      groups_with_issues: 3,
      issue_counts_by_type: {
        singleton_group: 2,
        missing_description: 3,
        missing_baseline: 1,
        inconsistent_baseline: 1,
        inconsistent_nsfw: 1,
      },
    });
    expect(health.issues.at(-1)).toEqual({
      group_name: 'magnum',
      issue_type: 'missing_description',
      message: '2 member(s) missing description',
      severity: 'info',
    });
  });

  test('summarise each group, with what is said about it, fresh after every write', async () => {
    const magnum = async () => {
      const [, summary] = await get('/groups/summary');
      const { groups, ...totals } = summary;
      return { ...groups[2], totals };
    };
    const entry = {
      group_name: 'magnum',
      canonical_count: 3,
      backend_duplicate_count: 0,
      has_custom_schema: false,
      family_name: null,
      alias_canonical: null,
      aliases: [],
      available_sizes: ['12B', '72B', '9B'],
    };
    const totals = {
      total_groups: 3,
      total_models: 5,
      groups_with_families: 0,
      groups_with_aliases: 0,
      groups_with_issues: 3,
    };
    expect(await magnum()).toMatchObject({ ...entry, totals });
    await write('PUT', '/aliases/magnum', { aliases: ['Opus', 'Tiger-Large'] });
    await write('PUT', '/families/Big', { members: ['magnum', 'Tiger/Small'] });
    await write('PUT', '/group/magnum/name_schema', { separator: '_' });
    expect(await magnum()).toMatchObject({
      ...entry,
      has_custom_schema: true,
      family_name: 'Big',
      aliases: ['Opus', 'Tiger-Large'],
      totals: { ...totals, groups_with_families: 2, groups_with_aliases: 2 },
    });
    await write('DELETE', '/aliases/magnum');
    await write('DELETE', '/families/Big');
    await write('DELETE', '/group/magnum/name_schema');
    expect(await magnum()).toMatchObject({ ...entry, totals });
  });

  test('are made once per state: the same bytes until something changes', async () => {
    const { views } = app.service.context.groups;
    expect(await views.summary()).toBe(await views.summary());
    expect(await views.detail('magnum')).toBe(await views.detail('magnum'));
    const before = await views.summary();
    await write('PUT', '/aliases/magnum', { aliases: ['Opus'] });
    expect(await views.summary()).not.toBe(before);
    await write('DELETE', '/aliases/magnum');
  });
});

describe('a group', () => {
  test('is shown with its members, facts and issues', async () => {
    const [status, group] = await get('/group/magnum');
    expect(status).toBe(200);
    expect(Object.keys(group)).toEqual([
      'group_name',
      'members',
      'common_fields',
      'available_sizes',
      'available_variants',
      'available_quants',
      'available_versions',
      'size_usage',
      'variant_usage',
      'quant_usage',
      'name_format',
      'canonical_count',
      'backend_duplicate_count',
      'name_schema_is_custom',
      'exception_members',
      'related_family',
      'health_issues',
      'guidance_coverage',
    ]);
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
    expect(group.members[1]).toEqual({
      name: 'org/magnum-v4-12b',
      parsed: { base_name: 'org/magnum', size: '12B', variant: null, quant: null, version: 'v4', extras: [] },
      parameters: 9_000_000_000,
      baseline: 'Mistral',
      nsfw: false,
      description: null,
      url: null,
      style: 'roleplay',
      tags: ['rp', 'story'],
      display_name: null,
      instruct_format: null,
      is_backend_duplicate: false,
      backend_prefix: null,
      guidance: { status: 'undocumented', primary_profile_id: null, supplemental_profile_ids: [] },
    });
  });

  test.each(['/group?name=magnum', '/group/magnum', '/group/magnum/', '/group/%6Dagnum'])(
    'is the same at %s',
    async (path) => {
      expect(await get(path)).toEqual(await get('/group?name=magnum'));
    },
  );

  test.each([
    '/group?name=Tiger/Small',
    '/group?name=Tiger%2FSmall',
    '/group/Tiger/Small',
    '/group/Tiger%2FSmall',
  ])('may have a slash in its name: %s', async (path) => {
    expect(await get(path)).toMatchObject([200, { group_name: 'Tiger/Small', canonical_count: 1 }]);
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
    separator: '-',
    part_order: ['base', 'size', 'variant', 'version', 'quant'],
    author_included: true,
    common_author: null,
    template: null,
    extra_parts: [],
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
    const next = {
      ...saved,
      template: '{base}_{size}',
      part_order: ['base', 'extra:DATE'],
      author_included: false,
    };
    const update = { template: '{base}_{size}', part_order: ['base', 'extra:DATE'], author_included: 'no' };
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
  });

  test('has a group with a name', async () => {
    expect(await write('PUT', '/group/name_schema?name=', {})).toEqual([
      422,
      { detail: 'Group name must not be empty or whitespace-only.' },
    ]);
  });
});

describe('common_fields', () => {
  const fields = async (path: string, body: object, of: TestApp = app) => {
    const answer = await of.send('PUT', prefix + path, { key, body });
    return [answer.statusCode, answer.json()];
  };
  const record = async (name: string, of: TestApp = app) => (await of.get(`${prefix}/model/${name}`)).json();

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

  test('sets what is given, and leaves the rest and what is null, once applied', async () => {
    await using own = await startTextApp();
    const before = await record('two/magnum-v2-72b', own);
    const edit = { baseline: 'Magnum', tags: null, nsfw: null, description: '', url: 'https://x.example' };
    const [, { pending_change_ids }] = await fields('/group/magnum/common_fields', edit, own);
    expect(await record('two/magnum-v2-72b', own)).toEqual(before);
    await own.approve(...pending_change_ids);
    await own.apply(...pending_change_ids);
    expect(before.nsfw).toBe(true);
    expect(await record('two/magnum-v2-72b', own)).toEqual({
      ...before,
      ...{ baseline: 'Magnum', description: '', url: 'https://x.example' },
      metadata: { ...before.metadata, updated_at: expect.any(Number) },
    });
    expect((await own.get(`${prefix}/group/magnum`)).json().common_fields).toEqual({
      baseline: 'Magnum',
      description: '',
      url: 'https://x.example',
      tags: ['rp', 'story'],
    });
    expect(await record('org/Tiger-Large-7B', own)).toMatchObject({ baseline: ' Gemma ' });
  });

  test.each([
    ['/group/none/common_fields', { style: 'x' }, 404, "No models found in group 'none'"],
    ['/group/none/common_fields', {}, 404, "No models found in group 'none'"],
    ['/group/magnum/common_fields', {}, 400, 'No fields to update. Provide at least one field.'],
    [
      '/group/common_fields?name=magnum',
      {
        baseline: null,
        description: null,
        url: null,
        nsfw: null,
        tags: null,
        style: null,
        instruct_format: null,
      },
      400,
      'No fields to update. Provide at least one field.',
    ],
    [
      '/group/magnum/common_fields',
      { parameters: 7 },
      400,
      'No fields to update. Provide at least one field.',
    ],
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
    await using own = await startTextApp();
    const name = 'koboldcpp/ghost-7b';
    const v2 = JSON.stringify({ record_type: 'text_generation', name, text_model_group: 'ghost' });
    await own.store.write((writer) =>
      modelStore(writer).put(
        { category: 'text_generation', name, v2, legacy: null, v2_hash: 'x', legacy_hash: null },
        1,
      ),
    );
    expect(await fields('/group/ghost/common_fields', { style: 'x' }, own)).toEqual([
      404,
      { detail: "No canonical models found in group 'ghost'" },
    ]);
  });
});
