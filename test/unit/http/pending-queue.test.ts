import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

// Each test has names of its own, and leaves no batch open.
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const approver = (method: string, path: string, body?: unknown) =>
  app.send(method, queue + path, { key: keys.approver, ...(body !== undefined && { body }) });

async function proposeClips(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await app.propose('POST', '/clip', { name }));
  return ids;
}

let worlds = 0;
let lastBatch = 0;
/** Approves the creation of three models, whose names begin alike. */
async function approveThree() {
  const name = `model ${++worlds}`;
  const ids = (await proposeClips(`${name} a`, `${name} b`, `${name} c`)) as [number, number, number];
  const batch = await app.approve(...ids);
  // Those before are closed.
  expect(batch).toBeGreaterThan(lastBatch);
  lastBatch = batch;
  return { name, ids, batch };
}
const isLive = async (name: string) =>
  (await app.get(`${v2}/clip/model/${encodeURIComponent(name)}`)).statusCode === 200;

/** Compares a refusal with the place of its first problem, or with a part of its text. */
async function expectRefusal(path: string, body: unknown, status: number, what: string | unknown[]) {
  const answer = await approver('POST', path, body);
  const { detail } = answer.json();
  const isText = typeof what === 'string';
  expect([answer.statusCode, isText ? detail : detail[0].loc]).toEqual([
    status,
    isText ? expect.stringContaining(what) : what,
  ]);
}

it('one change is shown, or is not there', async () => {
  const [id] = await proposeClips('shown');
  expect((await approver('GET', `/changes/${id}`)).json()).toMatchObject({
    model_name: 'shown',
    notes: null,
  });
  const missing = await approver('GET', '/changes/999');
  expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Change not found' }]);
  for (const wrong of ['x', '1.5', '9'.repeat(40)]) {
    const answer = await approver('GET', `/changes/${wrong}`);
    expect([wrong, answer.statusCode, answer.json().detail[0].loc]).toEqual([
      wrong,
      422,
      ['path', 'change_id'],
    ]);
  }
});

it('a batch is refused as a whole', async () => {
  const [id] = await proposeClips('undecided');
  const refused: [object, string[]][] = [
    [{ approved_ids: [id] }, ['batch_title']],
    [{ batch_title: '', approved_ids: [id] }, ['batch_title']],
    [{ batch_title: 't'.repeat(121), approved_ids: [id] }, ['batch_title']],
    [{ batch_title: 't', rejected_ids: [id], reject_reason: 'r'.repeat(501) }, ['reject_reason']],
  ];
  for (const [body, at] of refused) await expectRefusal('/batches', body, 422, ['body', ...at]);
  const mixed = { batch_title: 't', approved_ids: [id, 'x'] };
  await expectRefusal('/batches', mixed, 422, ['body', 'approved_ids', 1]);
  expect((await approver('GET', `/changes/${id}`)).json().status).toBe('pending');
});

