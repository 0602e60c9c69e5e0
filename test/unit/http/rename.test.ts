import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

/** Most tests have a category of their own, which has these models. */
const models = [{ name: 'a' }, { name: 'old', description: 'Ours.' }, { name: 'z' }];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const category of ['clip', 'blip', 'esrgan', 'gfpgan']) await app.seed(category, ...models);
  await app.seed('text_generation', { name: 'old', parameters: 7_000_000_000 });
});
afterAll(async () => {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const asked = (category: string, body: object, query = '', of = app) =>
  of.send('POST', `${v2}/${category}/rename${query}`, { key: keys.requestor, body });
const renamed = async (category: string): Promise<number> =>
  (await asked(category, { from: 'old', to: 'new' })).json().change_id;
const namesIn = async (category: string, version = 'v2') =>
  Object.keys((await app.get(`/api/model_references/${version}/${category}`)).json());
const change = async (id: number) =>
  (await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver })).json();
const applied = async (id: number) => {
  await app.approve(id);
  const path = `${v2}/pending_queue/changes/${id}/apply`;
  const answer = await app.send('POST', path, { key: keys.approver, body: {} });
  return [answer.statusCode, answer.json().detail];
};
const pending = async (of = app) =>
  (await of.get(`${v2}/pending_queue/changes?statuses=pending`, { key: keys.approver })).json();

test.each([
  ['to an empty name', 'clip', 'old', '', 422],
  ['to half a character', 'clip', 'old', 'half \ud800', 422],
  ['to the name that it has', 'clip', 'old', 'old', 400],
  ['to the name of another', 'clip', 'old', 'a', 409],
  ['to the prefix of a backend', 'text_generation', 'old', 'koboldcpp/Now-7B', 400],
  ['of a model that is not there', 'clip', 'none', 'new', 404],
])('a rename %s is refused, and nothing is queued', async (_what, category, from, to, status) => {
  const answer = await asked(category, { from, to });
  expect(answer.statusCode, answer.body).toBe(status);
  expect(await pending()).toMatchObject({ items: [] });
});

test('a rename is one change: the model keeps its place, and its old name says what it is now', async () => {
  const id = await renamed('clip');
  const { findings } = await change(id);
  expect(findings.map(({ rule }: { rule: string }) => rule)).toContain('renamed');
  expect(await applied(id)).toEqual([200, undefined]);
  for (const version of ['v1', 'v2']) expect(await namesIn('clip', version)).toEqual(['a', 'new', 'z']);
  expect((await app.get(`${v2}/clip/model/new`)).json()).toMatchObject({
    name: 'new',
    description: 'Ours.',
    renamed_from: ['old'],
  });
  const gone = await app.get(`${v2}/clip/model/old`);
  expect(gone.statusCode).toBe(404);
  expect(gone.headers.link).toBe('</api/model_references/v2/clip/model/new>; rel="successor-version"');
  const { events } = (await app.get(`${v2}/feed`)).json();
  expect(events.slice(-2)).toMatchObject([
    { operation: 'delete', model_name: 'old' },
    { operation: 'create', model_name: 'new', returned_behind: 'a' },
  ]);

  // What comes back under the old name stands at the end, since the renamed model has its place.
  const body = { category: 'clip', model_name: 'old' };
  const back = await app.send('POST', `${v2}/pending_queue/bring_back`, { key: keys.requestor, body });
  expect(back.statusCode).toBe(202);
  expect(await applied(back.json().change_id)).toEqual([200, undefined]);
  for (const version of ['v1', 'v2'])
    expect(await namesIn('clip', version)).toEqual(['a', 'new', 'z', 'old']);
});

test('a rename whose new name was taken meanwhile is not applied, and takes nothing away', async () => {
  const id = await renamed('blip');
  await app.seed('blip', { name: 'new' });
  const why = `Change ${id} cannot be applied: model 'new' of blip already exists.`;
  expect(await applied(id)).toEqual([409, why]);
  expect(await namesIn('blip')).toEqual(['a', 'old', 'z', 'new']);
});

