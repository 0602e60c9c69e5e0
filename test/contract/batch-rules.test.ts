import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditStore } from '../../src/modules/audit/store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';

// The contract's batch rules, one by one.

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const post = (path: string, body?: object) =>
  app.send('POST', queue + path, { key: keys.approver, ...(body && { body }) });

async function proposeClips(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await app.propose('POST', '/clip', { name }));
  return ids;
}
/** Status and batch of every change. */
async function overview(): Promise<string[]> {
  const { items } = (await app.get(`${queue}/changes`, { key: keys.approver })).json();
  return items.map(
    (change: { change_id: number; status: string; batch_id: number | null }) =>
      `${change.change_id} ${change.status} ${change.batch_id}`,
  );
}
const live = async () => Object.keys((await app.get(`${v2}/clip`)).json());

it('1. at most one batch is open: the one that holds all approved, not yet applied changes', async () => {
  const [a, b, c] = (await proposeClips('a', 'b', 'c')) as [number, number, number];
  await app.approve(a);
  await app.approve(b);
  await app.apply(a);
  await app.approve(c);
  const open = new Set(
    (await overview()).filter((each) => each.includes('approved')).map((each) => each.split(' ')[2]),
  );
  expect([...open]).toEqual(['2']);
});

it('2. the first approval allocates the last batch id + 1; later approvals join the open batch', async () => {
  const [a, b, c] = (await proposeClips('a', 'b', 'c')) as [number, number, number];
  expect(await app.approve(a)).toBe(1);
  expect(await app.approve(b)).toBe(1);
  await app.apply(a, b);
  expect(await app.approve(c)).toBe(2);
});

it('2. a call that fails uses up no batch id', async () => {
  const [a] = (await proposeClips('a')) as [number];
  expect((await post('/batches', { batch_title: 't', approved_ids: [a, 99] })).statusCode).toBe(400);
  expect(await app.approve(a)).toBe(1);
});

it('3. a batch that is applied in full closes; the next approval allocates a new id', async () => {
  const [a, b, c] = (await proposeClips('a', 'b', 'c')) as [number, number, number];
  await app.approve(a, b);
  const answer = await post('/apply_batch/1');
  expect(answer.json()).toMatchObject({ applied_change_ids: [a, b], batch_split_occurred: false });
  expect(await app.approve(c)).toBe(2);
  expect(await overview()).toEqual(['1 applied 1', '2 applied 1', '3 approved 2']);
});

it('4. of a batch that is applied in part, what is applied keeps its id; the rest moves to a new one, which is the open batch', async () => {
  const [a, b, c, d] = (await proposeClips('a', 'b', 'c', 'd')) as [number, number, number, number];
  await app.approve(a, b, c);
  const answer = await post('/apply', { change_ids: [b] });
  expect(answer.json()).toMatchObject({
    batch_split_occurred: true,
    batch_split_original_batch_id: 1,
    batch_split_new_batch_id: 2,
    batch_split_reassigned_count: 2,
  });
  expect(await app.approve(d)).toBe(2);
  expect(await overview()).toEqual(['1 approved 2', '2 applied 1', '3 approved 2', '4 approved 2']);
});

it('5. bulk apply processes ids in order and stops at the first failure; the answer lists applied and failed ids', async () => {
  const [a, b, c] = (await proposeClips('a', 'b', 'c')) as [number, number, number];
  await app.approve(c, a);
  const answer = await post('/apply', { change_ids: [c, b, a], allow_mixed_batch: true });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    {
      applied_change_ids: [c],
      failed_change_ids: [b],
      failed_change_id: b,
      failed_error_type: 'PendingChangeStateError',
    },
  ]);
  expect(await live()).toEqual(['c']);
  expect(await overview()).toEqual(['1 approved 2', '2 pending null', '3 applied 1']);
});

describe('6. apply with the same job_id is safe to retry', () => {
  it.each([
    ['single', (id: number, job: string) => post(`/changes/${id}/apply`, { job_id: job })],
    ['several', (id: number, job: string) => post('/apply', { change_ids: [id], job_id: job })],
    ['by batch', (_id: number, job: string) => post(`/apply_batch/1?job_id=${job}`)],
  ])('%s: it answers the same and writes nothing', async (_how, apply) => {
    const [a] = (await proposeClips('a')) as [number];
    await app.approve(a);
    const first = await apply(a, 'job');
    const head = await app.store.read((reader) => auditStore(reader).head());
    const again = await apply(a, 'job');
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(await app.store.read((reader) => auditStore(reader).head())).toEqual(head);
  });

  it('after a split it tells of the same split', async () => {
    const [a, b] = (await proposeClips('a', 'b')) as [number, number];
    await app.approve(a, b);
    const first = await post('/apply', { change_ids: [a], job_id: 'job' });
    expect((await post('/apply', { change_ids: [a], job_id: 'job' })).body).toBe(first.body);
    expect(await overview()).toEqual(['1 applied 1', '2 approved 2']);
  });

  it('another job cannot apply the change again', async () => {
    const [a] = (await proposeClips('a')) as [number];
    await app.approve(a);
    await post(`/changes/${a}/apply`, { job_id: 'job' });
    const answer = await post(`/changes/${a}/apply`, { job_id: 'other' });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      `Change ${a} is not approved (status=applied).`,
    ]);
  });

  it('without a job_id the server makes one', async () => {
    const [a] = (await proposeClips('a')) as [number];
    await app.approve(a);
    const { record } = (await post(`/changes/${a}/apply`)).json();
    expect(record.applied_job_id).toMatch(new RegExp(`^apply-${a}-[0-9a-f]{32}$`));
  });
});

it('7. applied changes reach readers only after apply; pending and approved ones never appear', async () => {
  await app.seed('clip', { name: 'live' });
  const [a, b] = (await proposeClips('a', 'b')) as [number, number];
  await app.approve(a);
  expect(await live()).toEqual(['live']);
  await app.apply(a);
  expect(await live()).toEqual(['live', 'a']);
  expect((await app.get(`${queue}/changes/${b}`, { key: keys.approver })).json().status).toBe('pending');
});
