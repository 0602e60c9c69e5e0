import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const count = 1_203;
const ids = Array.from({ length: count }, (_, at) => at + 1);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const { id: userId, username } = users.requestor;
  const caller = { userId, username, isRequestor: true, isApprover: false };
  await app.service.context.proposals.proposeAll(
    ids.map((id) => ({
      category: 'clip',
      operation: 'create' as const,
      name: `model ${id}`,
      record: { name: `model ${id}`, description: `${id} `.repeat(400) },
      format: 'v2' as const,
      route: 'test',
      caller,
    })),
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const get = async (path: string) => {
  const answer = await app.get(v2 + path, { key: keys.approver });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const idsOf = (changes: { change_id: number }[]) => changes.map(({ change_id }) => change_id);

it('audit/current does not stop at 500 changes', async () => {
  const current = await get('/pending_queue/audit/current');
  expect(idsOf(current.pending_changes)).toEqual(ids.toReversed());
  expect(current.total_pending).toBe(count);
  const page = await get('/pending_queue/audit/current?limit=3&offset=700');
  expect(idsOf(page.pending_changes)).toEqual([503, 502, 501]);
  expect(page.total_pending).toBe(count);
  const rest = await get('/pending_queue/audit/current?offset=1201');
  expect(idsOf(rest.pending_changes)).toEqual([2, 1]);
});

it('what waits in a category is whole', async () => {
  const pending = await get('/clip/pending');
  expect(Object.keys(pending)).toEqual(ids.map((id) => `model ${id}`));
  expect(pending['model 1203'].description).toBe('1203 '.repeat(400));
});

it('audit/batches/{id} does not stop at 500 changes, purged ones included', async () => {
  await app.approve(...ids);
  const purge = { statuses: ['approved'], model_name: 'model 120' };
  const answer = await app.send('POST', `${v2}/pending_queue/purge`, { key: keys.approver, body: purge });
  expect(answer.statusCode).toBe(200);
  const batch = await get('/pending_queue/audit/batches/1');
  expect(idsOf(batch.changes)).toEqual(ids);
  expect(batch).toMatchObject({ batch_id: 1, total_change_count: count });
  const page = await get('/pending_queue/audit/batches/1?limit=2&offset=600');
  expect(idsOf(page.changes)).toEqual([601, 602]);
});
