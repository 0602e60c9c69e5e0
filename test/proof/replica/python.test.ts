import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { minimalBody } from '../../support/least-bodies.ts';
import { versionsOf } from '../../support/versions.ts';
import { type PythonLike, startPythonLike } from './python-like.ts';
import { problemOf, type Registry, served, startReplica, temporaryDirectory, v2 } from './registries.ts';

const v1 = '/api/model_references/v1';

let python: PythonLike;

const record = (name: string, more: object = {}) => ({
  ...minimalBody('clip', name),
  record_type: 'clip',
  ...more,
});
const legacy = (name: string, more: object = {}) => ({ name, type: 'clip', ...more });

const bodyOf = async (registry: Registry, path: string) => {
  const { status, body } = await registry.get(path);
  return status === 200 ? (JSON.parse(body) as unknown) : status;
};
const untilServed = (replica: Registry, path: string) =>
  eventually(async () =>
    expect(await bodyOf(replica, `/api/model_references/${path}`)).toEqual(python.views.get(path)),
  );
/** Resolves when a round that began after the call has ended. */
const nextRound = async () => {
  const rounds = () => python.answered.filter((line) => line.startsWith('/api/replicate_mode')).length;
  const before = rounds();
  await eventually(() => expect(rounds()).toBeGreaterThan(before + 1));
};

beforeEach(async () => {
  python = await startPythonLike();
  onTestFinished(() => python[Symbol.asyncDispose]());
  python.views.set('v2/clip', { '7': record('7'), b: record('b', { description: 'été ☃' }) });
  python.views.set('v1/clip', { '7': legacy('7', { md5sum: 'x' }), b: legacy('b') });
  python.views.set('v2/lora', {});
  python.views.set('v1/lora', {});
});

describe.each([
  { etags: true, indent: 4 },
  { etags: true, indent: 0 },
  { etags: false, indent: 4 },
])('a primary of another kind, ETags: $etags, indented by $indent', ({ etags, indent }) => {
  beforeEach(() => {
    python.etags = etags;
    python.indent = indent;
  });

  test('is asked for both versions, and every record is served as it has it', async () => {
    python.views.set('v2/text_generation', {
      'a/b-7B': { name: 'a/b-7B', parameters: 7e9, record_type: 'text_generation' },
    });
    python.views.set('v1/text_generation', {
      'a/b-7B': {
        name: 'a/b-7B',
        model_name: 'b-7B',
        baseline: '',
        parameters: 7e9,
        description: '',
        version: '1',
        style: 'generalist',
        nsfw: false,
        tags: ['7B', 'generalist'],
        display_name: 'b 7B',
      },
    });
    const replica = await startReplica(python.url);
    await untilServed(replica, 'v2/clip');
    expect(await bodyOf(replica, `${v1}/clip`)).toEqual(python.views.get('v1/clip'));
    expect(await bodyOf(replica, `${v2}/text_generation`)).toEqual(python.views.get('v2/text_generation'));
    expect(await bodyOf(replica, `${v1}/text_generation`)).toMatchObject({
      'a/b-7B': python.views.get('v1/text_generation')?.['a/b-7B'],
      'aphrodite/a/b-7B': { name: 'aphrodite/a/b-7B' },
      'koboldcpp/b-7B': { name: 'koboldcpp/b-7B' },
    });
    expect(await bodyOf(replica, `${v2}/blip`)).toBe(404);

    python.views.set('v2/clip', { b: record('b'), c: record('c') });
    python.views.set('v1/clip', { b: legacy('b'), c: legacy('c') });
    await untilServed(replica, 'v2/clip');
    await untilServed(replica, 'v1/clip');
  });

  test('is asked again and again, after a restart too, and what is the same is not written again', async () => {
    const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
    const first = await startReplica(python.url, { databaseUrl });
    await untilServed(first, 'v2/clip');
    const versions = await versionsOf(first.app.store);
    await first[Symbol.asyncDispose]();
    const again = await startReplica(python.url, { databaseUrl });
    await nextRound();
    const asked = python.answered.length;
    await nextRound();
    expect(await versionsOf(again.app.store)).toEqual(versions);
    const answers = python.answered.slice(asked).filter((line) => line.includes('/clip'));
    expect(new Set(answers)).toEqual(
      new Set(etags ? ['v2/clip 304', 'v1/clip 304'] : ['v2/clip 200', 'v1/clip 200']),
    );
  });
});

