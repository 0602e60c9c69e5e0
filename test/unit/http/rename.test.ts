import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

async function filled(bounds = {}): Promise<TestApp> {
  const app = await startTestApp({ overrides: { bounds } });
  await app.seed('clip', { name: 'a' }, { name: 'old', description: 'Ours.' }, { name: 'z' });
  return app;
}
async function start(bounds = {}): Promise<TestApp> {
  const app = await filled(bounds);
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}
const asked = (app: TestApp, body: object, query = '') =>
  app.send('POST', `${v2}/clip/rename${query}`, { key: keys.requestor, body });
const namesAt = async (app: TestApp, path: string) => Object.keys((await app.get(path)).json());
const problems = async (app: TestApp) => (await verifyStore(app.store)).problems;

test('a rename is one change: the model keeps its place, and its old name says what it is now', async () => {
  const app = await start();
  const answer = await asked(app, { from: 'old', to: 'new' });
  expect(answer.statusCode).toBe(202);
  const { change_id } = answer.json();
  const shown = (await app.get(`${v2}/pending_queue/changes/${change_id}`, { key: keys.approver })).json();
  expect(shown.findings.map(({ rule }: { rule: string }) => rule)).toContain('renamed');
  await app.approve(change_id);
  await app.apply(change_id);
  for (const version of ['v1', 'v2'])
    expect(await namesAt(app, `/api/model_references/${version}/clip`)).toEqual(['a', 'new', 'z']);
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
  expect(await problems(app)).toEqual([]);
});

test('the revert of its batch gives the old name back, as one change', async () => {
  const app = await start();
  const { change_id } = (await asked(app, { from: 'old', to: 'new' })).json();
  const batch = await app.approve(change_id);
  await app.apply(change_id);
  const revert = await app.send('POST', `${v2}/pending_queue/audit/batches/${batch}/revert`, {
    key: keys.approver,
  });
  expect(revert.json().queued).toHaveLength(1);
  const [{ change_id: back }] = revert.json().queued;
  await app.approve(back);
  await app.apply(back);
  expect(await namesAt(app, `${v2}/clip`)).toEqual(['a', 'old', 'z']);
  expect((await app.get(`${v2}/clip/model/old`)).json()).not.toHaveProperty('renamed_from');
  expect(await problems(app)).toEqual([]);
});

test('what comes back under the old name stands at the end, since the renamed model has its place', async () => {
  const app = await start();
  const { change_id } = (await asked(app, { from: 'old', to: 'new' })).json();
  await app.approve(change_id);
  await app.apply(change_id);
  const body = { category: 'clip', model_name: 'old' };
  const back = await app.send('POST', `${v2}/pending_queue/bring_back`, { key: keys.requestor, body });
  expect(back.statusCode).toBe(202);
  await app.approve(back.json().change_id);
  const answer = await applied(app, back.json().change_id);
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined]);
  for (const version of ['v1', 'v2'])
    expect(await namesAt(app, `/api/model_references/${version}/clip`)).toEqual(['a', 'new', 'z', 'old']);
  expect(await problems(app)).toEqual([]);
});

const applied = (app: TestApp, changeId: number) =>
  app.send('POST', `${v2}/pending_queue/changes/${changeId}/apply`, { key: keys.approver, body: {} });

describe('a rename', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await filled();
    await app.seed('text_generation', { name: 'old', parameters: 7_000_000_000 });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test.each([
    ['to an empty name', 'clip', 'old', '', 422],
    ['to a name of spaces', 'clip', 'old', '  ', 422],
    ['to a backslash', 'clip', 'old', 'back\\slash', 422],
    ['to a control character', 'clip', 'old', 'bell\u0007', 422],
    ['to half a character', 'clip', 'old', 'half \ud800', 422],
    ['to the name that it has', 'clip', 'old', 'old', 400],
    ['to the name of another', 'clip', 'old', 'a', 409],
    ['to the prefix of a backend', 'text_generation', 'old', 'koboldcpp/Now-7B', 400],
    ['of a model that is not there', 'clip', 'none', 'new', 404],
  ])('%s is refused, and nothing is queued', async (_what, category, from, to, status) => {
    const body = { from, to };
    const answer = await app.send('POST', `${v2}/${category}/rename`, { key: keys.requestor, body });
    expect(answer.statusCode, answer.body).toBe(status);
    const queued = await app.get(`${v2}/pending_queue/changes?statuses=pending`, { key: keys.approver });
    expect(queued.json()).toMatchObject({ items: [] });
  });
});

