import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix, startTextApp } from './text-generation.ts';

/** Every write: what it needs to be accepted by whom may, and the status it answers then. */
const writes = [
  ['PUT', '/group/magnum/common_fields', { style: 'chat' }, 202],
  ['PUT', '/group/common_fields?name=magnum', { style: 'chat' }, 202],
  ['PUT', '/org%2Fmagnum-v4-9b/name_exception', { reason: 'old' }, 202],
  ['PUT', '/group/magnum/name_schema', { separator: '_' }, 200],
  ['PUT', '/group/name_schema?name=magnum', { separator: '-' }, 200],
  ['DELETE', '/group/magnum/name_schema', undefined, 204],
  ['PUT', '/group/Other/name_schema', {}, 200],
  ['DELETE', '/group/name_schema?name=Other', undefined, 204],
  ['PUT', '/aliases/magnum', { aliases: ['Opus'] }, 200],
  ['POST', '/aliases/magnum/add', { alias: 'Large' }, 200],
  ['POST', '/aliases/magnum/remove', { alias: 'Large' }, 200],
  ['DELETE', '/aliases/magnum', undefined, 204],
  ['PUT', '/families/Magnums', { members: ['magnum'] }, 200],
  ['POST', '/families/Magnums/add', { group_name: 'magnum-mini' }, 200],
  ['POST', '/families/Magnums/remove', { group_name: 'magnum-mini' }, 200],
  ['DELETE', '/families/Magnums', undefined, 204],
] as const;

/** Reads that show what is stored about groups; `stored` ones only a PRIMARY has. */
const reads = [
  ['/parse_name?name=x', 'models'],
  ['/distinct_baselines', 'models'],
  ['/groups', 'models'],
  ['/groups/summary', 'models'],
  ['/groups/health', 'models'],
  ['/group?name=magnum', 'models'],
  ['/group/magnum', 'models'],
  ['/group/name_schema?name=magnum', 'models'],
  ['/group/magnum/name_schema', 'models'],
  ['/families/detect', 'models'],
  ['/aliases', 'stored'],
  ['/aliases/magnum', 'stored'],
  ['/families', 'stored'],
  ['/families/Magnums', 'stored'],
] as const;

describe('on a PRIMARY', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTextApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  describe.each(writes)('%s %s', (method, path, body, status) => {
    if (body !== undefined) {
      test('is 401 before its body is looked at, and 422 after', async () => {
        const unsaid = { body: '{"aliases": 7', headers: { 'content-type': 'application/json' } };
        expect((await app.send(method, prefix + path, unsaid)).statusCode).toBe(401);
        const answer = await app.send(method, prefix + path, { ...unsaid, key: keys.requestor });
        expect(answer.statusCode).toBe(422);
        expect(answer.json().detail).toMatchObject([{ type: 'json_invalid' }]);
      });

      test('is 422 without a body', async () => {
        const answer = await app.send(method, prefix + path, { key: keys.requestor });
        expect(answer.statusCode).toBe(422);
        expect(answer.json().detail).toMatchObject([{ type: 'missing', loc: ['body'] }]);
      });
    }

    test('is accepted of a requestor', async () => {
      const answer = await app.send(method, prefix + path, { key: keys.requestor, ...(body && { body }) });
      expect([answer.statusCode, answer.body.length > 0]).toEqual([status, status !== 204]);
      expect(answer.headers['cache-control']).toBe('no-store');
    });
  });

  test('an approver may write as well', async () => {
    const key = keys.approver;
    const aliases = { key, body: { aliases: ['Opus'] } };
    expect((await app.send('PUT', `${prefix}/aliases/magnum`, aliases)).statusCode).toBe(200);
    const family = { key, body: { members: ['magnum'] } };
    expect((await app.send('PUT', `${prefix}/families/Magnums`, family)).statusCode).toBe(200);
  });

  test.each(reads)('GET %s needs no key, and answers a conditional request', async (path) => {
    const answer = await app.get(prefix + path);
    expect(answer.statusCode).toBe(200);
    const etag = String(answer.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await app.get(prefix + path, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    expect((await app.send('HEAD', prefix + path)).headers.etag).toBe(etag);
  });

  test.each([
    ['POST', '/aliases/magnum', 'GET, HEAD, PUT, DELETE'],
    ['PUT', '/group/magnum', 'GET, HEAD'],
    ['POST', '/groups/summary', 'GET, HEAD'],
    ['GET', '/compose_name', 'POST'],
    // What ends like an action is also a name with a slash, for the methods that take a name.
    ['PATCH', '/aliases/magnum/add', 'GET, HEAD, POST, PUT, DELETE'],
    ['PATCH', '/aliases/org/magnum/remove/', 'GET, HEAD, POST, PUT, DELETE'],
    ['OPTIONS', '/families/Magnums/add', 'GET, HEAD, POST, PUT, DELETE'],
    ['PATCH', '/families/Magnums/remove?x=/y', 'GET, HEAD, POST, PUT, DELETE'],
    ['POST', '/families/Magnums%2Fadd', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/group/magnum/common_fields', 'GET, HEAD, PUT'],
    ['DELETE', '/group/org/magnum/common_fields', 'GET, HEAD, PUT'],
    ['POST', '/group/magnum/name_schema', 'GET, HEAD, PUT, DELETE'],
    ['PATCH', '/group/name_schema', 'GET, HEAD, PUT, DELETE'],
    ['GET', '/magnum/name_exception', 'PUT'],
    ['HEAD', '/magnum/name_exception', 'PUT'],
    ['DELETE', '/org/magnum/name_exception', 'PUT'],
  ])('%s %s is 405', async (method, path, allow) => {
    const answer = await app.send(method, prefix + path, { key: keys.requestor });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
  });

  test.each([
    ['GET', '/text_generation/nothing'],
    ['GET', '/clip/nothing'],
    ['PUT', '/clip/some-model/name_exception'],
  ])('%s %s is no route', async (method, path) => {
    const answer = await app.send(method, `/api/model_references/v2${path}`, { key: keys.requestor });
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found' }]);
  });
});

describe('on a REPLICA', () => {
  let app: TestApp;
  let replica: TestApp;
  beforeAll(async () => {
    app = await startTextApp();
    replica = await startTestApp({
      settings: { replicateMode: 'REPLICA' },
      overrides: { store: app.store },
    });
  });
  afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  test.each(reads)('GET %s is served when it comes from the %s', async (path, from) => {
    const answer = await replica.get(prefix + path);
    expect(answer.statusCode).toBe(from === 'models' ? 200 : 503);
    if (from === 'models') return;
    expect(answer.json().detail).toMatch(
      /^Group (alias|family) storage is not available \(backend may be in REPLICA mode\)\. Setting: replicate_mode='REPLICA'\.$/,
    );
  });

  test('POST /compose_name is served', async () => {
    const answer = await replica.send('POST', `${prefix}/compose_name`, {
      body: { base_name: 'a', size: '' },
    });
    expect(answer.statusCode).toBe(200);
  });
});
