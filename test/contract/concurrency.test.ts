import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditStore } from '../../src/modules/audit/store.ts';
import { counterStore } from '../../src/modules/counters/store.ts';
import { verifyStore } from '../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';

// 64 clients at once, over real connections: each change takes effect once, whoever asks and however often.

const clients = 64;
const prefix = '/api/model_references/v2';
const v1Clip = '/api/model_references/v1/clip';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp();
  origin = await app.service.listen();
});
beforeEach(() => post('/pending_queue/purge', { purge_all: true }));
afterAll(() => app[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function post(path: string, body: object): Promise<Answer> {
  const answer = await fetch(origin + prefix + path, {
    method: 'POST',
    headers: { apikey: keys.approver, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

let models = 0;
async function approvedClips(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await app.propose('POST', '/clip', { name: `model ${++models}` }));
  await app.approve(...ids);
  return ids;
}

const all = <T>(work: (client: number) => Promise<T>) =>
  Promise.all(Array.from({ length: clients }, (_, n) => work(n)));

/** The changes that were applied, as often as their events say; the trail is sound. */
async function effects(of: readonly number[]): Promise<number[]> {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  const events = await app.store.read((reader) => auditStore(reader).events({}, 10_000));
  const applied = events.filter(({ action }) => action === 'apply').map(({ change_id }) => change_id ?? 0);
  return applied.filter((id) => of.includes(id)).sort((a, b) => a - b);
}
const currentBatch = () => app.store.read((reader) => counterStore(reader).current('batch'));

describe('64 clients apply the same changes at once', () => {
  it('with the same job_id: one effect each, and the same answer for all', async () => {
    const ids = await approvedClips(5);
    const wanted = ids.slice(0, 3);
    const answers = await all(() => post('/pending_queue/apply', { change_ids: wanted, job_id: 'job' }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({
      applied_change_ids: wanted,
      batch_split_occurred: true,
      batch_split_new_batch_id: await currentBatch(),
      batch_split_reassigned_count: 2,
    });
    expect(await effects(ids)).toEqual(wanted);
  });

  it('with a job_id each: one of them applies, the others are told that it is done', async () => {
    const ids = await approvedClips(3);
    const answers = await all((n) => post('/pending_queue/apply', { change_ids: ids, job_id: `job ${n}` }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(clients - 1);
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      failed_error: `Change ${ids[0]} is not approved (status=applied).`,
    });
    expect(await effects(ids)).toEqual(ids);
  });

  it('with eight job_ids: the clients of the winning one all get its answer', async () => {
    const [id] = (await approvedClips(1)) as [number];
    const answers = await all(async (n) => ({
      job: n % 8,
      ...(await post(`/pending_queue/changes/${id}/apply`, { job_id: `job ${n % 8}` })),
    }));
    const won = answers.filter(({ status }) => status === 200);
    expect([
      won.length,
      new Set(won.map(({ job }) => job)).size,
      new Set(won.map(({ text }) => text)).size,
    ]).toEqual([8, 1, 1]);
    expect(await effects([id])).toEqual([id]);
  });

  it('in overlapping sets: still one effect each', async () => {
    const ids = await approvedClips(8);
    const answers = await all((n) =>
      post('/pending_queue/apply', {
        change_ids: [0, 1, 2, 3].map((step) => ids[(n + step) % ids.length]),
        job_id: `job ${n}`,
        allow_mixed_batch: true,
      }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const applied = await effects(ids);
    expect(applied).toEqual([...new Set(applied)]);
    const told: number[] = answers.flatMap(({ text }) => JSON.parse(text).applied_change_ids ?? []);
    expect(told.sort((a, b) => a - b)).toEqual(applied);
  });
});

it('64 clients approve the same changes at once: one does, in one batch', async () => {
  const ids = [
    await app.propose('POST', '/clip', { name: 'a' }),
    await app.propose('POST', '/clip', { name: 'b' }),
  ];
  const before = await currentBatch();
  const answers = await all((n) =>
    post('/pending_queue/batches', { batch_title: `by ${n}`, approved_ids: ids }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await currentBatch()).toBe(before + 1);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

it('64 clients propose at once: 64 changes, ids without gaps', async () => {
  const last = await app.propose('POST', '/clip', { name: 'before' });
  const answers = await all((n) => post('/clip', { name: `proposed ${n}` }));
  const ids = answers.map(({ text }) => JSON.parse(text).change_id as number);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: clients }, (_, n) => last + n + 1));
});

it('64 clients apply a change each: whoever reads after its answer sees it, in both views and the whole category', async () => {
  const first = models + 1;
  const ids = await approvedClips(clients);
  await all(async (n) => {
    expect(await post('/pending_queue/apply', { change_ids: [ids[n]] })).toMatchObject({ status: 200 });
    const name = `model ${first + n}`;
    const paths = [`${prefix}/clip/model/${encodeURIComponent(name)}`, `${prefix}/clip`, v1Clip];
    const [record, v2, v1] = await Promise.all(
      paths.map(async (path) => (await (await fetch(origin + path)).json()) as Record<string, unknown>),
    );
    expect(record).toMatchObject({ name });
    for (const body of [v2, v1]) expect(body).toHaveProperty([name]);
  });
});
