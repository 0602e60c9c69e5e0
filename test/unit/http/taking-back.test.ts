import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: { requestorIds: [users.requestor.id, users.nobody.id] },
  });
});
afterAll(async () => {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const post = (path: string, key: string = keys.approver, body?: object) =>
  app.send('POST', queue + path, { key, ...(body && { body }) });
const change = async (id: number) => (await app.get(`${queue}/changes/${id}`, { key: keys.approver })).json();
const propose = (name: string) => app.propose('POST', '/clip', { name, description: `about ${name}` });
const lastAction = async () => {
  const [event] = await app.store.read((reader) => auditStore(reader).events({}, 1, 'descending'));
  return [event?.action, event?.change_id, event?.batch_id, event?.logical_user_id];
};

describe('withdraw', () => {
  it('rejects a pending change of the caller, and says so', async () => {
    const id = await propose('mine');
    const answer = await post(`/changes/${id}/withdraw`, keys.requestor);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        change_id: id,
        status: 'rejected',
        rejected_by: users.requestor.id,
        reject_reason: 'Withdrawn by the requestor',
      }),
    ]);
    expect(await lastAction()).toEqual(['withdraw', id, null, users.requestor.id]);
  });

  it('is not for others: requestors do not see the change, approvers are told who may', async () => {
    const id = await propose('mine');
    expect((await post(`/changes/${id}/withdraw`, keys.nobody)).statusCode).toBe(404);
    const approver = await post(`/changes/${id}/withdraw`, keys.approver);
    expect([approver.statusCode, approver.json().detail]).toEqual([
      400,
      expect.stringContaining(users.requestor.username),
    ]);
    expect((await change(id)).status).toBe('pending');
  });

  it('leaves alone what is decided', async () => {
    const id = await propose('mine');
    await app.approve(id);
    const answer = await post(`/changes/${id}/withdraw`, keys.requestor);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      `Change ${id} is not pending (status=approved).`,
    ]);
    await app.apply(id);
  });
});

describe('unapprove', () => {
  it('makes an approved change pending again, out of the batch, which may be approved anew', async () => {
    const [first, second] = [await propose('first'), await propose('second')];
    const batch = await app.approve(first, second);
    const answer = await post(`/changes/${first}/unapprove`);
    expect([answer.statusCode, answer.json().status, answer.json().batch_id]).toEqual([
      200,
      'pending',
      undefined,
    ]);
    expect(await lastAction()).toEqual(['unapprove', first, batch, users.approver.id]);
    expect((await post(`/apply_batch/${batch}`)).json().applied_change_ids).toEqual([second]);
    expect(await app.approve(first)).toBe(batch + 1);
    await app.apply(first);
  });

  it('a batch that becomes empty is gone, and its number is not used again', async () => {
    const id = await propose('only');
    const batch = await app.approve(id);
    await post(`/changes/${id}/unapprove`);
    expect((await post(`/apply_batch/${batch}`)).statusCode).toBe(404);
    const { batches } = (await app.get(`${queue}/audit/batches`, { key: keys.approver })).json();
    expect(batches).not.toContainEqual(expect.objectContaining({ batch_id: batch }));
    expect(await app.approve(id)).toBe(batch + 1);
  });

  it('what is not approved is refused', async () => {
    const id = await propose('pending');
    expect((await post(`/changes/${id}/unapprove`)).json().detail).toBe(
      `Change ${id} is not approved (status=pending).`,
    );
    expect((await post('/changes/999/unapprove')).statusCode).toBe(404);
  });
});

describe('bring back', () => {
  const ask = (model_name: string, query = '') =>
    post(`/bring_back${query}`, keys.requestor, { category: 'clip', model_name });

  it('proposes a deleted model with its last record, byte for byte and at its place', async () => {
    await app.seed('clip', { name: 'a' }, { name: 'b', description: 'the middle' }, { name: 'c' });
    const before = (await app.get(`${v2}/clip/model/b`)).json();
    const deletion = await app.propose('DELETE', '/clip/model/b');
    await app.approve(deletion);
    await app.apply(deletion);

    const dry = await ask('b', '?dry_run=true');
    expect([dry.statusCode, dry.json().diff.net_operation]).toEqual([200, 'added']);
    const queued = await ask('b');
    expect([queued.statusCode, queued.json().operation]).toEqual([202, 'create']);
    await app.approve(queued.json().change_id);
    await app.apply(queued.json().change_id);
    const after = (await app.get(`${v2}/clip/model/b`)).json();
    const { updated_at: _, ...metadata } = after.metadata;
    expect({ ...after, metadata }).toMatchObject({
      ...before,
      metadata: { created_at: before.metadata.created_at },
    });
    expect(Object.keys((await app.get(`${v2}/clip`)).json()).slice(-3)).toEqual(['a', 'b', 'c']);
  });

  it('is refused for a model that is live, and for one that never was', async () => {
    await app.seed('clip', { name: 'live' });
    expect((await ask('live')).statusCode).toBe(409);
    expect((await ask('never')).statusCode).toBe(404);
    expect(
      (await post('/bring_back', keys.requestor, { category: 'none', model_name: 'x' })).statusCode,
    ).toBe(422);
  });
});
