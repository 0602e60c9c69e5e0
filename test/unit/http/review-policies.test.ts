import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../src/config/read-settings.ts';
import type { Settings } from '../../../src/config/settings.ts';
import { verifyStore } from '../../../src/services/audit/verify-audit.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

// What each policy forbids, attacked by whatever order of calls one can think of.

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;
const sha256sum = 'a'.repeat(64);
const download = [{ file_name: 'x.bin', file_url: 'https://example.org/x.bin', sha256sum }];

let now = 1_800_000_000;

/** Three people: a requestor who is an approver too, and two more approvers. */
async function open(settings: Partial<Settings>): Promise<TestApp> {
  now = 1_800_000_000;
  const app = await startTestApp({
    settings: {
      approverIds: [users.requestor.id, users.approver.id, users.nobody.id],
      ...settings,
    },
    overrides: { clock: { now: () => now } },
  });
  onTestFinished(async () => {
    expect((await verifyStore(app.store)).problems).toEqual([]);
    await app[Symbol.asyncDispose]();
  });
  return app;
}

const own = keys.requestor;
const [ada, noel] = [keys.approver, keys.nobody];

function calls(app: TestApp) {
  const send = async (method: string, path: string, key: string, body?: object) => {
    const answer = await app.send(method, queue + path, { key, ...(body && { body }) });
    return [answer.statusCode, answer.json()] as const;
  };
  return {
    send,
    approve: (key: string, ...ids: number[]) =>
      send('POST', '/batches', key, { batch_title: 't', approved_ids: ids }),
    apply: (id: number, job?: string) =>
      send('POST', `/changes/${id}/apply`, ada, job === undefined ? {} : { job_id: job }),
    change: async (id: number) => (await send('GET', `/changes/${id}`, ada))[1],
    isLive: async (name: string) => (await app.get(`${v2}/clip/model/${name}`)).statusCode === 200,
  };
}

/** All of it needs two, so that seeding does too. */
async function withLive(settings: Partial<Settings>, ...names: string[]) {
  const app = await open(settings);
  const to = calls(app);
  for (const name of names) {
    const id = await app.propose('POST', '/clip', { name });
    await to.approve(ada, id);
    await to.approve(noel, id);
    expect((await to.apply(id))[0]).toBe(200);
  }
  return { app, ...to };
}

describe('approvals by two people', () => {
  const two = { approvals: { low: 2, look: 2, high: 2 } };

  it('the first leaves it pending, the second approves it', async () => {
    const { app, approve, change, apply } = await withLive(two);
    const id = await app.propose('POST', '/clip', { name: 'new' });
    const [status, answer] = await approve(ada, id);
    expect([status, answer.batch_id, answer.approved, answer.endorsed.length]).toEqual([200, null, [], 1]);
    expect(await change(id)).toMatchObject({
      status: 'pending',
      approvals: [{ user_id: users.approver.id }],
    });
    expect((await apply(id))[0]).toBe(400);
    expect((await approve(noel, id))[1].batch_id).toBe(1);
    expect((await apply(id))[0]).toBe(200);
  });

  it('own second account: one’s own approval does not count, and the other account is one', async () => {
    const { app, approve, apply } = await withLive(two);
    const id = await app.propose('POST', '/clip', { name: 'mine' });
    expect((await approve(own, id))[0]).toBe(400);
    expect((await approve(noel, id))[0]).toBe(200);
    expect((await approve(own, id))[0]).toBe(400);
    expect((await apply(id))[0]).toBe(400);
  });

  it('retry: the same person twice is one', async () => {
    const { app, approve, apply } = await withLive(two);
    const id = await app.propose('POST', '/clip', { name: 'again' });
    await approve(ada, id);
    expect((await approve(ada, id))[0]).toBe(400);
    expect((await apply(id))[0]).toBe(400);
  });

  it('edit after approval: a new version has none', async () => {
    const { app, send, approve, apply, change } = await withLive(two);
    const id = await app.propose('POST', '/clip', { name: 'edited' });
    await approve(ada, id);
    await send('PUT', `/changes/${id}`, own, { record: { name: 'edited', description: 'other' } });
    expect((await change(id)).approvals).toBeNull();
    await approve(noel, id);
    expect((await apply(id))[0]).toBe(400);
  });

  it('taking back: an approval that is given again counts anew', async () => {
    const { app, send, approve, change } = await withLive(two);
    const id = await app.propose('POST', '/clip', { name: 'back' });
    await approve(ada, id);
    await approve(noel, id);
    await send('POST', `/changes/${id}/unapprove`, own);
    expect(await change(id)).toMatchObject({ status: 'pending', approvals: null });
  });

  it('revert: what undoes a batch is approved like any other', async () => {
    const { send, approve, apply, isLive } = await withLive(two, 'kept');
    const [, reverted] = await send('POST', '/audit/batches/1/revert', ada);
    const id = reverted.queued[0].change_id;
    expect((await approve(ada, id))[0]).toBe(400);
    await approve(noel, id);
    expect((await apply(id))[0]).toBe(400);
    expect(await isLive('kept')).toBe(true);
  });

  it('risk that rises after the approval: more are needed then', async () => {
    const app = await open({ approvals: { low: 1, look: 1, high: 2 } });
    const { approve, apply, change } = calls(app);
    const harmless = await app.propose('POST', '/clip', { name: 'same', config: { download } });
    const first = await app.propose('POST', '/clip', { name: 'same' });
    await approve(ada, harmless, first);
    expect((await apply(first))[0]).toBe(200);
    // By now it would replace the files of a live model.
    const [status, { detail }] = await apply(harmless);
    expect([status, detail]).toEqual([400, expect.stringContaining("risk 'high' by now")]);
    expect((await change(harmless)).status).toBe('approved');
  });
});

