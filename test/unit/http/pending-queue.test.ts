import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
const start = async () => {
  app = await startTestApp();
};
const stop = () => app[Symbol.asyncDispose]();
function startForEach() {
  beforeEach(start);
  afterEach(stop);
}
/** For what is refused: it changes nothing. */
function startForAll() {
  beforeAll(start);
  afterAll(stop);
}

const approver = (method: string, path: string, body?: unknown) =>
  app.send(method, queue + path, { key: keys.approver, ...(body !== undefined && { body }) });

async function proposeClips(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await app.propose('POST', '/clip', { name }));
  return ids;
}

describe('one change', () => {
  startForEach();

  it('is shown, or is not there', async () => {
    await proposeClips('a');
    expect((await approver('GET', '/changes/1')).json()).toMatchObject({
      change_id: 1,
      model_name: 'a',
      notes: null,
    });
    const missing = await approver('GET', '/changes/2');
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Change not found' }]);
    for (const id of ['x', '1.5', '9'.repeat(40)]) {
      const answer = await approver('GET', `/changes/${id}`);
      expect([id, answer.statusCode, answer.json().detail[0].loc]).toEqual([id, 422, ['path', 'change_id']]);
    }
  });
});

describe('a batch is refused as a whole:', () => {
  startForAll();
  beforeAll(async () => {
    await proposeClips('a');
  });

  it.each([
    [{ approved_ids: [1] }, 422, ['body', 'batch_title']],
    [{ batch_title: '', approved_ids: [1] }, 422, ['body', 'batch_title']],
    [{ batch_title: 't'.repeat(121), approved_ids: [1] }, 422, ['body', 'batch_title']],
    [{ batch_title: 't', approved_ids: ['x'] }, 422, ['body', 'approved_ids', 0]],
    [{ batch_title: 't', rejected_ids: [1], reject_reason: 'r'.repeat(501) }, 422, ['body', 'reject_reason']],
  ])('%j', async (body, status, what) => {
    const answer = await approver('POST', '/batches', body);
    const { detail } = answer.json();
    expect([answer.statusCode, typeof what === 'string' ? detail : detail[0].loc]).toEqual([
      status,
      typeof what === 'string' ? expect.stringContaining(what) : what,
    ]);
    expect((await approver('GET', '/changes/1')).json().status).toBe('pending');
  });
});

const approveThree = async () => {
  await proposeClips('a', 'b', 'c');
  await app.approve(1, 2, 3);
};

