import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { entriesAt, prefix, startTextApp } from './text-generation.ts';

const families = `${prefix}/families`;
const key = keys.requestor;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { family_name } of (await app.get(families)).json().families)
    await write('DELETE', `/${encodeURIComponent(family_name)}`);
});

const { get, write } = entriesAt(families, () => app);
const family = (family_name: string, ...members: string[]) => ({ family_name, members });

describe('a family', () => {
  test('is created, replaced, read, listed and deleted', async () => {
    expect(await get()).toEqual([200, { families: [] }]);
    const members = { members: ['b', 'a', 'b'] };
    expect(await write('PUT', '/F', members)).toEqual([200, family('F', 'a', 'b')]);
    expect(await write('PUT', '/E', { members: ['é', 'z', 'Z'] })).toEqual([200, family('E', 'Z', 'z', 'é')]);
    expect(await write('PUT', '/F', { members: ['c', 'b'] })).toEqual([200, family('F', 'b', 'c')]);
    expect(await get('/F')).toEqual([200, family('F', 'b', 'c')]);
    expect(await get()).toEqual([200, { families: [family('E', 'Z', 'z', 'é'), family('F', 'b', 'c')] }]);
    expect(await write('DELETE', '/F')).toEqual([204, null]);
    expect(await get('/F')).toEqual([404, { detail: "Family 'F' not found" }]);
    expect(await write('DELETE', '/F')).toEqual([404, { detail: "Family 'F' not found" }]);
  });

  test('grows and shrinks by one; it goes with its last member', async () => {
    await write('PUT', '/F', { members: ['b'] });
    expect(await write('POST', '/F/add', { group_name: 'a' })).toEqual([200, family('F', 'a', 'b')]);
    expect(await write('POST', '/F/add', { group_name: 'a' })).toEqual([200, family('F', 'a', 'b')]);
    expect(await write('POST', '/F/remove', { group_name: 'b' })).toEqual([200, family('F', 'a')]);
    const missing = { detail: "Group 'b' not found in family 'F'" };
    expect(await write('POST', '/F/remove', { group_name: 'b' })).toEqual([404, missing]);
    expect(await write('POST', '/F/remove', { group_name: 'a' })).toEqual([200, family('F')]);
    expect(await get()).toEqual([200, { families: [] }]);
    const unknown = { detail: "Group 'a' not found in family 'F'" };
    expect(await write('POST', '/F/remove', { group_name: 'a' })).toEqual([404, unknown]);
    expect(await write('POST', '/F/add', { group_name: 'a' })).toEqual([
      404,
      { detail: `"Family 'F' does not exist."` },
    ]);
  });

  test('sets free whom it drops', async () => {
    await write('PUT', '/F', { members: ['a', 'b'] });
    await write('PUT', '/F', { members: ['b'] });
    expect(await write('PUT', '/G', { members: ['a'] })).toEqual([200, family('G', 'a')]);
  });

  test.each(['org/fam', 'org%2Ffam'])('is reached as %s', async (path) => {
    expect(await write('PUT', `/${path}`, { members: ['a/b'] })).toEqual([200, family('org/fam', 'a/b')]);
    const all = [200, family('org/fam', 'a/b', 'c')];
    expect(await write('POST', `/${path}/add`, { group_name: 'c' })).toEqual(all);
    expect(await get(`/${path}`)).toEqual(all);
    expect(await write('POST', `/${path}/remove`, { group_name: 'c' })).toMatchObject([
      200,
      { members: ['a/b'] },
    ]);
    expect(await write('DELETE', `/${path}`)).toEqual([204, null]);
  });

  const taken = (group: string) => `Group '${group}' already belongs to family 'F'`;
  test.each([
    ['PUT', '/G', { members: ['n', 'a'] }, `${taken('a')}. Remove it from that family first.`],
    ['POST', '/G/add', { group_name: 'b' }, taken('b')],
    ['PUT', '/G', { members: [] }, 'A family must have at least one member group.'],
    ['PUT', '/H', { members: [] }, 'A family must have at least one member group.'],
  ])('is not written by %s %s %j', async (method, path, body, detail) => {
    await write('PUT', '/F', { members: ['a', 'b'] });
    await write('PUT', '/G', { members: ['g'] });
    expect(await write(method, path, body)).toEqual([409, { detail }]);
    expect(await get()).toEqual([200, { families: [family('F', 'a', 'b'), family('G', 'g')] }]);
  });

  test.each([
    ['PUT', '/F', {}, ['body', 'members'], 'missing'],
    ['PUT', '/F', { members: { a: 1 } }, ['body', 'members'], 'list_type'],
    ['POST', '/F/add', { group_name: 7 }, ['body', 'group_name'], 'string_type'],
    ['POST', '/F/remove', {}, ['body', 'group_name'], 'missing'],
  ])('%s %s %j is not valid', async (method, path, body, loc, type) => {
    const [status, { detail }] = await write(method, path, body);
    expect([status, detail]).toMatchObject([422, [{ loc, type }]]);
    const badName = { detail: "Group name must not contain invalid characters \\: 'a\\b'" };
    expect(await write('PUT', '/F', { members: ['a\\b'] })).toEqual([422, badName]);
  });
});

describe('detect', () => {
  test('suggests what the names of the models share, aliases applied, and stores nothing', async () => {
    await using texts = await startTextApp();
    const detect = async (query = '') => (await texts.get(`${families}/detect${query}`)).json();
    const tigers = [family('Tiger', 'Tiger-Large', 'Tiger-Small')];
    expect(await detect()).toEqual({
      suggestions: tigers,
      total_groups_analyzed: 3,
      groups_in_families: 2,
      standalone_groups: 1,
    });
    expect(await detect('?min_prefix_length=6')).toMatchObject({ suggestions: [], standalone_groups: 3 });
    expect(await detect('?min_family_size=3')).toMatchObject({ suggestions: [] });
    expect((await texts.get(families)).json()).toEqual({ families: [] });

    const body = { aliases: ['Tiger-Small'] };
    await texts.send('PUT', `${prefix}/aliases/Cat-Small`, { key, body });
    expect(await detect()).toMatchObject({ suggestions: [], total_groups_analyzed: 3 });
  });

  test.each([
    ['min_prefix_length=1', 'greater_than_equal'],
    ['min_prefix_length=21', 'less_than_equal'],
    ['min_prefix_length=x', 'int_parsing'],
    ['min_family_size=1', 'greater_than_equal'],
    ['min_family_size=51', 'less_than_equal'],
  ])('%s is out of bounds', async (query, type) => {
    const [status, { detail }] = await get(`/detect?${query}`);
    expect(status).toBe(422);
    expect(detail).toMatchObject([{ loc: ['query', query.split('=')[0]], type }]);
  });
});
