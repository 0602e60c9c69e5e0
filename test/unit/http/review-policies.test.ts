import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

// What each policy forbids, attacked by whatever order of calls one can think of.

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

/** Three people: a requestor who is an approver too, and two more approvers. */
const startWithThree = (settings: Partial<Settings>): Promise<TestApp> =>
  startTestApp({
    settings: {
      approverIds: [users.requestor.id, users.approver.id, users.nobody.id],
      ...settings,
    },
  });
const stopSound = async (app: TestApp) => {
  expect((await verifyStore(app.store)).problems).toEqual([]);
  await app[Symbol.asyncDispose]();
};
async function open(settings: Partial<Settings>): Promise<TestApp> {
  const app = await startWithThree(settings);
  onTestFinished(() => stopSound(app));
  return app;
}

const own = keys.requestor;
const [ada, noel] = [keys.approver, keys.nobody];

function calls(app: () => TestApp) {
  const send = async (method: string, path: string, key: string, body?: object) => {
    const answer = await app().send(method, queue + path, { key, ...(body && { body }) });
    return [answer.statusCode, answer.json()] as const;
  };
  return {
    send,
    approve: (key: string, ...ids: number[]) =>
      send('POST', '/batches', key, { batch_title: 't', approved_ids: ids }),
    apply: (id: number) => send('POST', `/changes/${id}/apply`, ada, {}),
    /** Why this caller may not approve the change; undefined when they may. */
    refusal: async (key: string, id: number) => {
      const [, { not_approvable }] = await send('GET', `/policies?change_ids=${id}`, key);
      return not_approvable.find(({ change_id }: { change_id: number }) => change_id === id)?.reason;
    },
    change: async (id: number) => (await send('GET', `/changes/${id}`, ada))[1],
    isLive: async (name: string) => (await app().get(`${v2}/clip/model/${name}`)).statusCode === 200,
  };
}

/** A registry of one's own, with its calls. */
async function opened(settings: Partial<Settings>) {
  const app = await open(settings);
  return { app, ...calls(() => app) };
}

describe('approvals by two people', () => {
  let app: TestApp;
  const { send, approve, apply, change, isLive, refusal } = calls(() => app);
  beforeAll(async () => {
    app = await startWithThree({ approvals: 2 });
  });
  afterAll(() => stopSound(app));

  it('the first leaves it pending, the second approves it', async () => {
    const id = await app.propose('POST', '/clip', { name: 'new' });
    const [status, answer] = await approve(ada, id);
    expect([status, answer.batch_id, answer.approved, answer.endorsed.length]).toEqual([200, null, [], 1]);
    expect(await change(id)).toMatchObject({
      status: 'pending',
      approvals: [{ user_id: users.approver.id }],
    });
    expect((await apply(id))[0]).toBe(400);
    expect((await approve(noel, id))[1].batch_id).not.toBeNull();
    expect((await apply(id))[0]).toBe(200);
  });

  it('own second account: one’s own approval does not count, and the other account is one', async () => {
    const id = await app.propose('POST', '/clip', { name: 'mine' });
    expect([await refusal(own, id), await refusal(noel, id)]).toEqual(['own_change', undefined]);
    expect((await approve(own, id))[0]).toBe(400);
    expect((await approve(noel, id))[0]).toBe(200);
    expect((await approve(own, id))[0]).toBe(400);
    expect((await apply(id))[0]).toBe(400);
  });

  it('retry: the same person twice is one', async () => {
    const id = await app.propose('POST', '/clip', { name: 'again' });
    await approve(ada, id);
    expect([await refusal(ada, id), await refusal(noel, id)]).toEqual(['approved_already', undefined]);
    expect((await approve(ada, id))[0]).toBe(400);
    expect((await apply(id))[0]).toBe(400);
  });

  it('edit after approval: a new version has none', async () => {
    const id = await app.propose('POST', '/clip', { name: 'edited' });
    await approve(ada, id);
    await send('PUT', `/changes/${id}`, own, { record: { name: 'edited', description: 'other' } });
    expect((await change(id)).approvals).toBeNull();
    await approve(noel, id);
    expect((await apply(id))[0]).toBe(400);
  });

  it('taking back: an approval that is given again counts anew', async () => {
    const id = await app.propose('POST', '/clip', { name: 'back' });
    await approve(ada, id);
    await approve(noel, id);
    await send('POST', `/changes/${id}/unapprove`, own);
    expect(await change(id)).toMatchObject({ status: 'pending', approvals: null });
  });

  it('revert: what undoes a batch is approved like any other', async () => {
    const kept = await app.propose('POST', '/clip', { name: 'kept' });
    await approve(ada, kept);
    const [, { batch_id }] = await approve(noel, kept);
    expect((await apply(kept))[0]).toBe(200);
    const [, reverted] = await send('POST', `/audit/batches/${batch_id}/revert`, ada);
    const id = reverted.queued[0].change_id;
    expect((await approve(ada, id))[0]).toBe(400);
    await approve(noel, id);
    expect((await apply(id))[0]).toBe(400);
    expect(await isLive('kept')).toBe(true);
  });

  it('batch split: what is left in the new batch has the approvals that it had', async () => {
    const names = ['one', 'two', 'three'];
    const ids = await Promise.all(names.map((name) => app.propose('POST', '/clip', { name })));
    const [first = 0, second = 0, third = 0] = ids;
    await approve(ada, first, second, third);
    await approve(noel, first, second);
    expect((await apply(first))[0]).toBe(200);
    const { batch_id } = await change(second);
    const [status, answer] = await send('POST', `/apply_batch/${batch_id}`, ada);
    expect([status, answer.applied_change_ids]).toEqual([200, [second]]);
    expect((await apply(third))[0]).toBe(400);
    expect((await change(third)).status).toBe('pending');
  });
});

