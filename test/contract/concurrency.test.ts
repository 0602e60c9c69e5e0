import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditStore } from '../../src/modules/audit/store.ts';
import { counterStore } from '../../src/modules/counters/store.ts';
import { verifyStore } from '../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys } from '../support/identity-server.ts';

// 64 clients at once, over real connections: each change takes effect once, whoever asks and however often.

const clients = 64;
const prefix = '/api/model_references/v2';

let app: TestApp;
let origin: string;
beforeEach(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
});
afterEach(() => app[Symbol.asyncDispose]());

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

async function approvedClips(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await app.propose('POST', '/clip', { name: `model ${n}` }));
  await app.approve(...ids);
  return ids;
}

const all = <T>(work: (client: number) => Promise<T>) =>
  Promise.all(Array.from({ length: clients }, (_, n) => work(n)));

/** How often each change was applied, by its events; and that the trail is sound. */
async function effects(): Promise<Record<number, number>> {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  const events = await app.store.read((reader) => auditStore(reader).events({}, 10_000));
  const applied = events.filter(({ action }) => action === 'apply').map(({ change_id }) => change_id ?? 0);
  return Object.fromEntries([...Map.groupBy(applied, (id) => id)].map(([id, each]) => [id, each.length]));
}

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
      batch_split_new_batch_id: 2,
      batch_split_reassigned_count: 2,
    });
    expect(await effects()).toEqual({
      [wanted[0] as number]: 1,
      [wanted[1] as number]: 1,
      [wanted[2] as number]: 1,
    });
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
    expect(await effects()).toEqual({ 1: 1, 2: 1, 3: 1 });
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
    expect(await effects()).toEqual({ 1: 1 });
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
    const applied = await effects();
    expect(Object.values(applied).every((times) => times === 1)).toBe(true);
    const told = answers.flatMap(({ text }) => JSON.parse(text).applied_change_ids ?? []);
    expect(told.sort()).toEqual(Object.keys(applied).map(Number).sort());
  });
});

it('64 clients approve the same changes at once: one does, in one batch', async () => {
  const ids = [
    await app.propose('POST', '/clip', { name: 'a' }),
    await app.propose('POST', '/clip', { name: 'b' }),
  ];
  const answers = await all((n) =>
    post('/pending_queue/batches', { batch_title: `by ${n}`, approved_ids: ids }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await app.store.read((reader) => counterStore(reader).current('batch'))).toBe(1);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

it('64 clients propose at once: 64 changes, ids without gaps', async () => {
  const answers = await all((n) => post('/clip', { name: `model ${n}` }));
  const ids = answers.map(({ text }) => JSON.parse(text).change_id as number);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: clients }, (_, n) => n + 1));
});

it('64 clients apply a change each: whoever reads after its answer sees it, in both views and the whole category', async () => {
  const ids = await approvedClips(clients);
  await all(async (n) => {
    expect(await post('/pending_queue/apply', { change_ids: [ids[n]] })).toMatchObject({ status: 200 });
    const paths = [`${prefix}/clip/model/model%20${n}`, `${prefix}/clip`, '/api/model_references/v1/clip'];
    const [record, v2, v1] = await Promise.all(
      paths.map(async (path) => (await (await fetch(origin + path)).json()) as Record<string, unknown>),
    );
    expect(record).toMatchObject({ name: `model ${n}` });
    for (const body of [v2, v1]) expect(body).toHaveProperty([`model ${n}`]);
  });
});