describe('the last good copy stays', () => {
  const notAnObject = 'cannot be read|not a JSON object|not an object';
  test.each([
    ['a page of HTML', 200, '<html>', 'Unexpected token'],
    ['half an object', 200, '{"b": {"name"', 'JSON'],
    ['a list', 200, '[]', notAnObject],
    ['records that are none', 200, '{"b": 1, "7": 2}', notAnObject],
    ['a server error', 500, '{}', 'it answered 500'],
    ['a 404 that does not come from the service', 404, 'nothing here', 'not JSON'],
    ['v2 says that there is nothing, v1 does not', 404, '{"detail":"not found"}', 'but no longer in v2'],
  ])('%s', async (_case, status, text, problem) => {
    const replica = await startReplica(python.url);
    await untilServed(replica, 'v2/clip');
    const good = await served(replica);
    python.views.set('v2/miscellaneous', { other: { name: 'other' } });
    python.broken.set('v2/clip', { status, text });
    await eventually(() => expect(problemOf(replica)).toMatch(new RegExp(`clip: .*(${problem})`)));
    await eventually(async () =>
      expect(await bodyOf(replica, `${v2}/miscellaneous`)).toHaveProperty('other'),
    );
    expect({ ...(await served(replica)), 'v2/miscellaneous': null }).toEqual({
      ...good,
      'v2/miscellaneous': null,
    });
    python.broken.clear();
    await eventually(() => expect(problemOf(replica)).toBeNull());
  });

  test('when one of its two views is gone', async () => {
    const replica = await startReplica(python.url);
    await eventually(async () => expect(await bodyOf(replica, `${v1}/clip`)).toHaveProperty('b'));
    python.views.delete('v1/clip');
    await eventually(() =>
      expect(problemOf(replica)).toContain('the primary shows it in v2, but no longer in v1'),
    );
    expect(await bodyOf(replica, `${v1}/clip`)).toHaveProperty('b');
    // Once the models that v1 had are gone, there is nothing left to show in it.
    python.views.set('v2/clip', { 'v2 alone': record('v2 alone') });
    await eventually(async () => expect(await bodyOf(replica, `${v1}/clip`)).toBe(404));
    expect(await bodyOf(replica, `${v2}/clip`)).toEqual(python.views.get('v2/clip'));
  });

  test.each([
    ['there is nothing', () => python.views.clear(), /not read completely/],
    [
      'every category is empty, however often',
      () => {
        for (const view of python.views.keys()) python.views.set(view, {});
      },
      /has no models/,
    ],
  ])('when every answer is that %s: that is no registry', async (_what, answer, problem) => {
    const replica = await startReplica(python.url);
    await untilServed(replica, 'v2/clip');
    answer();
    await eventually(() => expect(problemOf(replica)).toMatch(problem));
    expect(await bodyOf(replica, `${v2}/clip`)).toEqual({
      '7': record('7'),
      b: record('b', { description: 'été ☃' }),
    });
  });
});

test('while a category cannot be read, the others are asked for by ETag, from a restart on', async () => {
  python.etags = true;
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const first = await startReplica(python.url, { databaseUrl });
  await untilServed(first, 'v2/clip');
  await first[Symbol.asyncDispose]();
  python.broken.set('v2/lora', { status: 500, text: '' });
  const second = await startReplica(python.url, { databaseUrl });
  await eventually(() => expect(problemOf(second)).toContain('lora: '));
  const asked = python.answered.length;
  await nextRound();
  const answers = python.answered.slice(asked).filter((line) => line.includes('/clip'));
  expect(new Set(answers)).toEqual(new Set(['v2/clip 304', 'v1/clip 304']));
});

test('a first copy is taken whole or not at all', async () => {
  python.broken.set('v1/clip', { status: 500, text: '' });
  const replica = await startReplica(python.url);
  await eventually(() => expect(problemOf(replica)).toContain('clip: '));
  expect((await replica.get(`${v2}/clip`)).status).toBe(503);
  python.broken.clear();
  await untilServed(replica, 'v2/clip');
});

describe('models that only one version shows', () => {
  beforeEach(() => {
    python.views.set('v2/clip', { both: record('both'), 'v2 alone': record('v2 alone') });
    python.views.set('v1/clip', { both: legacy('both'), 'v1 alone': legacy('v1 alone') });
  });

  test('where v2 is written, those that v1 still has are leftovers', async () => {
    const replica = await startReplica(python.url);
    await untilServed(replica, 'v2/clip');
    expect(await bodyOf(replica, `${v1}/clip`)).toEqual({ both: legacy('both') });
  });

  test('where v1 is written, they are shown in both', async () => {
    python.canonicalFormat = 'legacy';
    const replica = await startReplica(python.url);
    await untilServed(replica, 'v1/clip');
    expect(await bodyOf(replica, `${v2}/clip`)).toMatchObject({
      both: {},
      'v2 alone': {},
      'v1 alone': { name: 'v1 alone' },
    });
  });
});

test('a primary that begins to be written in the other format is noticed, although its views are as they were', async () => {
  python.etags = true;
  python.views.set('v1/clip', { b: legacy('b'), 'v1 alone': legacy('v1 alone') });
  const replica = await startReplica(python.url);
  await eventually(async () => expect(await bodyOf(replica, `${v1}/clip`)).toEqual({ b: legacy('b') }));
  python.canonicalFormat = 'legacy';
  await eventually(async () => expect(await bodyOf(replica, `${v1}/clip`)).toHaveProperty('v1 alone'));
  expect(await bodyOf(replica, `${v2}/clip`)).toHaveProperty('v1 alone');
});

test('the copy of another source is replaced whole or not at all', async () => {
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const first = await startReplica(python.url, { databaseUrl });
  await untilServed(first, 'v2/clip');
  const good = await served(first);
  await first[Symbol.asyncDispose]();

  const other = await startPythonLike();
  onTestFinished(() => other[Symbol.asyncDispose]());
  other.views.set('v2/clip', { c: record('c') });
  other.views.set('v1/clip', { c: legacy('c') });
  other.broken.set('v2/lora', { status: 500, text: '' });
  const second = await startReplica(other.url, { databaseUrl });
  await eventually(() => expect(problemOf(second)).toContain('lora: '));
  expect(await served(second)).toEqual(good);
  other.broken.clear();
  await eventually(async () =>
    expect(await bodyOf(second, `${v2}/clip`)).toEqual(other.views.get('v2/clip')),
  );
});
