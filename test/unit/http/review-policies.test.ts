import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../../src/app/settings.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import type { Settings } from '../../../src/settings/settings.ts';
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

  it('batch split: what is left in the new batch has the approvals that it had', async () => {
    const { app, send, approve, apply, change } = await withLive(two);
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

  it('risk that rises after the approval: more are needed then', async () => {
    const app = await open({ approvals: { low: 1, look: 1, high: 2 } });
    const { approve, apply, change } = calls(app);
    const harmless = await app.propose('POST', '/clip', { name: 'same', config: { download } });
    const first = await app.propose('POST', '/clip', { name: 'same' });
    await approve(ada, harmless, first);
    expect((await apply(first))[0]).toBe(200);
    // By now it would replace the files of a live model.
    const [status, { detail }] = await apply(harmless);
    expect([status, detail]).toEqual([400, expect.stringContaining("is now of risk 'high'")]);
    expect((await change(harmless)).status).toBe('approved');
  });
});

describe('a rename, which takes a model away like a deletion', () => {
  const renamed = async (app: TestApp, from: string, category = 'clip'): Promise<number> => {
    const body = { from, to: 'new' };
    const answer = await app.send('POST', `${v2}/${category}/rename`, { key: own, body });
    return answer.json().change_id;
  };

  it.each(['clip', 'safety_checker'])('needs two people where high risk does: %s', async (category) => {
    const app = await open({ approvals: { low: 1, look: 1, high: 2 } });
    const { approve, apply, change, send } = calls(app);
    await app.seed(category, { name: 'old' });
    const id = await renamed(app, 'old', category);
    expect(await change(id)).toMatchObject({
      risk: 'high',
      risk_reasons: expect.arrayContaining([
        { rule: 'deletes_unknown_use', level: 'high', message: expect.stringMatching(/^Renames a model/) },
      ]),
      approvals_missing: 2,
    });
    expect((await approve(own, id))[0]).toBe(400);
    await approve(ada, id);
    expect((await approve(ada, id))[0]).toBe(400);
    expect((await apply(id))[0]).toBe(400);
    expect((await app.get(`${v2}/${category}/model/old`)).statusCode).toBe(200);
    await approve(noel, id);
    expect((await send('POST', `/changes/${id}/apply`, ada, {}))[0]).toBe(200);
    expect((await app.get(`${v2}/${category}/model/old`)).statusCode).toBe(404);
  });

  it('is approved by itself where only low risks are approved together', async () => {
    const app = await open({ bulkApproval: 'low' });
    const { approve } = calls(app);
    for (const name of ['old', 'other']) {
      const created = await app.propose('POST', '/clip', { name });
      await approve(ada, created);
      await app.apply(created);
    }
    const ids = [
      await renamed(app, 'old'),
      await app.propose('PUT', '/clip/model/other', { name: 'other', description: 'x' }),
    ];
    const [status, { detail }] = await approve(ada, ...ids);
    expect([status, detail]).toEqual([400, expect.stringContaining("is of risk 'high'")]);
  });

  it('waits as a deletion does', async () => {
    const { app, approve, apply, isLive } = await withLive({ applyWaitSeconds: 3_600 }, 'old');
    const id = await renamed(app, 'old');
    await approve(ada, id);
    now += 3_599;
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([400, expect.stringContaining('renames a model: it has to wait')]);
    expect(await isLive('old')).toBe(true);
    now += 1;
    expect((await apply(id))[0]).toBe(200);
  });
});

