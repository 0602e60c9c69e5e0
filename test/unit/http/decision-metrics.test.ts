import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const name = 'modelref_decision_duration_seconds';

let app: TestApp;
let now = 0;
beforeAll(async () => {
  now = 1_800_000_000;
  app = await startTestApp({ overrides: { clock: { now: () => now } } });
});
afterAll(() => app[Symbol.asyncDispose]());

test('the times to a decision are metrics, in which a repeated apply counts once', async () => {
  const [kept, refused, takenBack] = [
    await app.propose('POST', '/clip', { name: 'kept' }),
    await app.propose('POST', '/clip', { name: 'refused' }),
    await app.propose('POST', '/clip', { name: 'taken back' }),
  ];
  const post = async (path: string, body: object, key: string = keys.approver) =>
    (await app.send('POST', `${v2}/pending_queue${path}`, { key, body })).statusCode;
  now += 30;
  expect(await post(`/changes/${takenBack}/withdraw`, {}, keys.requestor)).toBe(200);
  now += 3_000;
  const batch = { batch_title: 'Today', reject_reason: 'No.', rejected_ids: [refused] };
  expect(await post('/batches', { ...batch, approved_ids: [kept, 99] })).toBe(400);
  expect(await post('/batches', { ...batch, approved_ids: [kept] })).toBe(200);
  now += 86_400;
  for (let call = 0; call < 2; call += 1) {
    expect(await post(`/changes/${kept}/apply`, { job_id: 'once' })).toBe(200);
  }
  // Who rejects their own proposal has not withdrawn it.
  const own = await app.send('POST', `${v2}/clip`, { key: keys.approver, body: { name: 'own' } });
  const rejected_ids = [own.json().change_id];
  expect(await post('/batches', { batch_title: 'No', reject_reason: 'No.', rejected_ids })).toBe(200);
  const lines = (await app.get('/metrics')).body.split('\n').filter((line) => line.startsWith(name));
  const counted = lines.filter((line) => /_(sum|count)/.test(line));
  expect(counted.filter((line) => !line.endsWith(' 0')).sort()).toEqual([
    `${name}_count{outcome="applied",risk="look"} 1`,
    `${name}_count{outcome="approved",risk="look"} 1`,
    `${name}_count{outcome="rejected",risk="look"} 2`,
    `${name}_count{outcome="withdrawn",risk="look"} 1`,
    `${name}_sum{outcome="applied",risk="look"} 89430`,
    `${name}_sum{outcome="approved",risk="look"} 3030`,
    `${name}_sum{outcome="rejected",risk="look"} 3030`,
    `${name}_sum{outcome="withdrawn",risk="look"} 30`,
  ]);
  // Those that nothing was decided of are there as well.
  expect(counted).toHaveLength(2 * 4 * 4);
  expect(lines).toContain(`${name}_bucket{le="60",outcome="withdrawn",risk="look"} 1`);
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});

test('the risk of a decision is that of its moment: in the trail, and gone with an approval that is taken back', async () => {
  const id = await app.propose('DELETE', '/clip/model/kept');
  const riskNow = () => app.store.read(async (tx) => (await changeStore(tx).heads([id]))[0]?.decided_risk);
  await app.approve(id);
  expect(await riskNow()).toBe('high');
  const trail = await app.store.read((tx) => auditStore(tx).events({ change_ids: [id] }, 10));
  expect(trail.at(-1)?.payload).toMatchObject({ after: { change_id: id, risk: 'high' } });
  await app.send('POST', `${v2}/pending_queue/changes/${id}/unapprove`, { key: keys.approver });
  expect(await riskNow()).toBe(null);
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});
