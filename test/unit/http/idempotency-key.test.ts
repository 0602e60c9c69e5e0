import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { inFull } from '../../support/openapi-document.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const queued = () => app.store.read((reader) => changeStore(reader).count({}));
const keyed = (
  app: TestApp,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  by: string = keys.requestor,
) => app.send(method, path, { key: by, headers: { 'idempotency-key': key }, body });

describe('a proposal sent again with its Idempotency-Key', () => {
  test('gets the first answer, and is queued once, also when it was applied in between', async () => {
    const before = await queued();
    const first = await keyed(app, 'POST', `${v2}/clip`, 'k-1', { name: 'a' });
    expect(first.statusCode).toBe(202);
    const again = await keyed(app, 'POST', `${v2}/clip`, 'k-1', { name: 'a' });
    expect([again.statusCode, again.body]).toEqual([202, first.body]);
    const id = first.json().change_id;
    await app.approve(id);
    await app.apply(id);
    // Without the key this would be a 409: there is such a model now.
    const late = await keyed(app, 'POST', `${v2}/clip`, 'k-1', { name: 'a' });
    expect([late.statusCode, late.body]).toEqual([202, first.body]);
    expect(await queued()).toBe(before + 1);
  });

  test('gets the first answer when what it was about is gone by then', async () => {
    const decided = async (...ids: number[]) => {
      await app.approve(...ids);
      await app.apply(...ids);
    };
    await app.seed('clip', { name: 'old' }, { name: 'lost' });
    await decided(await app.propose('DELETE', '/clip/model/lost'));
    const waiting = await app.propose('POST', '/clip', { name: 'revised' });
    const calls = [
      ['POST', `${v2}/clip/rename`, 202, { from: 'old', to: 'new' }],
      ['POST', `${v2}/pending_queue/bring_back`, 202, { category: 'clip', model_name: 'lost' }],
      ['PUT', `${v2}/pending_queue/changes/${waiting}`, 200, { record: { name: 'revised', version: '2' } }],
    ] as const;
    for (const [method, path, status, body] of calls) {
      const first = await keyed(app, method, path, path, body);
      expect([path, first.statusCode]).toEqual([path, status]);
      await decided(first.json().change_id);
      const late = await keyed(app, method, path, path, body);
      expect([path, late.statusCode, late.body]).toEqual([path, status, first.body]);
    }
  });

  test('of which two come at once is queued once', async () => {
    const before = await queued();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => keyed(app, 'POST', `${v2}/clip`, 'at-once', { name: 'five' })),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await queued()).toBe(before + 1);
  });

  test('is a 422 when it asks for something else', async () => {
    await keyed(app, 'POST', `${v2}/clip`, 'other', { name: 'one' });
    const before = await queued();
    for (const [method, path, body] of [
      ['POST', `${v2}/clip`, { name: 'another' }],
      ['POST', `${v2}/blip`, { name: 'one' }],
    ] as const) {
      const answer = await keyed(app, method, path, 'other', body);
      expect([answer.statusCode, answer.json().detail]).toEqual([
        422,
        "Idempotency-Key 'other' was used for a different request in the last 24 hours. Use a new key for each request.",
      ]);
    }
    expect(await queued()).toBe(before);
  });

  test('of another account is another key', async () => {
    const first = await keyed(app, 'POST', `${v2}/clip`, 'mine', { name: 'of one' });
    const other = await keyed(app, 'POST', `${v2}/clip`, 'mine', { name: 'of another' }, keys.approver);
    expect([other.statusCode, other.json().change_id]).toEqual([202, first.json().change_id + 1]);
  });

  test('is a new one after 24 hours', async () => {
    const time = { seconds: 1_700_000_000 };
    await using app = await startTestApp({ overrides: { clock: { now: () => time.seconds } } });
    await keyed(app, 'POST', `${v2}/clip`, 'k', { name: 'a' });
    time.seconds += 24 * 3600;
    expect((await keyed(app, 'POST', `${v2}/clip`, 'k', { name: 'a' })).json().change_id).toBe(1);
    time.seconds += 1;
    expect((await keyed(app, 'POST', `${v2}/clip`, 'k', { name: 'a' })).json().change_id).toBe(2);
  });

  test('that was refused is tried anew', async () => {
    const body = { name: 'none', description: 'new' };
    const update = () => keyed(app, 'PUT', `${v2}/clip/model/none`, 'refused', body);
    expect((await update()).statusCode).toBe(404);
    await app.seed('clip', { name: 'none' });
    expect((await update()).statusCode).toBe(202);
  });

  test('gets the first answer for the members of a group, its name for the update too', async () => {
    await app.seed('text_generation', { name: 'org/Marx-3B', parameters: 3_000_000_000 });
    const path = `${v2}/text_generation/group/Marx/common_fields`;
    const first = await keyed(app, 'PUT', path, 'group', { description: 'new' });
    const again = await keyed(app, 'PUT', path, 'group', { description: 'new' });
    expect([first.statusCode, again.body]).toEqual([202, first.body]);
  });
});