describe('an approver who is removed from the list', () => {
  const two = { low: 2, look: 2, high: 2 };
  const [rita, adaId, noelId] = [users.requestor.id, users.approver.id, users.nobody.id];

  /** The same database under other settings, as after a restart. */
  async function restarted(app: TestApp, settings: Partial<Settings>) {
    const { databaseUrl } = app.settings;
    const next = await open({ databaseUrl, ...settings });
    return { app: next, ...calls(next) };
  }

  it('does not count among two when it is applied, nor in what lists show', async () => {
    const before = await withLive({ approvals: two });
    const id = await before.app.propose('POST', '/clip', { name: 'bad' });
    await before.approve(noel, id);
    await before.approve(ada, id);
    expect(await before.change(id)).toMatchObject({ status: 'approved', approvals_missing: 0 });

    const { apply, change, send, approve, isLive } = await restarted(before.app, {
      approvals: two,
      approverIds: [rita, adaId],
    });
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([400, expect.stringContaining('and only 1 who may approve did')]);
    const [, batch] = await send('POST', '/apply_batch/1', ada);
    expect([batch.applied_change_ids, batch.failed_change_id]).toEqual([[], id]);
    expect(await isLive('bad')).toBe(false);
    expect(await change(id)).toMatchObject({ status: 'approved', approvals: null, approvals_missing: 1 });

    await send('POST', `/changes/${id}/unapprove`, ada);
    await approve(ada, id);
    expect(await change(id)).toMatchObject({ status: 'pending', approvals_missing: 1 });
    expect((await apply(id))[0]).toBe(400);

    const again = await restarted(before.app, { approvals: two });
    await again.approve(noel, id);
    expect((await again.apply(id))[0]).toBe(200);
  });

  it('does not count when another approves', async () => {
    const before = await withLive({ approvals: two });
    const id = await before.app.propose('POST', '/clip', { name: 'half' });
    await before.approve(noel, id);
    const { approve, change, apply } = await restarted(before.app, {
      approvals: two,
      approverIds: [rita, adaId],
    });
    expect(await change(id)).toMatchObject({ approvals: null, approvals_missing: 2 });
    const [, answer] = await approve(ada, id);
    expect([answer.approved, answer.endorsed.length]).toEqual([[], 1]);
    expect(await change(id)).toMatchObject({
      status: 'pending',
      approvals: [{ user_id: adaId }],
      approvals_missing: 1,
    });
    expect((await apply(id))[0]).toBe(400);
    // Whoever is on the list again counts again, and either of them makes it complete.
    const again = await restarted(before.app, { approvals: two, approverIds: [adaId, noelId] });
    expect(await again.change(id)).toMatchObject({ approvals_missing: 0 });
    await again.approve(ada, id);
    expect((await again.apply(id))[0]).toBe(200);
  });

  it.each([{}, { reviewPolicy: 'four_eyes' }, { applyWaitSeconds: 5 }, { bulkApproval: 'low' }] as const)(
    'counts for nothing where one is enough: %j',
    async (settings) => {
      const before = await open(settings);
      const id = await before.propose('POST', '/clip', { name: 'alone' });
      const other = await before.propose('POST', '/clip', { name: 'other' });
      await calls(before).approve(noel, id);
      await calls(before).approve(ada, other);
      const { apply, change, send, approve } = await restarted(before, {
        ...settings,
        approverIds: [adaId],
      });
      const [status, { detail }] = await apply(id);
      expect([status, detail]).toEqual([
        400,
        expect.stringContaining('was approved by Noel#103, who may not approve it any more'),
      ]);
      expect(await change(id)).toMatchObject({ status: 'approved', approvals_missing: 1 });
      expect((await apply(other))[0]).toBe(200);
      await send('POST', `/changes/${id}/unapprove`, ada);
      await approve(ada, id);
      expect((await apply(id))[0]).toBe(200);
    },
  );

  it('of who proposed it counts for nothing once four_eyes holds', async () => {
    const before = await open({});
    const id = await before.propose('POST', '/clip', { name: 'own' });
    await calls(before).approve(own, id);
    const { apply, change, send, approve } = await restarted(before, { reviewPolicy: 'four_eyes' });
    const [status, { detail }] = await apply(id);
    expect([status, detail]).toEqual([
      400,
      expect.stringContaining('was approved by Rita#101, who may not approve it any more'),
    ]);
    expect(await change(id)).toMatchObject({ status: 'approved', approvals_missing: 1 });
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
    expect((await calls(app).apply(id))[0]).toBe(status);
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

  it('own second account: neither another approval nor another hand shortens it', async () => {
    const { app, send, approve } = await withLive(waiting, 'doomed');
    const id = await app.propose('DELETE', '/clip/model/doomed');
    await approve(ada, id);
    now += 3_000;
    expect((await approve(noel, id))[0]).toBe(400);
    for (const key of [own, noel]) expect((await send('POST', `/changes/${id}/apply`, key, {}))[0]).toBe(400);
  });

  it('revert: a deletion that undoes a batch waits as well', async () => {
    const { send, approve, apply, isLive } = await withLive(waiting, 'kept');
    const [, reverted] = await send('POST', '/audit/batches/1/revert', ada);
    const id = reverted.queued[0].change_id;
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(400);
    expect(await isLive('kept')).toBe(true);
  });

  it('edit after approval: a new version waits from its own approval on', async () => {
    const app = await open({ ...waiting, usageUrl: 'http://127.0.0.1:9/api' });
    const { send, approve, apply } = calls(app);
    const record = { name: 'picture', baseline: 'flux_1', nsfw: false, inpainting: false };
    const created = await app.propose('POST', '/image_generation', record);
    await approve(ada, created);
    await apply(created);
    const id = await app.propose('PUT', '/image_generation/model/picture', { ...record, description: 'x' });
    await approve(ada, id);
    now += 3_600;
    await send('PUT', `/changes/${id}`, own, { record: { ...record, nsfw: true } });
    await approve(ada, id);
    expect((await apply(id))[0]).toBe(400);
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

describe('only low risk in bulk: it stays so', () => {
  const bulk = { bulkApproval: 'low' } as const;

  it('own second account and retry: whoever calls again, and under a key, is refused again', async () => {
    const { app, approve, change } = await withLive(bulk, 'doomed');
    const deletion = await app.propose('DELETE', '/clip/model/doomed');
    const one = await app.propose('POST', '/clip', { name: 'one' });
    for (const key of [ada, ada, noel, own]) expect((await approve(key, one, deletion))[0]).toBe(400);
    expect((await change(deletion)).status).toBe('pending');
  });

  it('naming a change twice does not make a bulk of one, nor one of a bulk', async () => {
    const { app, approve } = await withLive(bulk, 'doomed');
    const deletion = await app.propose('DELETE', '/clip/model/doomed');
    const one = await app.propose('POST', '/clip', { name: 'one' });
    expect((await approve(ada, deletion, one, deletion))[0]).toBe(400);
    expect((await approve(ada, deletion, deletion))[0]).toBe(200);
  });

  it('edit after approval: a version that has become risky is approved by itself', async () => {
    const { app, send, approve, change } = await withLive(bulk, 'kept');
    const [one, two] = [
      await app.propose('POST', '/clip', { name: 'one' }),
      await app.propose('POST', '/clip', { name: 'two' }),
    ];
    expect((await approve(ada, one, two))[0]).toBe(200);
    const config = { download: [{ file_name: 'x.bin', file_url: 'http://example.org/x.bin' }] };
    await send('PUT', `/changes/${one}`, own, { record: { name: 'one', config } });
    expect((await change(one)).status).toBe('pending');
    const three = await app.propose('POST', '/clip', { name: 'three' });
    expect((await approve(ada, one, three))[0]).toBe(400);
    expect((await approve(ada, one))[0]).toBe(200);
  });

  it('revert and batch split: what undoes a batch is approved one by one', async () => {
    const { app, send, approve } = await withLive(bulk);
    const names = ['one', 'two'];
    const ids = await Promise.all(names.map((name) => app.propose('POST', '/clip', { name })));
    for (const id of ids) await approve(ada, id);
    await send('POST', '/apply_batch/1', ada);
    const [, reverted] = await send('POST', '/audit/batches/1/revert', ada);
    const undoing = reverted.queued.map(({ change_id }: { change_id: number }) => change_id);
    expect(undoing).toHaveLength(2);
    expect((await approve(noel, ...undoing))[0]).toBe(400);
    expect((await approve(noel, undoing[0]))[0]).toBe(200);
  });
});

describe('four eyes', () => {
  const eyes = { reviewPolicy: 'four_eyes' } as const;

  it('edit, retry, taking back: one’s own change stays one’s own', async () => {
    const app = await open(eyes);
    const { send, approve } = calls(app);
    const id = await app.propose('POST', '/clip', { name: 'mine' });
    expect((await approve(own, id))[0]).toBe(400);
    await send('PUT', `/changes/${id}`, own, { record: { name: 'mine', description: 'other' } });
    expect((await approve(own, id))[0]).toBe(400);
    expect((await approve(ada, id))[0]).toBe(200);
    await send('POST', `/changes/${id}/unapprove`, own);
    expect((await approve(own, id))[0]).toBe(400);
    const record = { name: 'mine', description: 'of another' };
    expect((await send('PUT', `/changes/${id}`, ada, { record }))[0]).not.toBe(200);
  });

  it('revert and batch split: who undoes a batch does not approve that', async () => {
    const app = await open(eyes);
    const { send, approve, apply } = calls(app);
    const names = ['one', 'two'];
    const ids = await Promise.all(names.map((name) => app.propose('POST', '/clip', { name })));
    await approve(ada, ...ids);
    await apply(ids[0] ?? 0);
    expect((await apply(ids[1] ?? 0))[0]).toBe(200);
    const [, reverted] = await send('POST', '/audit/batches/1/revert', ada);
    const undoing = reverted.queued[0].change_id;
    expect((await approve(ada, undoing))[0]).toBe(400);
    expect((await approve(noel, undoing))[0]).toBe(200);
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
  expect(() => read({ MODELREF_BULK_APPROVAL: 'low' })).toThrow('BULK_APPROVAL');
  expect(() => read({ MODELREF_REVIEW_POLICY: 'four_eyes' })).toThrow('REVIEW_POLICY');
  expect(() => read({})).not.toThrow();
});