test('a rename whose model was deleted meanwhile is not applied, and makes no model', async () => {
  const id = await renamed('esrgan');
  expect(await applied(await app.propose('DELETE', '/esrgan/model/old'))).toEqual([200, undefined]);
  const why = `Change ${id} cannot be applied: model 'old' of esrgan, which it renames, no longer exists.`;
  expect(await applied(id)).toEqual([409, why]);
  expect(await namesIn('esrgan')).toEqual(['a', 'z']);
});

test('a proposal of the old name is told of', async () => {
  const model = { name: 'acme/now-7B', parameters: 7_000_000_000 };
  await app.seed('text_generation', { ...model, renamed_from: ['acme/then-7B'] });
  const answer = await app.send('POST', `${v2}/text_generation?dry_run=true`, {
    key: keys.requestor,
    body: { ...model, name: 'acme/then-7B' },
  });
  expect(answer.json().findings).toContainEqual(expect.objectContaining({ rule: 'former_name' }));
});

describe('a rename with follow', () => {
  const deprecated = { state: 'deprecated', reason: 'Old.', replaced_by: 'old' };
  const aged = { name: 'aged', description: 'Kept.', lifecycle: deprecated };
  const body = { from: 'old', to: 'new', follow: true };

  test('shows and queues a change of each record that names the model, and no other', async () => {
    await app.seed('gfpgan', aged);
    await app.seed('codeformer', { name: 'old' }, aged);
    const dry = (await asked('gfpgan', body, '?dry_run=true')).json();
    expect(dry.diff).toMatchObject({ model_name: 'old' });
    expect(dry.following).toMatchObject([
      {
        diff: {
          model_name: 'aged',
          field_diffs: [{ field_path: 'lifecycle.replaced_by', old_value: 'old', new_value: 'new' }],
        },
        findings: [
          {
            rule: 'replacement_missing',
            message:
              "There is no model 'new' in gfpgan yet: this change follows the rename of 'old'. Apply that first, or both in one call.",
          },
        ],
      },
    ]);
    const queued = await asked('gfpgan', body);
    expect(queued.statusCode).toBe(202);
    const { change_id, following_change_ids } = queued.json();
    expect(following_change_ids).toHaveLength(1);
    await app.approve(change_id, ...following_change_ids);
    await app.apply(change_id, ...following_change_ids);
    expect((await app.get(`${v2}/gfpgan/model/aged`)).json()).toMatchObject({
      description: 'Kept.',
      lifecycle: { ...deprecated, replaced_by: 'new' },
    });
    expect((await app.get(`${v2}/codeformer/model/aged`)).json().lifecycle).toEqual(deprecated);
  });

  test('of a text model takes the records along whose baseline it is', async () => {
    const base = { name: 'org/Base-7B', parameters: 7e9, baseline: 'org/Base-7B' };
    await app.seed('text_generation', base, { ...base, name: 'org/Tuned-7B' });
    const answer = await asked('text_generation', { from: base.name, to: 'org/Ground-7B', follow: true });
    expect(await change(answer.json().following_change_ids[0])).toMatchObject({
      model_name: 'org/Tuned-7B',
      payload: { baseline: 'org/Ground-7B' },
      findings: [{ rule: 'replacement_missing', field_path: 'baseline' }],
    });
  });

  test('queues nothing when one of its changes is refused, and names nobody without follow', async () => {
    await using bounded = await startTestApp({ overrides: { bounds: { waitingChanges: 3 } } });
    await bounded.seed('clip', ...models.slice(0, 2), aged);
    const waiting = [
      await bounded.propose('DELETE', '/clip/model/a'),
      await bounded.propose('POST', '/clip', { name: 'more' }),
    ];
    expect((await asked('clip', body, '', bounded)).statusCode).toBe(429);
    expect(await pending(bounded)).toMatchObject({ items: waiting.map((change_id) => ({ change_id })) });
    const alone = (await asked('clip', { ...body, follow: false }, '', bounded)).json();
    expect(alone).not.toHaveProperty('following_change_ids');
  });
});
