import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categories } from '../../support/categories.ts';
import { keys, users } from '../../support/identity-server.ts';
import { minimalBody } from '../../support/least-bodies.ts';

const v2 = '/api/model_references/v2';
const key = keys.requestor;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const { name } of categories) await app.seed(name, minimalBody(name, 'live'));
});
afterAll(() => app[Symbol.asyncDispose]());

const post = (path: string, body: unknown) => app.send('POST', v2 + path, { key, body });
const put = (path: string, body: unknown) => app.send('PUT', v2 + path, { key, body });

/** Queues a write, and looks at the change. */
async function expectQueued(
  category: string,
  [method, path, name, operation, route]: readonly [string, string, string, string, string],
): Promise<void> {
  const record = minimalBody(category, name);
  const body = method === 'DELETE' ? undefined : record;
  const answer = await app.send(method, v2 + path, { key, body });
  expect(answer.statusCode, answer.body).toBe(202);
  const change = answer.json();
  expect(change).toMatchObject({
    category,
    model_name: name,
    operation,
    status: 'pending',
    requested_by: users.requestor.id,
    requested_username: users.requestor.username,
    request_metadata: { route },
    payload: { record_type: category, ...record },
  });
  // Nulls are left out of write answers, and only there.
  expect(Object.values(change)).not.toContain(null);
  expect(change).not.toHaveProperty('payload_format');
  const listed = await app.get(`${v2}/pending_queue/changes/${change.change_id}`, { key: keys.approver });
  expect(listed.json()).toMatchObject({ ...change, batch_id: null, approved_by: null });
}

describe('a record', () => {
  it('of every category is queued, told apart by its record_type', async () => {
    for (const { name: category } of categories) {
      await expectQueued(category, ['POST', `/${category}`, 'new', 'create', `create_v2_${category}`]);
      const update = `/${category}/model/live`;
      await expectQueued(category, ['PUT', update, 'live', 'update', `update_v2_${category}`]);
      await expectQueued(category, ['POST', `/${category}/add`, 'new', 'create', 'create_v2_model']);
      const record_type = category === 'clip' ? 'blip' : 'clip';
      for (const path of [`/${category}`, `/${category}/add`]) {
        const answer = await post(path, { ...minimalBody(category, 'new'), record_type });
        expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([422, ['body', 'record_type']]);
      }
    }
  });

  it('is deleted by a change, too', async () => {
    await expectQueued('clip', ['DELETE', '/clip/model/live', 'live', 'delete', 'delete_v2_model']);
  });

  it.each([
    [
      { karras: true, clip_skip: 2 },
      { schedulers: ['karras'], clip_skip: 2 },
    ],
    [{ karras: false }, { schedulers: ['normal'] }],
    [{ karras: true, schedulers: ['beta', 'simple'] }, { schedulers: ['beta', 'simple'] }],
    [{ karras: true, schedulers: [] }, { schedulers: [] }],
    [{ karras: 'yes' }, { karras: 'yes' }],
  ])('of an image model states its schedulers in one way: %j', async (requirements, stored) => {
    const image = (name: string) => ({ ...minimalBody('image_generation', name), requirements });
    for (const answer of [
      await post('/image_generation', image('scheduled')),
      await put('/image_generation/model/live', image('live')),
    ]) {
      expect(answer.statusCode, answer.body).toBe(202);
      expect(answer.json().payload.requirements).toEqual(stored);
    }
  });

  it('is not changed by what is only queued', async () => {
    const before = await app.get(`${v2}/clip`);
    await put('/clip/model/live', { name: 'live', description: 'another' });
    expect((await app.get(`${v2}/clip`)).body).toBe(before.body);
  });
});

describe('a write is refused', () => {
  it('for a category that is none', async () => {
    for (const [method, path] of [
      ['POST', '/nonsense'],
      ['POST', '/nonsense/add'],
      ['PUT', '/nonsense/model/x'],
      ['DELETE', '/nonsense/model/x'],
    ] as const) {
      const answer = await app.send(method, v2 + path, { key, body: { name: 'x' } });
      expect([path, answer.statusCode, answer.json().detail]).toEqual([
        path,
        422,
        [
          expect.objectContaining({
            type: 'enum',
            loc: ['path', 'model_category_name'],
            input: 'nonsense',
            msg: expect.stringContaining("'image_generation', 'text_generation'"),
          }),
        ],
      ]);
    }
  });

  it('with every problem of its body', async () => {
    const answer = await post('/image_generation', {
      name: 7,
      nsfw: 'perhaps',
      config: { download: [{ file_name: 'a' }, 'b'] },
    });
    expect(answer.statusCode).toBe(422);
    const problems = answer.json().detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc]);
    expect(problems).toEqual([
      ['string_type', ['body', 'name']],
      ['missing', ['body', 'config', 'download', 0, 'file_url']],
      ['model_attributes_type', ['body', 'config', 'download', 1]],
      ['missing', ['body', 'baseline']],
      ['bool_parsing', ['body', 'nsfw']],
    ]);
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('when its body is not an object: %s', async (body) => {
    const answer = await app.send('POST', `${v2}/clip`, {
      key,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toMatchObject([{ type: 'model_attributes_type', loc: ['body'] }]);
  });

  it('and leaves no trace in the queue', async () => {
    const count = async () =>
      (await app.get(`${v2}/pending_queue/changes?limit=1`, { key: keys.approver })).json().total;
    const before = await count();
    await post('/clip', { name: 'live' });
    await post('/clip', { name: 7 });
    await app.send('POST', `${v2}/clip`, { body: { name: 'x' } });
    expect(await count()).toBe(before);
  });
});
