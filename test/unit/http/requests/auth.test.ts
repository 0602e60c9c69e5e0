import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys, users } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const roles = `${v2}/me/roles`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'live' });
});
afterAll(() => app[Symbol.asyncDispose]());

describe('the roles of a caller', () => {
  it.each([
    ['approver', ['approver', 'requestor']],
    ['requestor', ['requestor']],
    ['nobody', []],
    ['anonymous', []],
  ] as const)('%s has %j', async (who, expected) => {
    const answer = await app.get(roles, { key: keys[who] });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        user_id: users[who].id,
        username: users[who].username,
        roles: expected,
        is_approver: expected.includes('approver' as never),
        is_requestor: expected.includes('requestor' as never),
        is_license_editor: false,
      },
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('without an allowlist', () => {
  it('a role is closed to everyone, and the identity service is not asked', async () => {
    await using closed = await startTestApp({ settings: { requestorIds: [], approverIds: [] } });
    for (const [method, path] of [
      ['POST', `${v2}/clip`],
      ['POST', `${v2}/pending_queue/batches`],
    ] as const) {
      const answer = await closed.send(method, path, { key: keys.approver, body: { name: 'x' } });
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 401, { detail: 'Invalid API key' }]);
    }
    expect(closed.identity.lookups).toBe(0);
  });

  it('of requestors, approvers still are requestors', async () => {
    await using app = await startTestApp({ settings: { requestorIds: [] } });
    const answer = await app.send('POST', `${v2}/clip`, { key: keys.approver, body: { name: 'x' } });
    expect(answer.statusCode).toBe(202);
  });
});

describe('when the identity service is down', () => {
  it('the answer is 503 and says so, while reads go on', async () => {
    await using app = await startTestApp();
    const key = keys.approver;
    app.identity.mood = 'error';
    expect((await app.get(`${v2}/model_categories`, { key })).statusCode).toBe(200);
    expect(app.identity.lookups).toBe(0);
    const answer = await app.get(roles, { key });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      expect.stringContaining('identity service'),
    ]);
    app.identity.mood = 'well';
    await eventually(async () => expect((await app.get(roles, { key })).statusCode).toBe(200));
  });
});

describe('a key', () => {
  it('that is empty is none', async () => {
    const answer = await app.get(roles, { headers: { apikey: '' } });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Not authenticated' }]);
    expect(answer.headers['www-authenticate']).toBe('APIKey');
  });

  it('is not sent on when it cannot be one', async () => {
    const before = app.identity.lookups;
    const answer = await app.get(roles, { key: 'k'.repeat(5000) });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Invalid API key' }]);
    expect(app.identity.lookups).toBe(before);
  });
});
