import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { start, v2 } from './registries.ts';

const path = `${v2}/image_generation/baselines`;

test('a replica copies the catalogue of baselines behind the models that name its entries', async () => {
  const primary = await startTestApp({ settings: { port: 0 } });
  onTestFinished(() => primary[Symbol.asyncDispose]());
  const url = `${await primary.service.listen()}/api`;
  await primary.seed('image_generation', { name: 'First', baseline: 'flux_1', nsfw: false });
  const replica = await start({ replicateMode: 'REPLICA', primaryApiUrl: url });
  const body = async (at: string) => JSON.parse((await replica.get(at)).body);
  await eventually(async () => expect((await replica.get(`${v2}/image_generation`)).status).toBe(200));

  const changes = [
    { operation: 'upsert', name: 'cosmos_9', record: { name: 'cosmos_9' }, expected_before: null },
  ];
  const proposed = await primary.send('POST', `${path}/change-sets`, {
    key: keys.requestor,
    body: { title: 'Cosmos', changes },
  });
  const set = proposed.json().change_id;
  const model = { name: 'Nebula', baseline: 'cosmos_9', nsfw: false };
  const first = await primary.propose('POST', '/image_generation', model);
  await primary.approve(set, first);
  await primary.apply(set, first);

  let named = 0;
  await eventually(async () => {
    // Whatever moment this is: what the models name is in the catalogue that is read then.
    const models: Record<string, { baseline: string }> = await body(`${v2}/image_generation`);
    const { baselines } = await body(`${path}/export`);
    for (const { baseline } of Object.values(models)) {
      expect(Object.keys(baselines)).toContain(baseline);
      named += 1;
    }
    expect(Object.keys(models)).toContain('Nebula');
  });
  expect(named).toBeGreaterThan(1);
  const [ours, theirs] = [await replica.get(`${path}/export`), await primary.get(`${path}/export`)];
  expect(ours.body).toBe(theirs.body);
  expect(ours.headers.etag).toBe('W/"image-baselines-2"');

  // Without models, a change of the catalogue is copied too.
  const before = (await primary.get(`${path}/cosmos_9`)).json();
  const record = { ...before, horde_policy: { ...before.horde_policy, kudos: 3 } };
  const dearer = await primary.send('POST', `${path}/change-sets`, {
    key: keys.requestor,
    body: {
      title: 'Dearer',
      changes: [{ operation: 'upsert', name: 'cosmos_9', record, expected_before: before }],
    },
  });
  await primary.approve(dearer.json().change_id);
  await primary.apply(dearer.json().change_id);
  await eventually(async () => expect((await body(`${path}/cosmos_9`)).horde_policy.kudos).toBe(3));
  const refused = await replica.app.server.inject({
    method: 'POST',
    url: `${path}/change-sets`,
    headers: { apikey: 'x' },
    payload: { title: 'x', changes },
  });
  expect(refused.statusCode).toBe(503);
});
