import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ShownError } from '../../../src/kernel/errors.ts';
import {
  createIdentityClient,
  type IdentityClient,
  type IdentityOptions,
} from '../../../src/outside/identity-client.ts';
import { freePort } from '../../support/free-port.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

const key = 'secret-key-of-a-user';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A loopback identity service that does as told, and notes which keys it was asked for at which path. */
async function startService(behaviour: Behaviour) {
  const state = { behaviour };
  const host = await startRemoteHost((request, response) => state.behaviour(request, response));
  onTestFinished(() => host[Symbol.asyncDispose]());
  const asked = () => host.requests.map(({ url, headers: { apikey } }) => ({ path: url, apikey }));
  return { url: `http://127.0.0.1:${host.port}/api`, asked, state };
}

function client(baseUrl: string, options: Partial<IdentityOptions> = {}): IdentityClient {
  const made = createIdentityClient({ baseUrl, cacheTtlSeconds: 60, ...options });
  onTestFinished(() => made.close());
  return made;
}

const answer =
  (status: number, body: unknown): Behaviour =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

async function refusal(identity: IdentityClient, apikey = key): Promise<ShownError> {
  try {
    await identity.authenticate(apikey);
  } catch (error) {
    if (error instanceof ShownError) return error;
    throw error;
  }
  throw new Error('the key was accepted');
}

describe('who owns a key', () => {
  test.each([
    ['plain', 'alice#42', '42'],
    ['the id stands after the last #', 'x#y#7', '7'],
    ['the anonymous account', 'Anonymous#0', '0'],
  ])('%s', async (_case, username, userId) => {
    const service = await startService(answer(200, { username, kudos: 1 }));
    expect(await client(service.url).authenticate(key)).toEqual({ userId, username });
    expect(service.asked()).toEqual([{ path: '/api/v2/find_user', apikey: key }]);
  });

  test('is named in a way that every database stores as it is', async () => {
    const service = await startService(answer(200, '{"username": "a\\u0000b\\ud800c#7"}'));
    expect(await client(service.url).authenticate(key)).toEqual({ userId: '7', username: 'ab\ufffdc#7' });
  });

  test('of a name without end keeps as much as a name may have', async () => {
    const service = await startService(answer(200, { username: `${'é'.repeat(400_000)}#7` }));
    expect(await client(service.url).authenticate(key)).toEqual({
      userId: '7',
      username: `${'é'.repeat(200)}#7`,
    });
  });

  test('is asked at the same place whether the base URL ends with a slash or not', async () => {
    const service = await startService(answer(200, { username: 'a#1' }));
    await client(service.url).authenticate(key);
    await client(`${service.url}/`).authenticate(key);
    expect(service.asked().map(({ path }) => path)).toEqual(['/api/v2/find_user', '/api/v2/find_user']);
  });
});

