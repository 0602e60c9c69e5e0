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
});
