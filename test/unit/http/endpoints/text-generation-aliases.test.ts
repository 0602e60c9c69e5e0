import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { entriesAt, prefix } from './text-generation.ts';

const aliases = `${prefix}/aliases`;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const { canonical } of (await app.get(aliases)).json().entries)
    await write('DELETE', `/${encodeURIComponent(canonical)}`);
});

const { get, write } = entriesAt(aliases, () => app);
const entry = (canonical: string, ...names: string[]) => ({ canonical, aliases: names });

test('the list is empty at first, then sorted by canonical group', async () => {
  expect(await get()).toEqual([200, { entries: [] }]);
  await write('PUT', '/b', { aliases: ['z', 'a'] });
  await write('PUT', '/B', { aliases: [] });
  await write('PUT', '/a-b', { aliases: ['y'] });
  expect(await get()).toEqual([200, { entries: [entry('B'), entry('a-b', 'y'), entry('b', 'z', 'a')] }]);
});

describe('an entry', () => {
  test('is set, replaced, read and deleted', async () => {
    expect(await write('PUT', '/m', { aliases: ['x', 'y'] })).toEqual([200, entry('m', 'x', 'y')]);
    expect(await write('PUT', '/m', { aliases: ['z', 'x'] })).toEqual([200, entry('m', 'z', 'x')]);
    expect(await get('/m')).toEqual([200, entry('m', 'z', 'x')]);
    expect(await write('DELETE', '/m')).toEqual([204, null]);
    expect(await get('/m')).toEqual([404, { detail: "No alias entry for canonical group 'm'" }]);
    expect(await write('DELETE', '/m')).toEqual([404, { detail: "No alias entry for canonical group 'm'" }]);
  });

  test('keeps an alias that is given twice once, and stays when the list is empty', async () => {
    expect(await write('PUT', '/m', { aliases: ['x', 'y', 'x'] })).toEqual([200, entry('m', 'x', 'y')]);
    expect(await write('PUT', '/m', { aliases: [] })).toEqual([200, entry('m')]);
    expect(await get('/m')).toEqual([200, entry('m')]);
  });

  test('grows and shrinks by one; it goes with its last alias', async () => {
    expect(await write('POST', '/m/add', { alias: 'x' })).toEqual([200, entry('m', 'x')]);
    expect(await write('POST', '/m/add', { alias: 'y' })).toEqual([200, entry('m', 'x', 'y')]);
    expect(await write('POST', '/m/add', { alias: 'x' })).toEqual([200, entry('m', 'x', 'y')]);
    expect(await write('POST', '/m/remove', { alias: 'x' })).toEqual([200, entry('m', 'y')]);
    const missing = { detail: "Alias 'x' not found under canonical group 'm'" };
    expect(await write('POST', '/m/remove', { alias: 'x' })).toEqual([404, missing]);
    expect(await write('POST', '/m/remove', { alias: 'y' })).toEqual([200, entry('m')]);
    expect(await get()).toEqual([200, { entries: [] }]);
    const unknown = { detail: "Alias 'y' not found under canonical group 'm'" };
    expect(await write('POST', '/m/remove', { alias: 'y' })).toEqual([404, unknown]);
  });
});

