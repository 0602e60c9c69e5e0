import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { appendEvents } from '../../../../src/modules/audit/index.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { writeLiveRecord } from '../../../../src/modules/queue/index.ts';
import { categoryOf } from '../../../../src/records/categories/index.ts';
import { viewsAfter } from '../../../../src/records/model-views.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { baselines, findCategory } from '../../../support/categories.ts';
import { keys } from '../../../support/identity-server.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const queue = '/api/model_references/v2/pending_queue';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('changes of a category that is not switched on any more hold up no others, and can be rejected', async () => {
  expect(findCategory('baseline')).toBeUndefined();
  const [left, approved, other] = [
    await app.propose('POST', '/clip', { name: 'left', description: 'x' }),
    await app.propose('POST', '/clip', { name: 'approved', description: 'x' }),
    await app.propose('POST', '/clip', { name: 'other', description: 'x' }),
  ];
  await app.approve(approved);
  // As the queue is after the category was switched off.
  await app.store.write(({ db }) =>
    db
      .updateTable('pending_changes')
      .set({ category: 'baseline' })
      .where('change_id', 'in', [left, approved])
      .execute(),
  );
  const read = (path: string) => app.get(queue + path, { key: keys.approver });
  for (const path of ['/changes', '/counts', '/inbox', `/changes/${left}`, `/changes/${approved}/diff`])
    expect((await read(path)).statusCode, path).toBe(200);

  const send = (path: string, body: object) => app.send('POST', queue + path, { key: keys.approver, body });
  const applied = await send('/apply', { change_ids: [approved] });
  expect(applied.body).toContain(
    `Change ${approved} cannot be applied: The category 'baseline' is not served any more.`,
  );
  const body = { batch_title: 'no', approved_ids: [other], rejected_ids: [left], reject_reason: 'off' };
  expect((await send('/batches', body)).statusCode).toBe(200);
  await app.apply(other);
  expect((await app.get('/api/model_references/v2/clip/model/other')).statusCode).toBe(200);
  const { batch_id } = (await read(`/changes/${left}`)).json();
  for (const path of ['', `/${batch_id}`, `/${batch_id}/net_changes`])
    expect((await read(`/audit/batches${path}`)).statusCode, path).toBe(200);
  const revert = { key: keys.approver, body: { reason: 'off' } };
  const undone = await app.send('POST', `${queue}/audit/batches/${batch_id}/revert`, revert);
  expect(undone.statusCode, undone.body).toBe(202);
});

test('an approved model whose baseline was a record is refused once baselines are none any more', async () => {
  const record = { name: 'Nebula', baseline: 'stable_diffusion_1', nsfw: false };
  const id = await app.propose('POST', '/image_generation', record);
  await app.approve(id);
  await app.store.write(({ db }) =>
    db
      .updateTable('pending_change_bodies')
      .set({ payload: JSON.stringify({ record_type: 'image_generation', ...record, baseline: 'cosmos_9' }) })
      .where('change_id', '=', id)
      .execute(),
  );
  const body = { change_ids: [id] };
  const applied = await app.send('POST', `${queue}/apply`, { key: keys.approver, body });
  expect([applied.statusCode, applied.body]).toEqual([
    409,
    expect.stringContaining(`Change ${id} cannot be applied: its baseline 'cosmos_9' is not live`),
  ]);
});

test('the audit trail holds for records of a category that is not switched on any more', async () => {
  const store = await temporaryStore(onTestFinished);
  const definition = categoryOf('baseline');
  const record = { name: 'cosmos_9', title: 'Cosmos 9', category: 'image_generation' };
  const after = viewsAfter(
    definition,
    'cosmos_9',
    { format: 'v2', record },
    null,
    { now: 1, by: null },
    baselines,
  );
  const by = { userId: '1', requestId: null, change: null };
  const model = { category: definition.name, name: 'cosmos_9', before: null, after };
  await store.write((writer) =>
    writeLiveRecord(writer, { ...model, domain: 'v2', ...by, now: 1 }, appendEvents),
  );
  expect((await verifyStore(store)).problems).toEqual([]);
});