describe('what the service answers becomes', () => {
  const cases: [string, Behaviour, ShownError['code'], string][] = [
    ['404', answer(404, { message: 'no' }), 'invalid_key', 'Invalid API key'],
    ['401', answer(401, {}), 'invalid_key', 'Invalid API key'],
    ["a CDN's 403", answer(403, '<h1>go away</h1>'), 'identity_unavailable', 'it answered 403'],
    ["a gateway's 403", answer(403, { message: 'Forbidden' }), 'identity_unavailable', 'it answered 403'],
    ["a CDN's 404", answer(404, '<h1>nothing here</h1>'), 'identity_unavailable', 'it answered 404'],
    ["a portal's 401", answer(401, ''), 'identity_unavailable', 'it answered 401'],
    ['400', answer(400, {}), 'identity_unavailable', 'it answered 400'],
    ['451', answer(451, {}), 'identity_unavailable', 'it answered 451'],
    ['200, no # in the username', answer(200, { username: 'alice' }), 'invalid_key', 'Invalid API key'],
    [
      '200, more digits than ids have',
      answer(200, { username: `a#${'1'.repeat(21)}` }),
      'invalid_key',
      'Invalid API key',
    ],
    ['200, no digits after the #', answer(200, { username: 'alice#' }), 'invalid_key', 'Invalid API key'],
    ['429', answer(429, {}), 'identity_unavailable', 'it answered 429'],
    ['500', answer(500, 'oops'), 'identity_unavailable', 'it answered 500'],
    ['503', answer(503, ''), 'identity_unavailable', 'it answered 503'],
    ['a redirect', answer(302, ''), 'identity_unavailable', 'it answered 302'],
    ['200, not JSON', answer(200, '<html>'), 'identity_unavailable', 'its answer is not JSON'],
    ['200, JSON null', answer(200, 'null'), 'identity_unavailable', 'its answer has no username'],
    ['200, another object', answer(200, {}), 'identity_unavailable', 'its answer has no username'],
    [
      '200, endless',
      answer(200, ' '.repeat(2 * 1024 * 1024)),
      'identity_unavailable',
      'its answer is too long',
    ],
    [
      'reset before an answer',
      (request) => request.socket.destroy(),
      'identity_unavailable',
      'no connection',
    ],
    [
      'reset in the body',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"username":');
        response.destroy();
      },
      'identity_unavailable',
      'no connection',
    ],
  ];

  test.each(cases)('%s', async (_case, behaviour, code, text) => {
    const service = await startService(behaviour);
    const error = await refusal(client(service.url));
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
    if (code === 'identity_unavailable') expect(error.message).toContain('identity service is down');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
  });

  test.each<[string, Behaviour]>([
    ['no headers', () => {}],
    ['no end of the body', (_request, response) => void response.writeHead(200).write('{')],
  ])('time-out: %s', async (_case, behaviour) => {
    const service = await startService(behaviour);
    const error = await refusal(client(service.url, { timeoutMs: 150 }));
    expect(error.code).toBe('identity_unavailable');
    expect(error.message).toContain('no answer within 0.15 s');
  });

  test('nobody listens', async () => {
    const error = await refusal(client(`http://127.0.0.1:${await freePort()}`));
    expect(error.code).toBe('identity_unavailable');
    expect(error.message).toContain('ECONNREFUSED');
  });

  test.each(['', 'two words', 'line\r\nbreak', 'ключ'])(
    'a key that no header can carry (%j) is invalid, unasked',
    async (odd) => {
      const service = await startService(answer(200, { username: 'a#1' }));
      expect((await refusal(client(service.url), odd)).code).toBe('invalid_key');
      expect(service.asked()).toEqual([]);
    },
  );
});

describe('answers are remembered', () => {
  const found = answer(200, { username: 'a#1' });
  const unknown = answer(404, {});

  test.each<[string, Behaviour, number, number]>([
    ['a valid key for the time set', found, 59_999, 60_000],
    ['an invalid key for 10 s', unknown, 9_999, 10_000],
  ])('%s', async (_case, behaviour, still, over) => {
    let time = 1_000;
    const service = await startService(behaviour);
    const identity = client(service.url, { now: () => time });
    const ask = () => identity.authenticate(key).catch(() => null);
    await ask();
    time += still;
    await ask();
    expect(service.asked()).toHaveLength(1);
    time += over - still + 1;
    await ask();
    expect(service.asked()).toHaveLength(2);
  });

  test('apart for each key', async () => {
    const service = await startService((request, response) => {
      answer(200, { username: request.headers.apikey === key ? 'a#1' : 'b#2' })(request, response);
    });
    const identity = client(service.url);
    expect((await identity.authenticate(key)).userId).toBe('1');
    expect((await identity.authenticate('other')).userId).toBe('2');
    expect((await identity.authenticate(key)).userId).toBe('1');
    expect(service.asked()).toHaveLength(2);
  });

  test('not when the time set is 0', async () => {
    const service = await startService(found);
    const identity = client(service.url, { cacheTtlSeconds: 0 });
    await identity.authenticate(key);
    await identity.authenticate(key);
    expect(service.asked()).toHaveLength(2);
  });

  test('but failures are not: the next call asks again and may succeed', async () => {
    const service = await startService(answer(500, ''));
    const identity = client(service.url);
    expect((await refusal(identity)).code).toBe('identity_unavailable');
    service.state.behaviour = found;
    expect((await identity.authenticate(key)).userId).toBe('1');
  });

  test('and a key that is being looked up is not looked up twice', async () => {
    const waiting: ServerResponse[] = [];
    const first = Promise.withResolvers<void>();
    const service = await startService((_request, response) => {
      waiting.push(response);
      first.resolve();
    });
    const identity = client(service.url);
    const calls = [identity.authenticate(key), identity.authenticate(key), identity.authenticate(key)];
    await first.promise;
    calls.push(identity.authenticate(key));
    for (const response of waiting) response.end('{"username":"a#1"}');
    expect((await Promise.all(calls)).map(({ userId }) => userId)).toEqual(['1', '1', '1', '1']);
    expect(service.asked()).toHaveLength(1);
  });
});
