import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const name of ['Alpha', 'beta', 'gamma']) await app.propose('POST', '/clip', { name });
  await app.propose('POST', '/blip', { name: 'alphabet' });
  await app.approve(2);
  await app.send('POST', `${v2}/clip`, { key: keys.approver, body: { name: 'mine' } });
});
afterAll(() => app[Symbol.asyncDispose]());

const approver = (path: string) => app.get(queue + path, { key: keys.approver });

const idsOf = (answer: { json(): { items: { change_id: number }[] } }) =>
  answer.json().items.map((item) => item.change_id);

describe('the list of changes', () => {
  it.each([
    ['', [1, 2, 3, 4, 5]],
    ['?statuses=pending', [1, 3, 4, 5]],
    ['?statuses=APPROVED', [2]],
    ['?statuses=approved&statuses=Pending', [1, 2, 3, 4, 5]],
    ['?statuses=applying&statuses=approved', [2]],
    ['?categories=blip&categories=clip&statuses=approved', [2]],
    ['?batch_id=1', [2]],
    ['?model_name=%20alpha%20', [1, 4]],
    ['?model_name=%25', []],
    [`?requested_by=${users.approver.id}`, [5]],
    [`?requested_by=${users.approver.id}&requested_by=${users.requestor.id}`, [1, 2, 3, 4, 5]],
    [`?requestor=${users.approver.id}`, [5]],
    ['?requestor=ADA', [5]],
    ['?requestor=rita&model_name=alpha', [1, 4]],
    ['?requestor=%25', []],
    ['?limit=2&offset=3', [4, 5]],
    ['?offset=99', []],
    ['?limit=1&limit=3', [1, 2, 3]],
    ['?unknown=1', [1, 2, 3, 4, 5]],
  ])('with %j shows %j', async (query, expected) => {
    const answer = await approver(`/changes${query}`);
    expect([answer.statusCode, idsOf(answer)]).toEqual([200, expected]);
  });

  it('counts before paging, and shows nulls', async () => {
    const answer = await approver('/changes?limit=1&offset=1');
    expect(answer.json()).toMatchObject({
      total: 5,
      offset: 1,
      limit: 1,
      items: [{ change_id: 2, status: 'approved', batch_id: 1, rejected_by: null, notes: null }],
    });
  });

  it.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=501', 'limit', 'less_than_equal'],
    ['offset=-1', 'offset', 'greater_than_equal'],
    ['batch_id=0', 'batch_id', 'greater_than_equal'],
    ['batch_id=1e999', 'batch_id', 'int_parsing'],
    ['model_name=', 'model_name', 'string_too_short'],
    [`model_name=${'n'.repeat(201)}`, 'model_name', 'string_too_long'],
    ['statuses=nonsense', 'statuses', 'enum'],
    ['categories=nonsense', 'categories', 'enum'],
  ])('refuses %s', async (query, field, type) => {
    const answer = await approver(`/changes?${query}`);
    expect(answer.statusCode).toBe(422);
    const [problem] = answer.json().detail;
    expect([problem.type, problem.loc.slice(0, 2)]).toEqual([type, ['query', field]]);
  });

  it('of the caller shows his own only, whatever he asks', async () => {
    const answer = await app.get(`${queue}/my_changes?requested_by=${users.approver.id}`, {
      key: keys.requestor,
    });
    expect(idsOf(answer)).toEqual([1, 2, 3, 4]);
    expect(idsOf(await approver('/my_changes?categories=clip'))).toEqual([5]);
    expect(idsOf(await approver('/my_changes?statuses=approved'))).toEqual([]);
  });

  it('has an ETag that changes with the queue', async () => {
    const first = await approver('/changes');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await app.get(`${queue}/changes`, { key: keys.approver, headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await app.propose('POST', '/clip', { name: 'delta' });
    expect((await app.get(`${queue}/changes`, { key: keys.approver, headers })).statusCode).toBe(200);
  });
});

describe('the counts of the queue', () => {
  const countsOf = async (query: string) => (await approver(`/counts${query}`)).json();

  it('are those of its lists, by status and by the risk of what is pending', async () => {
    const counts = await countsOf('');
    const totalOf = async (filter: string) => (await approver(`/changes?limit=1&${filter}`)).json().total;
    expect(Object.keys(counts.statuses)).toEqual(['pending', 'approved', 'applied', 'rejected']);
    for (const [status, count] of Object.entries(counts.statuses)) {
      expect([status, count]).toEqual([status, await totalOf(`statuses=${status}`)]);
    }
    expect(Object.keys(counts.risks)).toEqual(['low', 'look', 'high']);
    for (const [risk, count] of Object.entries(counts.risks)) {
      expect([risk, count]).toEqual([risk, await totalOf(`statuses=pending&risks=${risk}`)]);
    }
    expect(counts.risks.low + counts.risks.look + counts.risks.high).toBe(counts.statuses.pending);
    expect(counts.statuses.pending).toBeGreaterThan(0);
  });

  it.each([
    ['?categories=blip', 1, 0],
    ['?model_name=alpha', 2, 0],
    ['?requestor=ada', 1, 0],
    ['?batch_id=1', 0, 1],
  ])('with %j are of what passes the filter', async (query, pending, approved) => {
    const { statuses, risks } = await countsOf(query);
    expect(statuses).toEqual({ pending, approved, applied: 0, rejected: 0 });
    expect(risks.low + risks.look + risks.high).toBe(pending);
  });
});