describe('risk that goes up and down', () => {
  /** An edit that is of low risk but for another change of the model, and has one approval of two. */
  async function edited(approver: string) {
    const app = await open({ approvals: { low: 1, look: 2, high: 2 } });
    const to = calls(app);
    const created = await app.propose('POST', '/clip', { name: 'x' });
    await to.approve(ada, created);
    await to.approve(noel, created);
    await to.apply(created);
    const edit = (description: string) => app.propose('PUT', '/clip/model/x', { name: 'x', description });
    const [id, rival] = [await edit('one'), await edit('two')];
    expect((await to.approve(ada, id))[1].batch_id).toBeNull();
    await to.send('POST', `/changes/${rival}/withdraw`, own, {});
    expect((await to.change(id)).risk).toBe('low');
    expect((await to.approve(approver, id))[1].batch_id).toBe(2);
    return { id, edit, ...to };
  }

  it.each([
    ['one person who approved twice, once when one was enough', ada],
    ['the requestor, when one was enough,', own],
  ])('%s is not another one', async (_, approver) => {
    const { id, edit, apply } = await edited(approver);
    await edit('three');
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([400, expect.stringContaining('2 people have to approve')]);
  });

  it('two other people are enough, whenever they approved', async () => {
    const { id, edit, apply } = await edited(noel);
    await edit('three');
    expect((await apply(id))[0]).toBe(200);
  });
});

describe('a waiting time', () => {
  const waiting = { applyWaitSeconds: 3_600 };

  it('a deletion waits from its approval on', async () => {
    const { app, approve, apply, isLive } = await withLive(waiting, 'doomed');
    const id = await app.propose('DELETE', '/clip/model/doomed');
    await approve(ada, id);
    now += 3_599;
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([400, expect.stringContaining('apply_wait_seconds=3600')]);
    expect(await isLive('doomed')).toBe(true);
    now += 1;
    expect((await apply(id))[0]).toBe(200);
  });

  it('retry and batch split: neither job ids nor another batch shorten it', async () => {
    const { app, send, approve, apply, change } = await withLive(waiting, 'doomed');
    const id = await app.propose('DELETE', '/clip/model/doomed');
    const other = await app.propose('POST', '/clip', { name: 'other' });
    await approve(ada, id, other);
    await apply(id, 'job');
    await apply(other, 'job');
    const { batch_id } = await change(id);
    now += 100;
    expect((await apply(id, 'job'))[0]).toBe(400);
    expect((await send('POST', `/apply_batch/${batch_id}`, ada))[0]).toBe(400);
  });

  it('taking the approval back starts it anew', async () => {
    const { app, send, approve, apply } = await withLive(waiting, 'doomed');
    const id = await app.propose('DELETE', '/clip/model/doomed');
    await approve(ada, id);
    now += 3_600;
    await send('POST', `/changes/${id}/unapprove`, ada);
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(400);
  });

  it('a create that is applied after the model was deleted is none', async () => {
    const { app, approve, apply } = await withLive(waiting);
    const id = await app.propose('POST', '/clip', { name: 'new' });
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(200);
  });

  it('a model whose usage is not known may be much used', async () => {
    const app = await open({ ...waiting, usageUrl: 'http://127.0.0.1:9/api' });
    const { approve, apply } = calls(app);
    const record = { name: 'picture', baseline: 'flux_1', nsfw: false, inpainting: false };
    const created = await app.propose('POST', '/image_generation', record);
    await approve(ada, created);
    expect((await apply(created))[0]).toBe(200);
    const id = await app.propose('PUT', '/image_generation/model/picture', { ...record, description: 'x' });
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(400);
    now += 3_600;
    expect((await apply(id))[0]).toBe(200);
  });
});

describe('only low risk in bulk', () => {
  it('what is of more risk is approved by itself, and nothing of a refused call is', async () => {
    const { app, approve, change } = await withLive({ bulkApproval: 'low' }, 'doomed');
    const deletion = await app.propose('DELETE', '/clip/model/doomed');
    const [one, two] = [
      await app.propose('POST', '/clip', { name: 'one' }),
      await app.propose('POST', '/clip', { name: 'two' }),
    ];
    const [status, { detail }] = await approve(ada, one, deletion);
    expect([status, detail]).toEqual([400, expect.stringContaining('bulk_approval=low')]);
    expect((await change(one)).status).toBe('pending');
    expect((await approve(ada, one, two))[0]).toBe(200);
    expect((await approve(ada, deletion))[0]).toBe(200);
  });
});

it('direct write: a deployment that asks for approvals and has no queue does not start', () => {
  const read = (more: Record<string, string>) =>
    readSettings({
      MODELREF_REPLICATE_MODE: 'PRIMARY',
      MODELREF_CANONICAL_FORMAT: 'legacy',
      MODELREF_PENDING_QUEUE__ENABLED: 'false',
      ...more,
    });
  expect(() => read({ MODELREF_APPROVALS__HIGH: '2' })).toThrow('APPROVALS');
  expect(() => read({ MODELREF_APPLY_WAIT_SECONDS: '60' })).toThrow('APPLY_WAIT_SECONDS');
  expect(() => read({})).not.toThrow();
});
