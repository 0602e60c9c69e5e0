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
      },
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });

  it('are told on a REPLICA too', async () => {
    await using replica = await startTestApp({ settings: { replicateMode: 'REPLICA' } });
    expect((await replica.get(roles, { key: keys.approver })).json().is_approver).toBe(true);
  });
});

/** Every operation that reads the key, the least that it asks for, and a body that passes. */
const operations = [
  ['GET', roles, 'any'],
  ['GET', `${v2}/clip/pending`, 'any'],
  ['POST', `${v2}/clip`, 'requestor', { name: 'new' }],
  ['POST', `${v2}/clip/add`, 'requestor', { name: 'new' }],
  ['PUT', `${v2}/clip/model/live`, 'requestor', { name: 'live' }],
  ['DELETE', `${v2}/clip/model/live`, 'requestor'],
  ...['v1', 'v2'].flatMap((version) => {
    const queue = `/api/model_references/${version}/pending_queue`;
    return [
      ['GET', `${queue}/my_changes`, 'requestor'],
      ['GET', `${queue}/changes`, 'approver'],
      ['GET', `${queue}/changes/1`, 'approver'],
      ['POST', `${queue}/batches`, 'approver', {}],
      ['POST', `${queue}/apply`, 'approver', {}],
      ['POST', `${queue}/changes/1/apply`, 'approver', {}],
      ['POST', `${queue}/apply_batch/1`, 'approver'],
    ] as const;
  }),
] as const;

const callers = [
  ['no key', undefined, []],
  ['an empty key', '', []],
  ['an unknown key', keys.unknown, []],
  ['a key without a role', keys.nobody, ['any']],
  ['a requestor', keys.requestor, ['any', 'requestor']],
  ['an approver', keys.approver, ['any', 'requestor', 'approver']],
] as const;

describe.each(operations)('%s %s, for %s', (method, path, needed, body?: unknown) => {
  it.each(callers)('by %s', async (_who, key, allowed: readonly string[]) => {
    const headers = key === '' ? { apikey: '' } : {};
    const answer = await app.send(method, path, { ...(key && { key }), body, headers });
    if (allowed.includes(needed)) {
      expect(answer.statusCode).not.toBe(401);
      return;
    }
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('APIKey');
    const detail = !key
      ? 'Not authenticated'
      : key === keys.unknown
        ? 'Invalid API key'
        : `You are not on the pending queue ${needed} list.`;
    expect(answer.json()).toEqual({ detail });
  });
});

describe('without an allowlist', () => {
  it('a role is closed to everyone, and the identity service is not asked', async () => {
    await using closed = await startTestApp({ settings: { requestorIds: [], approverIds: [] } });
    for (const [method, path, needed, body] of operations as readonly (readonly [
      string,
      string,
      string,
      unknown?,
    ])[]) {
      if (needed === 'any') continue;
      const answer = await closed.send(method, path, { key: keys.approver, body });
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
  it.each(['error', 'overloaded', 'not json'] as const)(
    '(%s) the answer is 503 and says so',
    async (mood) => {
      await using app = await startTestApp();
      app.identity.mood = mood;
      const answer = await app.get(roles, { key: keys.approver });
      expect([answer.statusCode, answer.json().detail]).toEqual([
        503,
        expect.stringContaining('identity service'),
      ]);
      app.identity.mood = 'well';
      // After a 429 it is left alone for a moment.
      await eventually(async () =>
        expect((await app.get(roles, { key: keys.approver })).statusCode).toBe(200),
      );
    },
  );

  it('reads go on', async () => {
    await using app = await startTestApp();
    app.identity.mood = 'error';
    expect((await app.get(`${v2}/model_categories`)).statusCode).toBe(200);
    expect(app.identity.lookups).toBe(0);
  });
});

describe('a key', () => {
  it('is not sent on when it cannot be one', async () => {
    const before = app.identity.lookups;
    const answer = await app.get(roles, { key: 'k'.repeat(5000) });
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Invalid API key' }]);
    expect(app.identity.lookups).toBe(before);
  });
});