test('a rename whose new name was taken meanwhile is not applied, and takes nothing away', async () => {
  const app = await start();
  const { change_id } = (await asked(app, { from: 'old', to: 'new' })).json();
  await app.approve(change_id);
  await app.seed('clip', { name: 'new' });
  const answer = await applied(app, change_id);
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    `Change ${change_id} cannot be applied: model 'new' of clip already exists.`,
  ]);
  expect(await namesAt(app, `${v2}/clip`)).toEqual(['a', 'old', 'z', 'new']);
});

test('a rename whose model was deleted meanwhile is not applied, and makes no model', async () => {
  const app = await start();
  const { change_id } = (await asked(app, { from: 'old', to: 'new' })).json();
  await app.approve(change_id);
  const deletion = await app.propose('DELETE', '/clip/model/old');
  await app.approve(deletion);
  await app.apply(deletion);
  const answer = await applied(app, change_id);
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    `Change ${change_id} cannot be applied: model 'old' of clip, which it renames, no longer exists.`,
  ]);
  expect(await namesAt(app, `${v2}/clip`)).toEqual(['a', 'z']);
  expect(await problems(app)).toEqual([]);
});

test('a proposal of the old name is told of', async () => {
  const app = await start();
  await app.seed('text_generation', {
    name: 'acme/now-7B',
    parameters: 7_000_000_000,
    renamed_from: ['acme/then-7B'],
  });
  const answer = await app.send('POST', `${v2}/text_generation?dry_run=true`, {
    key: keys.requestor,
    body: { name: 'acme/then-7B', parameters: 7_000_000_000 },
  });
  expect(answer.json().findings).toContainEqual(expect.objectContaining({ rule: 'former_name' }));
});

describe('a rename with follow', () => {
  const deprecated = { state: 'deprecated', reason: 'Old.', replaced_by: 'old' };
  const startNamed = async (bounds = {}) => {
    const app = await start(bounds);
    await app.seed('clip', { name: 'aged', description: 'Kept.', lifecycle: deprecated });
    await app.seed('blip', { name: 'old' }, { name: 'aged', lifecycle: deprecated });
    return app;
  };
  const body = { from: 'old', to: 'new', follow: true };

  test('shows and queues a change of each record that names the model, and no other', async () => {
    const app = await startNamed();
    const dry = (await asked(app, body, '?dry_run=true')).json();
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
              "There is no model 'new' in clip yet: this change follows the rename of 'old'. Apply that first, or both in one call.",
          },
        ],
      },
    ]);
    const queued = await asked(app, body);
    expect(queued.statusCode).toBe(202);
    const { change_id, following_change_ids } = queued.json();
    expect(following_change_ids).toHaveLength(1);
    await app.approve(change_id, ...following_change_ids);
    await app.apply(change_id, ...following_change_ids);
    expect((await app.get(`${v2}/clip/model/aged`)).json()).toMatchObject({
      description: 'Kept.',
      lifecycle: { ...deprecated, replaced_by: 'new' },
    });
    expect((await app.get(`${v2}/blip/model/aged`)).json().lifecycle).toEqual(deprecated);
    expect(await problems(app)).toEqual([]);
  });

  test('of a text model takes the records along whose baseline it is', async () => {
    const app = await start();
    await app.seed(
      'text_generation',
      { name: 'org/Base-7B', parameters: 7e9, baseline: 'org/Base-7B' },
      { name: 'org/Tuned-7B', parameters: 7e9, baseline: 'org/Base-7B' },
    );
    const renaming = { from: 'org/Base-7B', to: 'org/Ground-7B', follow: true };
    const answer = await app.send('POST', `${v2}/text_generation/rename`, {
      key: keys.requestor,
      body: renaming,
    });
    const { following_change_ids } = answer.json();
    const changes = await app.get(`${v2}/pending_queue/changes/${following_change_ids[0]}`, {
      key: keys.approver,
    });
    expect(changes.json()).toMatchObject({
      model_name: 'org/Tuned-7B',
      payload: { baseline: 'org/Ground-7B' },
    });
  });

  test('queues nothing when one of its changes is refused, and names nobody without follow', async () => {
    const app = await startNamed({ waitingChanges: 3 });
    const waiting = [
      await app.propose('DELETE', '/clip/model/a'),
      await app.propose('DELETE', '/clip/model/z'),
    ];
    expect((await asked(app, body)).statusCode).toBe(429);
    const queued = await app.get(`${v2}/pending_queue/changes?statuses=pending`, { key: keys.approver });
    expect(queued.json()).toMatchObject({ items: waiting.map((change_id) => ({ change_id })) });
    const alone = (await asked(app, { ...body, follow: false })).json();
    expect(alone).not.toHaveProperty('following_change_ids');
  });
});
