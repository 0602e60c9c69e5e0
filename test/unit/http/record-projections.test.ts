import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { assign, contract, create, publishGuidance, textModel } from '../../support/guidance.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const category = `${v2}/text_generation`;
const model = `${category}/model/Plain-7B`;
const undocumented = { status: 'undocumented', primary_profile_id: null, supplemental_profile_ids: [] };
const legacyLabel = { ...undocumented, status: 'legacy_label' };
const published = { ...undocumented, status: 'published', primary_profile_id: 'chatml' };

async function startFilled(settings: Partial<Settings>): Promise<TestApp> {
  const app = await startTestApp({ settings });
  const models = [textModel('Plain-7B'), textModel('Label-7B', { instruct_format: 'Alpaca' })];
  await app.seed('text_generation', ...models);
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

let app: TestApp;
/** On the same database. */
let other: TestApp;
let origin: string;
/** Responses from before the guidance was published. */
let before: { guidance: unknown[][]; hot: Map<string, Awaited<ReturnType<typeof hotRead>>> };
beforeAll(async () => {
  const settings = { recordProjections: ['guidance'], port: 0 } as const;
  app = await startFilled(settings);
  other = await startTestApp({ settings: { ...settings, databaseUrl: app.settings.databaseUrl } });
  origin = await app.service.listen();
  before = {
    guidance: [await guidanceOf(app, 'Plain-7B'), await guidanceOf(app, 'Label-7B')],
    hot: new Map(),
  };
  for (const path of [category, model, `${v2}/clip`]) {
    const hot = await hotRead(path);
    const routed = await app.get(path);
    expect([hot.text, hot.etag]).toEqual([routed.body, routed.headers.etag]);
    expect((await hotRead(path, hot.etag)).status).toBe(304);
    before.hot.set(path, hot);
  }
  await publish(app);
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

async function hotRead(path: string, etag?: string) {
  const known = etag === undefined ? {} : { 'if-none-match': etag };
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...known } });
  return { status: answer.status, etag: String(answer.headers.get('etag')), text: await answer.text() };
}

test('every v2 read of a text model says which guidance it has', async () => {
  expect(before.guidance).toEqual([[undocumented], [legacyLabel]]);
  expect(await guidanceOf(app, 'Plain-7B')).toEqual([published]);
  expect(await guidanceOf(app, 'Label-7B')).toEqual([legacyLabel]);
  expect((await app.get(`${v2}/clip/model/ViT`)).json()).not.toHaveProperty('guidance');
  expect((await app.get('/api/model_references/v1/text_generation')).body).not.toContain('guidance');
});

test('a hot read is that of the router, byte for byte, and has another ETag once the guidance changes', async () => {
  for (const path of [category, model]) {
    const now = await hotRead(path, before.hot.get(path)?.etag);
    expect([now.status, now.text]).toEqual([200, (await app.get(path)).body]);
    expect(now.text).toContain('"status":"published"');
  }
  const unassigned = `${category}/model/Label-7B`;
  expect((await hotRead(unassigned)).text).toBe((await app.get(unassigned)).body);
  expect((await hotRead(`${v2}/clip`, before.hot.get(`${v2}/clip`)?.etag)).status).toBe(304);
});

test('another instance on the same database shows the guidance with the models', async () => {
  await expect.poll(async () => (await other.get(model)).json().guidance).toEqual(published);
  const [here, there] = [await app.get(category), await other.get(category)];
  expect([there.body, there.headers.etag]).toEqual([here.body, here.headers.etag]);
});

test('a write may state the ETag of what was read; guidance is stored with no record', async () => {
  const read = await app.get(model);
  const put = (etag: unknown) =>
    app.send('PUT', model, {
      key: keys.requestor,
      body: { ...(read.json() as object), description: 'Edited' },
      headers: { 'if-match': String(etag) },
    });
  expect((await put(before.hot.get(model)?.etag)).statusCode).toBe(412);
  const taken = await put(read.headers.etag);
  expect(taken.statusCode, taken.body).toBe(202);
  expect(taken.json().payload).not.toHaveProperty('guidance');
});

test('models that come, change and go keep their guidance apart', async () => {
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

test('records are read as they are stored where the setting does not name it', async () => {
  await using plain = await startFilled({});
  await publish(plain);
  expect(await guidanceOf(plain, 'Plain-7B')).toEqual([undefined]);
});