/** Starts a registry on the same database with other settings, as after a restart. */
const restarted = (app: TestApp, settings: Partial<Settings>) =>
  opened({ databaseUrl: app.settings.databaseUrl, ...settings });

describe('another number of approvals after a restart', () => {
  it('higher: what fewer people approved is not applied, alone or with others, until it is approved anew', async () => {
    const before = await open({});
    const [first, second] = [
      await before.propose('POST', '/clip', { name: 'first' }),
      await before.propose('POST', '/clip', { name: 'second' }),
    ];
    await calls(() => before).approve(ada, first, second);

    const { apply, approve, change, send, isLive } = await restarted(before, { approvals: 2 });
    expect(await change(first)).toMatchObject({ status: 'approved', approvals_missing: 1 });
    const [status, { detail }] = await apply(first);
    expect([status, detail]).toEqual([400, expect.stringContaining('needs 2 approvals')]);
    const [, batch] = await send('POST', '/apply_batch/1', ada);
    expect([batch.applied_change_ids, batch.failed_change_ids]).toEqual([[], [first]]);
    await send('POST', `/changes/${second}/unapprove`, ada);
    await approve(ada, second);
    expect((await approve(ada, second))[0]).toBe(400);
    await approve(noel, second);
    const body = { change_ids: [second, first] };
    const [, both] = await send('POST', '/apply', ada, body);
    expect([both.applied_change_ids, both.failed_change_ids]).toEqual([[second], [first]]);
    expect([await isLive('first'), await isLive('second')]).toEqual([false, true]);
  });

  it('lower: one approval more makes a waiting change complete, of anybody who may give it', async () => {
    const before = await open({ approvals: 3 });
    const id = await before.propose('POST', '/clip', { name: 'waits' });
    await calls(() => before).approve(ada, id);
    const { apply, approve, change, refusal } = await restarted(before, { approvals: 1 });
    expect([await refusal(ada, id), await refusal(own, id)]).toEqual([undefined, undefined]);
    expect(await change(id)).toMatchObject({ status: 'pending', approvals_missing: 0 });
    expect((await apply(id))[0]).toBe(400);
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(200);
  });
});