describe('is a conflict', () => {
  beforeEach(async () => {
    await write('PUT', '/held', { aliases: ['x', 'y'] });
    await write('PUT', '/empty', { aliases: [] });
  });

  const taken = (alias: string) => `Alias '${alias}' is already registered under canonical group 'held'`;
  const isAlias = "Group 'x' is an alias of 'held', and an alias cannot have aliases itself";
  const hasEntry = (alias: string, count: number) =>
    `Alias '${alias}' is a canonical group with an alias entry of its own (${count} aliases); delete that entry first`;
  test.each([
    ['PUT', '/m', { aliases: ['n', 'x'] }, taken('x')],
    ['POST', '/m/add', { alias: 'y' }, taken('y')],
    ['PUT', '/m', { aliases: ['a', 'm'] }, "Canonical name 'm' cannot be its own alias"],
    ['POST', '/m/add', { alias: 'm' }, "Cannot alias 'm' to itself"],
    ['PUT', '/x', { aliases: ['n'] }, isAlias],
    ['PUT', '/x', { aliases: ['held'] }, isAlias],
    ['POST', '/x/add', { alias: 'n' }, isAlias],
    ['POST', '/m/add', { alias: 'held' }, hasEntry('held', 2)],
    ['PUT', '/m', { aliases: ['empty'] }, hasEntry('empty', 0)],
  ])('%s %s %j', async (method, path, body, detail) => {
    expect(await write(method, path, body)).toEqual([409, { detail }]);
    expect(await get()).toEqual([200, { entries: [entry('empty'), entry('held', 'x', 'y')] }]);
  });
});

test.each([
  ['PUT', '/m', {}, ['body', 'aliases'], 'missing'],
  ['PUT', '/m', { aliases: 'x' }, ['body', 'aliases'], 'list_type'],
  ['PUT', '/m', { aliases: ['x', 7] }, ['body', 'aliases', 1], 'string_type'],
  ['POST', '/m/add', {}, ['body', 'alias'], 'missing'],
  ['POST', '/m/remove', { alias: null }, ['body', 'alias'], 'string_type'],
])('%s %s %j is not valid', async (method, path, body, loc, type) => {
  const [status, { detail }] = await write(method, path, body);
  expect([status, detail]).toMatchObject([422, [{ loc, type }]]);
});

test.each([
  ['PUT', '/m', { aliases: [' '] }, 'Alias must not be empty or whitespace-only.'],
  ['PUT', '/m', { aliases: ['a\nb'] }, 'Alias must not contain control characters: "a\\nb"'],
  ['PUT', '/a%0Ab', { aliases: [] }, 'Canonical group name must not contain control characters: "a\\nb"'],
  ['POST', '/add', { alias: 'x' }, 'Canonical group name must not be empty or whitespace-only.'],
])('%s %s %j has a name that is none', async (method, path, body, detail) => {
  expect(await write(method, path, body)).toEqual([422, { detail }]);
});

describe('a name with slashes', () => {
  test.each(['org/model', 'org%2Fmodel'])('is reached as %s', async (path) => {
    const both = [200, entry('org/model', 'x', 'a/b')];
    expect(await write('POST', `/${path}/add`, { alias: 'x' })).toEqual([200, entry('org/model', 'x')]);
    expect(await write('PUT', `/${path}`, { aliases: ['x', 'a/b'] })).toEqual(both);
    expect(await get(`/${path}`)).toEqual(both);
    expect(await write('POST', `/${path}/remove`, { alias: 'x' })).toEqual([200, entry('org/model', 'a/b')]);
    expect(await write('DELETE', `/${path}`)).toEqual([204, null]);
  });

  test('may be encoded, and end like an action', async () => {
    for (const [path, canonical] of [
      ['/org%2Fadd', 'org/add'],
      ['/org/add', 'org/add'],
      ['/add', 'add'],
      ['/a%2Fb%25c%3F%23%20%C3%BC', 'a/b%c?# ü'],
    ] as const) {
      expect(await write('PUT', path, { aliases: [`of ${canonical}`] })).toMatchObject([200, { canonical }]);
      expect(await get(path)).toMatchObject([200, { canonical }]);
    }
    for (const canonical of ['add', 'org%2Fadd', 'org/remove']) {
      const added = await write('POST', `/${canonical}/add`, { alias: `to ${canonical}` });
      expect(added).toMatchObject([200, { canonical: decodeURIComponent(canonical) }]);
    }
    // An encoded action is none.
    expect(await write('POST', '/org%2Fadd', { alias: 'x' })).toMatchObject([405, {}]);
  });
});