describe('apply', () => {
  startForEach();
  beforeEach(approveThree);

  it('of one change splits its batch', async () => {
    const answer = await approver('POST', '/changes/2/apply', { job_id: 'job' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      record: expect.objectContaining({
        change_id: 2,
        status: 'applied',
        applied_job_id: 'job',
        batch_id: 1,
      }),
      batch_split_occurred: true,
      batch_split_original_batch_id: 1,
      batch_split_new_batch_id: 2,
      batch_split_reassigned_count: 2,
    });
    expect(Object.values(answer.json().record)).not.toContain(null);
    expect((await app.get(`${v2}/clip/model/b`)).statusCode).toBe(200);
    const again = await approver('POST', '/changes/2/apply', { job_id: 'job' });
    expect([again.statusCode, again.json()]).toEqual([200, answer.json()]);
    const other = await approver('POST', '/changes/2/apply', { job_id: 'other' });
    expect([other.statusCode, other.json().detail]).toEqual([400, expect.stringContaining('not approved')]);
  });

  it('of one change needs no body', async () => {
    expect((await approver('POST', '/changes/1/apply')).statusCode).toBe(200);
    expect((await approver('POST', '/changes/2/apply', {})).statusCode).toBe(200);
    expect((await approver('POST', '/changes/9/apply')).json()).toEqual({ detail: 'Change 9 not found.' });
    const long = await approver('POST', '/changes/3/apply', { job_id: 'j'.repeat(121) });
    expect([long.statusCode, long.json().detail[0].loc]).toEqual([422, ['body', 'job_id']]);
  });

  const whole = {
    applied_change_ids: [1, 2, 3],
    failed_change_ids: [],
    applied: [
      expect.objectContaining({ change_id: 1, status: 'applied' }),
      expect.objectContaining({ change_id: 2 }),
      expect.objectContaining({ change_id: 3 }),
    ],
    batch_split_occurred: false,
  };

  it.each([
    ['in the body', '/apply', { change_ids: [1, 2, 3, 1] }],
    ['in the query', '/apply?change_ids=1&change_ids=2&change_ids=3', undefined],
    ['in both: the body wins', '/apply?change_ids=99&job_id=x', { change_ids: [1, 2, 3], job_id: 'y' }],
    [
      'in both: what the body leaves open is taken from the query',
      '/apply?change_ids=1&change_ids=2&change_ids=3',
      { job_id: 'y' },
    ],
    ['by the batch', '/apply_batch/1?job_id=y', undefined],
    ['by the batch, without a token', '/apply_batch/1', {}],
  ])('of all changes, named %s', async (_how, path, body) => {
    const answer = await approver('POST', path, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, whole]);
    const { job_id } = { job_id: path.includes('job_id=y') ? 'y' : undefined, ...body } as {
      job_id?: string;
    };
    expect(answer.json().applied[0].applied_job_id).toEqual(job_id ?? expect.stringMatching(/^apply-1-/));
    expect(Object.keys((await app.get(`${v2}/clip`)).json())).toEqual(['a', 'b', 'c']);
  });

  it('that stops at a change says how far it came, with the status of what stopped it', async () => {
    await proposeClips('d');
    const answer = await approver('POST', '/apply', { change_ids: [1, 4, 2], allow_mixed_batch: true });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        applied_change_ids: [1],
        failed_change_ids: [4],
        applied: [expect.objectContaining({ change_id: 1, status: 'applied' })],
        failed_change_id: 4,
        failed_error: 'Change 4 is not approved (status=pending).',
        failed_error_type: 'PendingChangeStateError',
        batch_split_occurred: true,
        batch_split_original_batch_id: 1,
        batch_split_new_batch_id: 2,
        batch_split_reassigned_count: 2,
      },
    ]);
    const missing = await approver('POST', '/apply?allow_mixed_batch=yes&change_ids=99');
    expect([missing.statusCode, missing.json()]).toMatchObject([
      404,
      { applied_change_ids: [], failed_change_ids: [99], failed_error_type: 'PendingChangeNotFoundError' },
    ]);
  });
});

describe('apply is refused before it begins:', () => {
  startForAll();
  beforeAll(approveThree);

  it.each([
    ['/apply', {}, 400, 'at least one change id'],
    ['/apply', undefined, 400, 'at least one change id'],
    ['/apply', { change_ids: [] }, 400, 'at least one change id'],
    ['/apply', { change_ids: [1, 99] }, 404, 'Change 99 not found'],
    ['/apply', { change_ids: [0] }, 422, ['body', 'change_ids', 0]],
    ['/apply?change_ids=-1', undefined, 422, ['query', 'change_ids', 0]],
    [`/apply?job_id=${'j'.repeat(121)}`, { change_ids: [1] }, 422, ['query', 'job_id']],
    [`/apply_batch/1?job_id=${'j'.repeat(121)}`, undefined, 422, ['query', 'job_id']],
    ['/apply_batch/x', undefined, 422, ['path', 'batch_id']],
    ['/apply_batch/9', undefined, 404, 'No changes found for batch 9'],
  ])('%s %j', async (path, body, status, what) => {
    const answer = await approver('POST', path, body);
    const { detail } = answer.json();
    expect([answer.statusCode, typeof what === 'string' ? detail : detail[0].loc]).toEqual([
      status,
      typeof what === 'string' ? expect.stringContaining(what) : what,
    ]);
    expect((await app.get(`${v2}/clip`)).statusCode).toBe(404);
  });
});

describe('beta records', () => {
  startForEach();

  it('are what is pending or approved, for any key', async () => {
    await app.seed('clip', { name: 'live', description: 'old' });
    const id = await app.propose('PUT', '/clip/model/live', { name: 'live', description: 'new' });
    await proposeClips('fresh');
    await app.approve(id);
    const answer = await app.get(`${v2}/clip/pending`, { key: keys.nobody });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ live: { description: 'new' }, fresh: { name: 'fresh' } });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect((await app.get(`${v2}/blip/pending`, { key: keys.nobody })).json()).toEqual({});
    expect((await app.get(`${v2}/nonsense/pending`, { key: keys.nobody })).statusCode).toBe(404);
  });
});
