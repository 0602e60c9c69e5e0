import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { baseline, baselineExport, baselineList } from '../../../support/live-shapes.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';

const v2 = '/api/model_references/v2';
const path = `${v2}/image_generation/baselines`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overrides: { clock: { now: () => 1_800_000_000 } } });
});
afterAll(() => app[Symbol.asyncDispose]());

const submit = (changes: object[], title = 'A change') =>
  app.send('POST', `${path}/change-sets`, { key: keys.requestor, body: { title, changes } });
const upsert = (name: string, record: object = {}, expected_before: object | null = null) => ({
  operation: 'upsert',
  name,
  record: { name, ...record },
  expected_before,
});
const one = async (name: string) => (await app.get(`${path}/${name}`)).json();

describeWithSharedData('the first content', (folder) => {
  test('is that of the live service, in shapes without another key', async () => {
    const said = baselineList.parse((await app.get(path)).json());
    expect(said).toEqual((await app.get(`${path}/`)).json());
    const { columns, rows } = JSON.parse(readFileSync(join(folder, 'live/baselines.json'), 'utf8'));
    const flat = (each: (typeof said.items)[number]) => {
      const facts: Record<string, unknown> = { ...each, ...each.capabilities, ...each.horde_policy };
      return columns.map((column: string) => facts[column]);
    };
    expect(said.items.map(flat)).toEqual([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(said).toMatchObject({
      total: 13,
      metadata: { schema_version: 1, revision: 1, updated_at: null },
    });
    const whole = baselineExport.parse((await app.get(`${path}/export`)).json());
    expect(whole.baselines).toEqual(Object.fromEntries(said.items.map((each) => [each.name, each])));
    expect(baseline.parse(await one('flux_1'))).toEqual(whole.baselines.flux_1);
    const missing = await app.get(`${path}/no such`);
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: "Baseline 'no such' not found." }]);
  });
});

test('carries its revision as a weak ETag, and answers 304', async () => {
  for (const each of [path, `${path}/export`, `${path}/flux_1`]) {
    const { headers } = await app.get(each);
    expect(headers.etag).toBe('W/"image-baselines-1"');
    const again = await app.get(each, { headers: { 'if-none-match': 'W/"image-baselines-1"' } });
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, 'W/"image-baselines-1"', '']);
    const other = await app.get(each, { headers: { 'if-none-match': 'W/"image-baselines-2"' } });
    expect(other.statusCode).toBe(200);
  }
});

test('publishes a baseline and its first model in one call, whatever the order of their ids', async () => {
  const model = { name: 'Nebula', baseline: 'cosmos 9', nsfw: false };
  const early = await app.send('POST', `${v2}/image_generation`, { key: keys.requestor, body: model });
  expect([early.statusCode, early.body]).toEqual([
    422,
    expect.stringContaining('Unknown baseline: cosmos 9'),
  ]);
  expect(early.body).toContain('/image_generation/baselines/change-sets');

  const proposed = await submit([
    upsert('cosmos_9', { alternative_names: ['cosmos 9'], horde_policy: { kudos: 12 } }),
  ]);
  expect(proposed.statusCode, proposed.body).toBe(202);
  const change = proposed.json();
  expect(change).toMatchObject({
    operation: 'update',
    category: 'image_generation',
    model_name: `baseline:${change.resource_id}`,
    resource_kind: 'image_baseline',
    resource_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    notes: 'A change',
    request_metadata: {
      route: 'submit_image_baseline_change_set',
      title: 'A change',
      affected_baselines: ['cosmos_9'],
    },
    related_models: ['cosmos_9'],
    payload: { title: 'A change', changes: [{ operation: 'upsert', name: 'cosmos_9' }] },
  });
  const first = await app.propose('POST', '/image_generation', { ...model, baseline: 'cosmos_9' });
  await app.approve(change.change_id, first);
  // The model's id first.
  await app.apply(first, change.change_id);

  const made = baseline.parse(await one('cosmos_9'));
  expect(made).toMatchObject({ horde_policy: { kudos: 12, ttl: 1 }, alternative_names: ['cosmos 9'] });
  expect(made.metadata).toEqual({
    revision: 1,
    created_at: 1_800_000_000,
    created_by: users.approver.username,
    updated_at: 1_800_000_000,
    updated_by: users.approver.username,
  });
  expect((await app.get(path)).json().metadata).toEqual({
    schema_version: 1,
    revision: 2,
    updated_at: 1_800_000_000,
  });
  expect((await app.get(path)).headers.etag).toBe('W/"image-baselines-2"');
  const live = await app.get(`${v2}/image_generation/model/Nebula`);
  expect(live.json()).toMatchObject({ baseline: 'cosmos_9' });
  expect((await verifyStore(app.store)).problems).toEqual([]);
});
