import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditStore } from '../../src/modules/audit/store.ts';
import { counterStore } from '../../src/modules/counters/store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { keys, users } from '../support/identity-server.ts';

// The contract's table of states and transitions, row by row, and what it says of the ways that are not
// there.

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const post = (path: string, body?: object) =>
  app.send('POST', queue + path, { key: keys.approver, ...(body && { body }) });
const change = async (id: number) => (await app.get(`${queue}/changes/${id}`, { key: keys.approver })).json();
const statusOf = async (id: number) => (await change(id)).status;
const review = (body: object) => post('/batches', { batch_title: 'title', ...body });
const isLive = async (name: string) => (await app.get(`${v2}/clip/model/${name}`)).statusCode === 200;
const propose = (name: string) => app.propose('POST', '/clip', { name });
/** Category and action (or operation) of the audit events that `work` leaves behind. */
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { event_id: after } = await app.store.read((reader) => auditStore(reader).head());
  await work();
  const events = await app.store.read((reader) => auditStore(reader).events({ after }, 100));
  return events.map(
    ({ category, action, operation, model_name }) => `${category} ${action ?? operation} ${model_name}`,
  );
}

describe('(none) → pending: a create, update or delete request', () => {
  it('answers 202 with the record, writes an enqueue event, and leaves the live dataset as it is', async () => {
    await app.seed('clip', { name: 'live' }, { name: 'doomed' });
    const before = (await app.get(`${v2}/clip`)).body;
    for (const [method, path, body] of [
      ['POST', '/clip', { name: 'new' }],
      ['PUT', '/clip/model/live', { name: 'live', description: 'x' }],
      ['DELETE', '/clip/model/doomed', undefined],
    ] as const) {
      const events = await eventsOf(async () => {
        const answer = await app.send(method, v2 + path, { key: keys.requestor, ...(body && { body }) });
        expect([answer.statusCode, answer.json().status]).toEqual([202, 'pending']);
      });
      expect(events).toEqual([expect.stringMatching(/^pending_queue enqueue \d+$/)]);
    }
    expect((await app.get(`${v2}/clip`)).body).toBe(before);
  });

  it.each([
    ['not a PRIMARY', { replicateMode: 'REPLICA' }, keys.requestor, { name: 'x' }, 503],
    ['another canonical format', { canonicalFormat: 'legacy' }, keys.requestor, { name: 'x' }, 503],
    ['no requestor', {}, keys.nobody, { name: 'x' }, 401],
    ['an invalid body', {}, keys.requestor, {}, 422],
  ] as const)('%s: nothing is queued', async (_what, settings, key, body, status) => {
    await using other = await startTestApp({ settings });
    expect((await other.send('POST', `${v2}/clip`, { key, body })).statusCode).toBe(status);
    expect(await other.store.read((reader) => counterStore(reader).current('change'))).toBe(0);
  });
});