describe('apply', () => {
  it('of one change splits its batch', async () => {
    const { name, ids, batch } = await approveThree();
    const path = `/changes/${ids[1]}/apply`;
    const answer = await approver('POST', path, { job_id: 'job' });
    expect(answer.statusCode).toBe(200);
    const { record, ...split } = answer.json();
    expect(record).toMatchObject({
      change_id: ids[1],
      status: 'applied',
      applied_job_id: 'job',
      batch_id: batch,
    });
    expect(split).toEqual({
      batch_split_occurred: true,
      batch_split_original_batch_id: batch,
      batch_split_new_batch_id: batch + 1,
      batch_split_reassigned_count: 2,
    });
    expect(Object.values(record)).not.toContain(null);
    expect(await isLive(`${name} b`)).toBe(true);
    const again = await approver('POST', path, { job_id: 'job' });
    expect([again.statusCode, again.json()]).toEqual([200, answer.json()]);
    await expectRefusal(path, { job_id: 'other' }, 400, 'not approved');
    await app.apply(ids[0], ids[2]);
  });

  it('of one change needs no body', async () => {
    const { ids } = await approveThree();
    expect((await approver('POST', `/changes/${ids[0]}/apply`)).statusCode).toBe(200);
    expect((await approver('POST', `/changes/${ids[1]}/apply`, {})).statusCode).toBe(200);
    expect((await approver('POST', '/changes/999/apply')).json()).toEqual({
      detail: 'Change 999 not found.',
    });
    const long = { job_id: 'j'.repeat(121) };
    await expectRefusal(`/changes/${ids[2]}/apply`, long, 422, ['body', 'job_id']);
    await app.apply(ids[2]);
  });

  const inQuery = (ids: readonly number[]) => ids.map((id) => `change_ids=${id}`).join('&');
  it.each<[string, (ids: number[], batch: number) => [path: string, body?: object], job?: string]>([
    ['in the body', (ids) => ['/apply', { change_ids: [...ids, ids[0]] }]],
    ['in the query', (ids) => [`/apply?${inQuery(ids)}`]],
    [
      'in both: the body wins',
      (ids) => ['/apply?change_ids=99&job_id=x', { change_ids: ids, job_id: 'y' }],
      'y',
    ],
    [
      'in both: what the body leaves open is taken from the query',
      (ids) => [`/apply?${inQuery(ids)}`, { job_id: 'z' }],
      'z',
    ],
    ['by the batch', (_, batch) => [`/apply_batch/${batch}?job_id=b`], 'b'],
    ['by the batch, without a token', (_, batch) => [`/apply_batch/${batch}`, {}]],
  ])('of all changes, named %s', async (_how, request, job) => {
    const { name, ids, batch } = await approveThree();
    const answer = await approver('POST', ...request(ids, batch));
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        applied_change_ids: ids,
        failed_change_ids: [],
        applied: ids.map((change_id) => expect.objectContaining({ change_id, status: 'applied' })),
        batch_split_occurred: false,
      },
    ]);
    const { applied_job_id } = answer.json().applied[0];
    expect(applied_job_id).toEqual(job ?? expect.stringMatching(new RegExp(`^apply-${ids[0]}-`)));
    for (const end of ['a', 'b', 'c']) expect(await isLive(`${name} ${end}`)).toBe(true);
  });

  it('that stops at a change says how far it came, with the status of what stopped it', async () => {
    const { ids, batch } = await approveThree();
    const [pending] = await proposeClips('still pending');
    const change_ids = [ids[0], pending, ids[1]];
    const answer = await approver('POST', '/apply', { change_ids, allow_mixed_batch: true });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        applied_change_ids: [ids[0]],
        failed_change_ids: [pending],
        applied: [expect.objectContaining({ change_id: ids[0], status: 'applied' })],
        failed_change_id: pending,
        failed_error: `Change ${pending} is not approved (status=pending).`,
        failed_error_type: 'PendingChangeStateError',
        batch_split_occurred: true,
        batch_split_original_batch_id: batch,
        batch_split_new_batch_id: batch + 1,
        batch_split_reassigned_count: 2,
      },
    ]);
    const missing = await approver('POST', '/apply?allow_mixed_batch=yes&change_ids=999');
    expect([missing.statusCode, missing.json()]).toMatchObject([
      404,
      { applied_change_ids: [], failed_change_ids: [999], failed_error_type: 'PendingChangeNotFoundError' },
    ]);
    await app.apply(ids[1], ids[2]);
  });

  it('is refused before it begins', async () => {
    const { name, ids, batch } = await approveThree();
    const long = 'j'.repeat(121);
    const refused: [string, unknown, number, string | unknown[]][] = [
      ['/apply', {}, 400, 'at least one change id'],
      ['/apply', undefined, 400, 'at least one change id'],
      ['/apply', { change_ids: [] }, 400, 'at least one change id'],
      ['/apply', { change_ids: [ids[0], 999] }, 404, 'Change 999 not found'],
      ['/apply', { change_ids: [0] }, 422, ['body', 'change_ids', 0]],
      ['/apply?change_ids=-1', undefined, 422, ['query', 'change_ids', 0]],
      [`/apply?job_id=${long}`, { change_ids: [ids[0]] }, 422, ['query', 'job_id']],
      [`/apply_batch/${batch}?job_id=${long}`, undefined, 422, ['query', 'job_id']],
      ['/apply_batch/x', undefined, 422, ['path', 'batch_id']],
      ['/apply_batch/999', undefined, 404, 'No changes found for batch 999'],
    ];
    for (const each of refused) await expectRefusal(...each);
    expect(await isLive(`${name} a`)).toBe(false);
    await app.apply(...ids);
  });
});

it('beta records are what is pending or approved, for any key', async () => {
  await app.seed('blip', { name: 'live', description: 'old' });
  const id = await app.propose('PUT', '/blip/model/live', { name: 'live', description: 'new' });
  await app.propose('POST', '/blip', { name: 'fresh' });
  await app.approve(id);
  const answer = await app.get(`${v2}/blip/pending`, { key: keys.nobody });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ live: { description: 'new' }, fresh: { name: 'fresh' } });
  expect(answer.headers['cache-control']).toBe('private, no-cache');
  expect((await app.get(`${v2}/esrgan/pending`, { key: keys.nobody })).json()).toEqual({});
  expect((await app.get(`${v2}/nonsense/pending`, { key: keys.nobody })).statusCode).toBe(404);
});

it('with apply_conflicts=reject a stale change answers 409 and stays approved', async () => {
  await using strict = await startTestApp({ settings: { applyConflicts: 'reject' } });
  const post = (path: string, body?: object) =>
    strict.send('POST', queue + path, { key: keys.approver, ...(body && { body }) });
  const policies = await strict.get(`${queue}/policies`, { key: keys.approver });
  expect(policies.json()).toMatchObject({ apply_conflicts: 'reject' });
  await strict.seed('clip', { name: 'x' });
  const update = (description: string) => strict.propose('PUT', '/clip/model/x', { name: 'x', description });
  const [first, second] = [await update('first'), await update('second')];
  await strict.approve(first, second);
  const bulk = await post('/apply', { change_ids: [first, second] });
  expect([bulk.statusCode, bulk.json()]).toMatchObject([
    409,
    {
      applied_change_ids: [first],
      failed_change_ids: [second],
      failed_error_type: 'PendingChangeConflictError',
      failed_error: expect.stringContaining('apply_conflicts=reject'),
    },
  ]);
  const single = await post(`/changes/${second}/apply`);
  expect([single.statusCode, single.json().detail]).toEqual([
    409,
    expect.stringContaining(`Change ${second} is stale`),
  ]);
  const change = (await strict.get(`${queue}/changes/${second}`, { key: keys.approver })).json();
  expect([change.status, change.stale, change.applied_job_id]).toEqual(['approved', true, null]);
  expect((await strict.get(`${v2}/clip/model/x`)).json().description).toBe('first');
});
