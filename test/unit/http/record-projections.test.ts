import { expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { assign, contract, create, publishGuidance, textModel } from '../../support/guidance.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const category = `${v2}/text_generation`;
const undocumented = { status: 'undocumented', primary_profile_id: null, supplemental_profile_ids: [] };
const legacyLabel = { ...undocumented, status: 'legacy_label' };
const published = { ...undocumented, status: 'published', primary_profile_id: 'chatml' };

async function start(settings: Partial<Settings> = { recordProjections: ['guidance'] }): Promise<TestApp> {
  const app = await startTestApp({ settings });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

async function startFilled(settings?: Partial<Settings>): Promise<TestApp> {
  const app = await start(settings);
  await app.seed(
    'text_generation',
    textModel('Plain-7B'),
    textModel('Label-7B', { instruct_format: 'Alpaca' }),
  );
  await app.seed('clip', { name: 'ViT' });
  return app;
}

const publish = (app: TestApp) =>
  publishGuidance(app, {
    profile_changes: [create(contract('chatml'))],
    assignment_changes: [assign('Plain-7B', 'chatml')],
  });

/** The guidance of a model in each of the reads that show text models. */
async function guidanceOf(app: TestApp, name: string): Promise<unknown[]> {
  const json = async (path: string) => (await app.get(path)).json();
  const query = encodeURIComponent(name);
  const found = [
    (await json(category))[name],
    await json(`${category}/model/${name}`),
    (await json(`${category}/search?name_contains=${query}`)).results[0],
    (await json(`${v2}/search?name_contains=${query}`)).results[0],
    (await json(`${v2}/find?q=${query}`)).results[0].record,
    (await json(`${v2}/feed`)).events.find((event: { model_name: string }) => event.model_name === name).v2,
  ];
  return [...new Set(found.map(({ guidance }) => JSON.stringify(guidance)))].map(
    (text) => text && JSON.parse(text),
  );
}

test('every v2 read of a text model says which guidance it has', async () => {
  const app = await startFilled();
  expect(await guidanceOf(app, 'Plain-7B')).toEqual([undocumented]);
  expect(await guidanceOf(app, 'Label-7B')).toEqual([legacyLabel]);
  await publish(app);
  expect(await guidanceOf(app, 'Plain-7B')).toEqual([published]);
  expect(await guidanceOf(app, 'Label-7B')).toEqual([legacyLabel]);
  expect((await app.get(`${v2}/clip/model/ViT`)).json()).not.toHaveProperty('guidance');
  expect((await app.get('/api/model_references/v1/text_generation')).body).not.toContain('guidance');
});

test('records are read as they are stored where the setting does not name it', async () => {
  const app = await startFilled({});
  await publish(app);
  expect(await guidanceOf(app, 'Plain-7B')).toEqual([undefined]);
});

test('a hot read is that of the router, byte for byte, and has another ETag once the guidance changes', async () => {
  const app = await startFilled({ recordProjections: ['guidance'], port: 0 });
  const origin = await app.service.listen();
  const model = `${category}/model/Plain-7B`;
  const read = async (path: string, etag?: string) => {
    const known = etag === undefined ? {} : { 'if-none-match': etag };
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...known } });
    return { status: answer.status, etag: String(answer.headers.get('etag')), text: await answer.text() };
  };
  const before = new Map<string, Awaited<ReturnType<typeof read>>>();
  for (const path of [category, model, `${v2}/clip`]) {
    const hot = await read(path);
    const routed = await app.get(path);
    expect([hot.text, hot.etag]).toEqual([routed.body, routed.headers.etag]);
    expect((await read(path, hot.etag)).status).toBe(304);
    before.set(path, hot);
  }
  await publish(app);
  for (const path of [category, model]) {
    const now = await read(path, before.get(path)?.etag);
    expect([now.status, now.text]).toEqual([200, (await app.get(path)).body]);
    expect(now.text).toContain('"status":"published"');
  }
  expect((await read(`${category}/model/Label-7B`)).text).toBe(
    (await app.get(`${category}/model/Label-7B`)).body,
  );
  expect((await read(`${v2}/clip`, before.get(`${v2}/clip`)?.etag)).status).toBe(304);
});

test('a write may state the ETag of what was read; guidance is stored with no record', async () => {
  const app = await startFilled();
  const path = `${category}/model/Plain-7B`;
  const read = await app.get(path);
  const put = (etag: unknown) =>
    app.send('PUT', path, {
      key: keys.requestor,
      body: { ...(read.json() as object), description: 'Edited' },
      headers: { 'if-match': String(etag) },
    });
  const taken = await put(read.headers.etag);
  expect(taken.statusCode, taken.body).toBe(202);
  expect(taken.json().payload).not.toHaveProperty('guidance');
  await publish(app);
  expect((await put(read.headers.etag)).statusCode).toBe(412);
  expect((await put((await app.get(path)).headers.etag)).statusCode).toBe(202);
});

test('models that come, change and go keep their guidance apart', async () => {
  const app = await startFilled();
  await publish(app);
  await app.seed('text_generation', textModel('New-7B', { instruct_format: ' ' }));
  const id = await app.propose('PUT', '/text_generation/model/Label-7B', textModel('Label-7B'));
  const gone = await app.propose('DELETE', '/text_generation/model/Plain-7B');
  await app.approve(id, gone);
  await app.apply(id, gone);
  const models = (await app.get(category)).json();
  expect(Object.keys(models)).toEqual(['Label-7B', 'New-7B']);
  expect(models['Label-7B'].guidance).toEqual(undocumented);
  expect(models['New-7B'].guidance).toEqual(undocumented);
});

test('another instance on the same database shows the guidance with the models', async () => {
  const app = await startFilled();
  const other = await start({ recordProjections: ['guidance'], databaseUrl: app.settings.databaseUrl });
  await publish(app);
  await expect
    .poll(async () => (await other.get(`${category}/model/Plain-7B`)).json().guidance, { timeout: 60_000 })
    .toEqual(published);
  expect((await other.get(category)).body).toBe((await app.get(category)).body);
  expect((await other.get(category)).headers.etag).toBe((await app.get(category)).headers.etag);
});