describe('pending → approved: POST /pending_queue/batches with the id in approved_ids', () => {
  it('assigns it to the open batch and writes an approve event', async () => {
    const id = await propose('x');
    expect(await eventsOf(() => review({ approved_ids: [id] }))).toEqual([`pending_queue approve ${id}`]);
    expect(await change(id)).toMatchObject({
      status: 'approved',
      batch_id: 1,
      batch_title: 'title',
      approved_by: users.approver.id,
    });
    expect(await isLive('x')).toBe(false);
  });

  it('takes an approver', async () => {
    const id = await propose('x');
    const body = { batch_title: 't', approved_ids: [id] };
    expect((await app.send('POST', `${queue}/batches`, { key: keys.requestor, body })).statusCode).toBe(401);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('pending → rejected: POST /pending_queue/batches with the id in rejected_ids', () => {
  it('writes a reject event', async () => {
    const id = await propose('x');
    const events = await eventsOf(() => review({ rejected_ids: [id], reject_reason: 'no licence' }));
    expect(events).toEqual([`pending_queue reject ${id}`]);
    expect(await change(id)).toMatchObject({
      status: 'rejected',
      rejected_by: users.approver.id,
      reject_reason: 'no licence',
    });
  });

  it('takes a reason', async () => {
    const id = await propose('x');
    expect((await review({ rejected_ids: [id] })).statusCode).toBe(400);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('approved → applied: apply, single, several, or by batch', () => {
  it.each([
    ['single', (id: number) => post(`/changes/${id}/apply`, { job_id: 'job' })],
    ['several', (id: number) => post('/apply', { change_ids: [id], job_id: 'job' })],
    ['by batch', () => post('/apply_batch/1?job_id=job')],
  ])(
    '%s: writes the record, shows it to readers, records the job, writes a model event and an apply event',
    async (_how, apply) => {
      const id = await propose('x');
      await app.approve(id);
      expect(await eventsOf(async () => expect((await apply(id)).statusCode).toBe(200))).toEqual([
        'clip create x',
        `pending_queue apply ${id}`,
      ]);
      expect(await isLive('x')).toBe(true);
      expect(await change(id)).toMatchObject({ status: 'applied', applied_job_id: 'job', batch_id: 1 });
    },
  );

  it('is an upsert', async () => {
    const first = await propose('x');
    const second = await app.propose('POST', '/clip', { name: 'x', description: 'second' });
    await app.approve(first, second);
    await app.apply(first, second);
    expect((await app.get(`${v2}/clip/model/x`)).json().description).toBe('second');
  });

  it.each(['pending', 'rejected'])('not from %s', async (status) => {
    const id = await propose('x');
    if (status === 'rejected') await review({ rejected_ids: [id], reject_reason: 'no' });
    const answer = await post(`/changes/${id}/apply`);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      `Change ${id} is not approved (status=${status}).`,
    ]);
    expect(await isLive('x')).toBe(false);
  });
});

describe('approved → approved (remaining ones): apply of only part of a batch', () => {
  it('gives the remaining changes a new batch id and writes a batch_split event', async () => {
    const ids = [await propose('x'), await propose('y'), await propose('z')];
    await app.approve(...ids);
    const events = await eventsOf(() => app.apply(ids[1] as number));
    expect(events).toEqual([
      'clip create y',
      `pending_queue apply ${ids[1]}`,
      'pending_queue batch_split queue',
    ]);
    expect(
      await Promise.all(ids.map(async (id) => [await statusOf(id), (await change(id)).batch_id])),
    ).toEqual([
      ['approved', 2],
      ['applied', 1],
      ['approved', 2],
    ]);
  });
});

describe('pending or approved → removed from the queue: POST /pending_queue/purge', () => {
  it('removes what matches the filters', async () => {
    const [pending, approved, other] = [await propose('x'), await propose('x2'), await propose('y')];
    await app.approve(approved);
    expect(await eventsOf(() => post('/purge', { model_name: 'x' }))).toEqual([
      `pending_queue purge ${pending}`,
      `pending_queue purge ${approved}`,
    ]);
    for (const id of [pending, approved]) {
      expect((await app.get(`${queue}/changes/${id}`, { key: keys.approver })).statusCode).toBe(404);
    }
    expect(await statusOf(other)).toBe('pending');
    expect(await isLive('x')).toBe(false);
  });

  it('leaves what is decided, unless it is named', async () => {
    const [applied, rejected] = [await propose('x'), await propose('y')];
    await review({ approved_ids: [applied], rejected_ids: [rejected], reject_reason: 'no' });
    await app.apply(applied);
    expect((await post('/purge', { purge_all: true })).json().removed_count).toBe(0);
    expect((await post('/purge', { statuses: ['applied', 'rejected'] })).json().removed_count).toBe(2);
    expect(await isLive('x')).toBe(true);
  });
});

describe('there is no other way', () => {
  it('out of rejected, nor back from approved or applied', async () => {
    const [applied, approved, rejected] = [await propose('x'), await propose('y'), await propose('z')];
    await app.approve(applied);
    await app.apply(applied);
    await review({ approved_ids: [approved], rejected_ids: [rejected], reject_reason: 'no' });
    for (const [id, status] of [
      [applied, 'applied'],
      [approved, 'approved'],
      [rejected, 'rejected'],
    ] as const) {
      for (const body of [{ approved_ids: [id] }, { rejected_ids: [id], reject_reason: 'no' }]) {
        const answer = await review(body);
        expect([answer.statusCode, answer.json().detail]).toEqual([
          400,
          `Change ${id} is not pending (status=${status}).`,
        ]);
      }
      expect(await statusOf(id)).toBe(status);
    }
  });

  it('a change whose apply failed stays approved', async () => {
    await using strict = await startTestApp({ settings: { applyConflicts: 'reject' } });
    const id = await strict.propose('POST', '/clip', { name: 'x' });
    await strict.seed('clip', { name: 'x' });
    await strict.approve(id);
    const answer = await strict.send('POST', `${queue}/changes/${id}/apply`, { key: keys.approver });
    expect(answer.statusCode).toBe(409);
    const after = (await strict.get(`${queue}/changes/${id}`, { key: keys.approver })).json();
    expect([after.status, after.applied_job_id]).toEqual(['approved', null]);
  });
});
