import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
/** 1 applied, 2 rejected, 3 approved, 4 and 5 pending; 5 is of another category and another requestor. */
async function start() {
  app = await startTestApp();
  for (const name of ['Alpha', 'beta', 'Alphabet', 'gamma']) await app.propose('POST', '/clip', { name });
  await app.send('POST', `${v2}/blip`, { key: keys.approver, body: { name: 'delta' } });
  await app.approve(1);
  await app.apply(1);
  const review = { batch_title: 't', approved_ids: [3], rejected_ids: [2], reject_reason: 'no' };
  await app.send('POST', `${queue}/batches`, { key: keys.approver, body: review });
}
const stop = () => app[Symbol.asyncDispose]();

const purge = async (body: unknown) => {
  const answer = await app.send('POST', `${queue}/purge`, { key: keys.approver, body });
  return [answer.statusCode, answer.json()];
};
const remaining = async () => {
  const { items } = (await app.get(`${queue}/changes`, { key: keys.approver })).json();
  return items.map(({ change_id }: { change_id: number }) => change_id);
};

describe('a purge', () => {
  beforeAll(start);
  afterAll(stop);

  it.each([
    [{ purge_all: 'yes', statuses: null, categories: [] }, [3, 4, 5]],
    [{ statuses: ['PENDING', 'approved'] }, [3, 4, 5]],
    [{ statuses: ['applying'] }, []],
    [{ statuses: ['applying', 'applied'] }, [1]],
    [{ model_name: 'alpha', requested_by: [users.requestor.id] }, [3]],
  ])('by %j would remove %j', async (body, removed_change_ids) => {
    const answer = { removed_count: removed_change_ids.length, removed_change_ids, dry_run: true };
    expect(await purge({ ...body, dry_run: true })).toEqual([200, answer]);
    expect(await remaining()).toEqual([1, 2, 3, 4, 5]);
  });

  it('without a filter is a 400', async () => {
    expect(await purge({})).toEqual([400, { detail: expect.stringContaining('purge_all=true') }]);
  });

  it.each([
    [undefined, ['body']],
    [{ statuses: ['gone'] }, ['body', 'statuses', 0]],
    [{ categories: ['nonsense'] }, ['body', 'categories', 0]],
    [{ model_name: 'x'.repeat(201) }, ['body', 'model_name']],
    [{ purge_all: 'perhaps' }, ['body', 'purge_all']],
  ])('%j is no request: 422', async (body, loc) => {
    const [status, { detail }] = await purge(body);
    expect([status, detail[0].loc]).toEqual([422, loc]);
  });

  it('removes what it names, and no model', async () => {
    const answer = { removed_count: 1, removed_change_ids: [1], dry_run: false };
    expect(await purge({ statuses: ['applied'] })).toEqual([200, answer]);
    expect(await remaining()).toEqual([2, 3, 4, 5]);
    expect((await app.get(`${v2}/clip/model/Alpha`)).statusCode).toBe(200);
  });
});
