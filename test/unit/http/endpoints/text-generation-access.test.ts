import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { prefix, startTextApp } from './text-generation.ts';

/** Reads that show what is stored about groups. */
const reads = [
  ...['parse_name?name=x', 'distinct_baselines', 'groups', 'groups/summary', 'groups/health'],
  ...['group?name=magnum', 'group/magnum', 'group/name_schema?name=magnum', 'group/magnum/name_schema'],
  ...['families/detect', 'aliases', 'aliases/magnum', 'families', 'families/Magnums'],
];

let app: TestApp;
beforeAll(async () => {
  app = await startTextApp();
  const key = keys.requestor;
  await app.send('PUT', `${prefix}/aliases/magnum`, { key, body: { aliases: ['Opus'] } });
  await app.send('PUT', `${prefix}/families/Magnums`, { key, body: { members: ['magnum'] } });
});
afterAll(() => app[Symbol.asyncDispose]());

test.each(reads)('GET %s answers a conditional request', async (read) => {
  const path = `${prefix}/${read}`;
  const answer = await app.get(path);
  expect(answer.statusCode).toBe(200);
  const etag = String(answer.headers.etag);
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect((await app.get(path, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  expect((await app.send('HEAD', path)).headers.etag).toBe(etag);
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