describe('an approver who is removed from the list', () => {
  const [rita, adaId, noelId] = [users.requestor.id, users.approver.id, users.nobody.id];

  it('does not count among two: when another approves, when it is applied, nor in what lists show', async () => {
    const before = await opened({ approvals: 2 });
    const id = await before.app.propose('POST', '/clip', { name: 'bad' });
    const half = await before.app.propose('POST', '/clip', { name: 'half' });
    await before.approve(noel, id, half);
    await before.approve(ada, id);
    expect(await before.change(id)).toMatchObject({ status: 'approved', approvals_missing: 0 });

    const { apply, change, send, approve, isLive } = await restarted(before.app, {
      approvals: 2,
      approverIds: [rita, adaId],
    });
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([400, expect.stringContaining('has 1 by accounts that may approve')]);
    const [, batch] = await send('POST', '/apply_batch/1', ada);
    expect([batch.applied_change_ids, batch.failed_change_id]).toEqual([[], id]);
    expect(await isLive('bad')).toBe(false);
    expect(await change(id)).toMatchObject({ status: 'approved', approvals: null, approvals_missing: 1 });

    await send('POST', `/changes/${id}/unapprove`, ada);
    await approve(ada, id);
    expect(await change(id)).toMatchObject({ status: 'pending', approvals_missing: 1 });
    expect((await apply(id))[0]).toBe(400);

    expect(await change(half)).toMatchObject({ approvals: null, approvals_missing: 2 });
    const [, answer] = await approve(ada, half);
    expect([answer.approved, answer.endorsed.length]).toEqual([[], 1]);
    expect(await change(half)).toMatchObject({
      status: 'pending',
      approvals: [{ user_id: adaId }],
      approvals_missing: 1,
    });
    expect((await apply(half))[0]).toBe(400);

    // Whoever is on the list again counts again, and either of the two makes a change complete.
    const again = await restarted(before.app, { approvals: 2, approverIds: [adaId, noelId] });
    expect(await again.change(half)).toMatchObject({ approvals_missing: 0 });
    await again.approve(ada, half);
    await again.approve(noel, id);
    for (const each of [half, id]) expect((await again.apply(each))[0]).toBe(200);
  });

  it.each([
    ['removed from the list', noel, 'Noel#103', { approverIds: [adaId] }],
    ['the requestor, once four_eyes holds', own, 'Rita#101', { reviewPolicy: 'four_eyes' }],
    ['removed under four_eyes', noel, 'Noel#103', { approverIds: [adaId], reviewPolicy: 'four_eyes' }],
  ] as const)('counts for nothing where one is enough: %s', async (_who, key, name, settings) => {
    const before = await open({});
    const id = await before.propose('POST', '/clip', { name: 'alone' });
    const other = await before.propose('POST', '/clip', { name: 'other' });
    await calls(() => before).approve(key, id);
    await calls(() => before).approve(ada, other);
    const { apply, change, send, approve } = await restarted(before, settings as Partial<Settings>);
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([
      400,
      expect.stringContaining(`was approved by ${name}, who may no longer approve it`),
    ]);
    expect(await change(id)).toMatchObject({ status: 'approved', approvals_missing: 1 });
    expect((await apply(other))[0]).toBe(200);
    await send('POST', `/changes/${id}/unapprove`, ada);
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(200);
  });

  it.each([
    ['trust', 200],
    ['review', 400],
  ] as const)('the bridge is one where a repository has the policy %s', async (policy, status) => {
    const repository = { kind: 'image', url: 'https://x.invalid/a', branch: 'main', out: 'none' } as const;
    const app = await open({ bridge: [{ ...repository, policy, github: null }], bridgeIntervalSeconds: 0 });
    const id = await app.propose('POST', '/clip', { name: 'bridged' });
    await app.service.context.review.processBatch(
      { batch_title: 'b', approved_ids: [id] },
      { userId: 'bridge', username: 'bridge', isRequestor: true, isApprover: true },
    );
    expect((await calls(() => app).apply(id))[0]).toBe(status);
  });
});

describe('four eyes', () => {
  const eyes = { reviewPolicy: 'four_eyes' } as const;
  let app: TestApp;
  const { send, approve, apply, refusal } = calls(() => app);
  beforeAll(async () => {
    app = await startWithThree(eyes);
  });
  afterAll(() => stopSound(app));

  it('edit, retry, taking back: one’s own change stays one’s own', async () => {
    const id = await app.propose('POST', '/clip', { name: 'mine' });
    expect([await refusal(own, id), await refusal(ada, id)]).toEqual(['own_change', undefined]);
    expect((await approve(own, id))[0]).toBe(400);
    await send('PUT', `/changes/${id}`, own, { record: { name: 'mine', description: 'other' } });
    expect((await approve(own, id))[0]).toBe(400);
    expect((await approve(ada, id))[0]).toBe(200);
    await send('POST', `/changes/${id}/unapprove`, own);
    expect((await approve(own, id))[0]).toBe(400);
    const record = { name: 'mine', description: 'of another' };
    expect((await send('PUT', `/changes/${id}`, ada, { record }))[0]).not.toBe(200);
  });

  it('the account counts, whatever it is called', async () => {
    const id = await app.propose('POST', '/clip', { name: 'of another name' });
    const renamed = {
      userId: users.requestor.id,
      username: 'Other#999',
      isRequestor: true,
      isApprover: true,
    };
    await expect(
      app.service.context.review.processBatch({ batch_title: 't', approved_ids: [id] }, renamed),
    ).rejects.toMatchObject({ code: 'bad_request' });
    expect((await apply(id))[0]).toBe(400);
  });

  it('revert and batch split: who undoes a batch does not approve that', async () => {
    const names = ['one', 'two'];
    const ids = await Promise.all(names.map((name) => app.propose('POST', '/clip', { name })));
    const [, { batch_id }] = await approve(ada, ...ids);
    await apply(ids[0] ?? 0);
    expect((await apply(ids[1] ?? 0))[0]).toBe(200);
    const [, reverted] = await send('POST', `/audit/batches/${batch_id}/revert`, ada);
    const undoing = reverted.queued[0].change_id;
    expect((await approve(ada, undoing))[0]).toBe(400);
    expect((await approve(noel, undoing))[0]).toBe(200);
  });
});
