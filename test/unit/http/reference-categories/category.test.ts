import { expect, test } from 'vitest';
import { startTestApp } from '../../../support/app.ts';
import { keepsBaselines } from '../../../support/categories.ts';
import { keys } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const cosmos = {
  name: 'cosmos_9',
  title: 'Cosmos 9',
  category: 'image_generation',
  native_resolution: 1024,
  since: '2026-11',
  spellings: ['cosmos 9'],
};
const clip = { name: 'a-clip' };

test('records of a reference category go the way of models', async () => {
  await using app = await startTestApp({ settings: keepsBaselines });
  const id = await app.propose('POST', '/baseline', cosmos);
  const change = (await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver })).json();
  expect(change).toMatchObject({ category: 'baseline', operation: 'create', findings: [] });
  await app.approve(id);
  await app.apply(id);
  const stored = (await app.get(`${v2}/baseline/model/cosmos_9`)).json();
  expect(stored).toMatchObject({ record_type: 'baseline', ...cosmos, civitai_names: [] });
  expect(Object.keys(stored)).not.toContain('config');
  expect((await app.get(`${v2}/baseline`)).json()).toHaveProperty('cosmos_9');
  expect((await app.get(`${v2}/baseline/model/cosmos_9/history`)).statusCode).toBe(200);
  const events = (await app.get(`${v2}/feed`)).json().events as { category: string; model_name: string }[];
  expect(events).toContainEqual(expect.objectContaining({ category: 'baseline', model_name: 'cosmos_9' }));
  expect((await app.get(`${v2}/baseline/search?name_contains=cosmos`)).json()).toMatchObject({ total: 1 });
  expect((await app.get(`${v2}/find?q=cosmos&category=baseline`)).json()).toMatchObject({ total: 1 });
});

test('the API document lets events of the feed have such records', async () => {
  await using app = await startTestApp({ settings: keepsBaselines });
  await app.seed('baseline', cosmos);
  const [{ v2: record }] = (await app.get(`${v2}/feed`)).json().events;
  const { components } = (await app.get('/api/openapi.json')).json();
  expect(Object.keys(record)).toEqual(
    expect.arrayContaining(components.schemas.GenericModelRecord.required as string[]),
  );
});

test('what is said of models leaves them out', async () => {
  await using app = await startTestApp({ settings: keepsBaselines });
  await app.seed('baseline', cosmos);
  await app.seed('clip', clip);
  const [v1, of2] = ['v1', 'v2'].map((version) => `/api/model_references/${version}/model_categories`);
  for (const path of [v1, of2]) {
    const names = (await app.get(path!)).json();
    expect(names).toHaveLength(14);
    expect(names).not.toContain('baseline');
  }
  expect((await app.get(`${v2}/reference_categories`)).json()).toEqual(['baseline']);
  expect((await app.get(`${v2}/search`)).json()).toMatchObject({ total: 1 });
  expect((await app.get(`${v2}/find?q=cosmos`)).json()).toMatchObject({ total: 0 });
  for (const path of ['v1/baseline', 'v1/baseline.json', 'v2/baseline/popular', 'statistics/baseline'])
    expect((await app.get(`/api/model_references/${path}`)).statusCode, path).toBe(404);
  expect((await app.get(`${v2}/files?category=baseline`)).statusCode).toBe(422);
});