test('a revert sent again with its Idempotency-Key queues nothing more, and tells the same', async () => {
  const ids = [
    await app.propose('POST', '/blip', { name: 'a' }),
    await app.propose('POST', '/blip', { name: 'b' }),
  ];
  const batch = await app.approve(...ids);
  await app.apply(...ids);
  const revert = (key: string) =>
    keyed(app, 'POST', `${v2}/pending_queue/audit/batches/${batch}/revert`, key, undefined, keys.approver);
  const before = await queued();
  const first = await revert('revert');
  expect([first.statusCode, first.json().queued.length]).toEqual([202, 2]);
  const again = await revert('revert');
  expect([again.statusCode, again.body]).toEqual([202, first.body]);
  expect(await queued()).toBe(before + 2);
  expect((await revert('another')).body).not.toBe(first.body);
});

describe('on legacy deployments, with and without the queue', () => {
  let queueing: TestApp;
  let writing: TestApp;
  beforeAll(async () => {
    queueing = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
    const { databaseUrl } = queueing.settings;
    writing = await startTestApp({
      settings: { databaseUrl, canonicalFormat: 'legacy', queueEnabled: false },
    });
  });
  afterAll(async () => {
    await writing[Symbol.asyncDispose]();
    await queueing[Symbol.asyncDispose]();
  });

  test('a direct write sent again is made once', async () => {
    const create = () =>
      keyed(writing, 'POST', `${v1}/clip`, 'k', { name: 'a', type: 'clip' }, keys.approver);
    const first = await create();
    expect(first.statusCode, first.body).toBe(201);
    const again = await create();
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    const remove = () => keyed(writing, 'DELETE', `${v1}/clip/model/a`, 'd', undefined, keys.approver);
    expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  });

  test('a key tells no proposal from a direct write of another instance', async () => {
    for (const [one, other, status] of [
      [queueing, writing, 202],
      [writing, queueing, 201],
    ] as const) {
      const body = { name: `answered-${status}`, type: 'clip' };
      const create = (at: TestApp) => keyed(at, 'POST', `${v1}/clip`, body.name, body, keys.approver);
      expect((await create(one)).statusCode).toBe(status);
      expect((await create(other)).statusCode).toBe(422);
    }
  });

  test('a retry shows no record of another account that a body names', async () => {
    const theirs = await queueing.send('POST', `${v1}/clip`, {
      key: keys.approver,
      body: { name: 'theirs', type: 'clip' },
    });
    const { change_id } = theirs.json();
    const payload = { $record_of: { change_id, version: 1 } };
    const body = { name: 'b', type: 'clip', extra: { change_id: change_id + 1, payload } };
    for (const [at, by, status] of [
      [queueing, keys.requestor, 202],
      [writing, keys.approver, 201],
    ] as const) {
      const create = () => keyed(at, 'POST', `${v1}/clip`, `of-${status}`, body, by);
      const first = await create();
      expect(first.statusCode).toBe(status);
      expect(first.body).toContain(JSON.stringify(payload));
      const again = await create();
      expect([again.statusCode, again.body]).toEqual([status, first.body]);
    }
  });
});

test('a key that is empty, has a space or is longer than 255 characters is a 422 and queues nothing', async () => {
  const before = await queued();
  for (const key of ['', 'a b', 'k'.repeat(256)]) {
    const answer = await keyed(app, 'POST', `${v2}/clip`, key, { name: 'never' });
    expect(answer.statusCode, key).toBe(422);
    expect(answer.json().detail[0]).toMatchObject({
      loc: ['header', 'Idempotency-Key'],
      msg: 'Input should be 1 to 255 visible ASCII characters',
    });
  }
  expect(await queued()).toBe(before);
});

test('the document shows the header wherever a retry gets the first answer', async () => {
  const { paths } = inFull((await app.get('/api/openapi.json')).json());
  const takes = ({ parameters = [] }: { parameters?: { name: string; in: string }[] }) =>
    parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key');
  expect(takes(paths['/model_references/v2/clip'].post)).toBe(true);
  expect(takes(paths['/model_references/v1/clip'].put)).toBe(true);
  expect(takes(paths['/model_references/v2/{model_category_name}/model/{model_name}'].delete)).toBe(true);
  const queue = '/model_references/v2/pending_queue';
  expect(takes(paths[`${queue}/audit/batches/{batch_id}/revert`].post)).toBe(true);
  expect(takes(paths[`${queue}/batches`].post)).toBe(false);
});
