import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

const post = (app: TestApp, path: string, body?: object) =>
  app.send('POST', queue + path, { key: keys.approver, body });

/** Two updates of one model, both approved: once the first is applied, the second is stale. */
async function twoUpdates(app: TestApp): Promise<[number, number]> {
  await app.seed('clip', { name: 'x' });
  const update = (description: string) => app.propose('PUT', '/clip/model/x', { name: 'x', description });
  const ids: [number, number] = [await update('first'), await update('second')];
  await app.approve(...ids);
  return ids;
}

const descriptionOf = async (app: TestApp) => (await app.get(`${v2}/clip/model/x`)).json().description;

describe('apply_conflicts', () => {
  it('is upsert by default: the later change wins', async () => {
    await using app = await startTestApp();
    const ids = await twoUpdates(app);
    await app.apply(...ids);
    expect(await descriptionOf(app)).toBe('second');
  });

  it('reject: a stale change answers 409 and stays approved', async () => {
    await using app = await startTestApp({ settings: { applyConflicts: 'reject' } });
    const policies = await app.send('GET', `${queue}/policies`, { key: keys.approver });
    expect(policies.json()).toMatchObject({ apply_conflicts: 'reject' });
    const [first, second] = await twoUpdates(app);
    const bulk = await post(app, '/apply', { change_ids: [first, second] });
    expect([bulk.statusCode, bulk.json()]).toMatchObject([
      409,
      {
        applied_change_ids: [first],
        failed_change_ids: [second],
        failed_error_type: 'PendingChangeConflictError',
        failed_error: expect.stringContaining('apply_conflicts=reject'),
      },
    ]);
    const single = await post(app, `/changes/${second}/apply`);
    expect([single.statusCode, single.json().detail]).toEqual([
      409,
      expect.stringContaining(`Change ${second} is stale`),
    ]);
    const change = (await app.get(`${queue}/changes/${second}`, { key: keys.approver })).json();
    expect([change.status, change.stale, change.applied_job_id]).toEqual(['approved', true, null]);
    expect(await descriptionOf(app)).toBe('first');
  });

  it('reject: a fresh change is applied, and so is the delete of what is gone', async () => {
    await using app = await startTestApp({ settings: { applyConflicts: 'reject' } });
    await app.seed('clip', { name: 'x' });
    const ids = [await app.propose('DELETE', '/clip/model/x'), await app.propose('DELETE', '/clip/model/x')];
    await app.approve(...ids);
    await app.apply(...ids);
    expect((await app.get(`${v2}/clip/model/x`)).statusCode).toBe(404);
  });
});

describe('review_policy', () => {
  const approve = (app: TestApp, ...approved_ids: number[]) =>
    post(app, '/batches', { batch_title: 't', approved_ids });
  const proposeAs = async (app: TestApp, key: string, name: string): Promise<number> =>
    (await app.send('POST', `${v2}/clip`, { key, body: { name } })).json().change_id;

  it('is any by default: one approver may do it all', async () => {
    await using app = await startTestApp();
    const own = await proposeAs(app, keys.approver, 'x');
    expect((await approve(app, own)).statusCode).toBe(200);
  });

  it('four_eyes: nobody approves his own change, and the call does nothing', async () => {
    await using app = await startTestApp({ settings: { reviewPolicy: 'four_eyes' } });
    const [own, other] = [
      await proposeAs(app, keys.approver, 'x'),
      await proposeAs(app, keys.requestor, 'y'),
    ];
    const refused = await approve(app, own, other);
    expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining('four_eyes')]);
    expect((await app.get(`${queue}/changes?statuses=approved`, { key: keys.approver })).json().total).toBe(
      0,
    );
    expect((await approve(app, other)).statusCode).toBe(200);
  });

  it('four_eyes: one may reject his own change', async () => {
    await using app = await startTestApp({ settings: { reviewPolicy: 'four_eyes' } });
    const own = await proposeAs(app, keys.approver, 'x');
    const body = { batch_title: 't', rejected_ids: [own], reject_reason: 'a mistake' };
    expect((await post(app, '/batches', body)).statusCode).toBe(200);
  });
});
