import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { readPauseSeconds } from '../../../../src/outside/guarded/host-limits.ts';
import { eventually } from '../../../support/eventually.ts';
import { startRemoteHost } from '../../../support/remote-host.ts';
import { failureOf, fetcher } from './fetcher-for-tests.ts';

test('a host is asked a few things at a time, and the others wait', async () => {
  const waiting: ServerResponse[] = [];
  await using host = await startRemoteHost((_request, response) => waiting.push(response));
  const { open } = fetcher({ allowedHosts: ['hub.test'], atOnce: 2 });
  const url = `http://hub.test:${host.port}/`;
  const answers = [1, 2, 3].map(async () => (await open({ method: 'GET', url })).bytes());
  await eventually(() => expect(waiting).toHaveLength(2));
  const late = failureOf(open({ method: 'GET', url, timeoutMs: 20 }));
  expect((await late).kind).toBe('timed_out');
  expect(waiting).toHaveLength(2);
  for (let index = 0; index < 3; index += 1) {
    await eventually(() => expect(waiting.length).toBeGreaterThan(index));
    waiting[index]?.end('x');
  }
  expect(await Promise.all(answers)).toHaveLength(3);
});

test('an answer that nobody reads gives its place back when its time is over, or it is disposed of', async () => {
  await using host = await startRemoteHost((_request, response) => response.write('begun'));
  const { open } = fetcher({ allowedHosts: ['hub.test'], atOnce: 1 });
  const request = { method: 'GET', url: `http://hub.test:${host.port}/` } as const;
  await open({ ...request, timeoutMs: 2_000 });
  {
    await using second = await open(request);
    expect(second.status).toBe(200);
  }
  await using third = await open(request);
  expect(third.status).toBe(200);
});

test('a host that says 429 is left alone for as long as it asks, for that kind of address', async () => {
  let now = 0;
  let answer: [number, Record<string, string>] = [429, { 'retry-after': '40' }];
  await using host = await startRemoteHost((_request, response) => response.writeHead(...answer).end());
  const { open } = fetcher({ allowedHosts: ['hub.test'], now: () => now });
  const ask = (path: string) => open({ method: 'HEAD', url: `http://hub.test:${host.port}${path}` });
  expect(await failureOf(ask('/api/models/a/b'))).toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: 40,
  });
  answer = [200, {}];
  now = 39_000;
  expect(await failureOf(ask('/api/models/a/b'))).toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: 1,
  });
  expect(host.requests).toHaveLength(1);
  expect((await ask('/a/b/resolve/main/c')).status).toBe(200);
  now = 40_001;
  expect((await ask('/api/models/a/b')).status).toBe(200);
});

test('a host that says that nothing remains is not asked before it gives more', async () => {
  let now = 0;
  await using host = await startRemoteHost((_request, response) =>
    response.writeHead(200, { ratelimit: '"resolvers";r=0;t=55' }).end(),
  );
  const { open } = fetcher({ allowedHosts: ['hub.test'], now: () => now });
  const ask = () => open({ method: 'HEAD', url: `http://hub.test:${host.port}/a/b/resolve/main/c` });
  expect((await ask()).status).toBe(200);
  expect(await failureOf(ask())).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 55 });
  now = 55_001;
  expect((await ask()).status).toBe(200);
});

test('a host that fails again and again is not asked for a while', async () => {
  let now = 0;
  let status = 503;
  await using host = await startRemoteHost((_request, response) => response.writeHead(status).end());
  const { open } = fetcher({ allowedHosts: ['hub.test'], now: () => now });
  const ask = (path: string) => open({ method: 'HEAD', url: `http://hub.test:${host.port}/${path}` });
  for (const path of ['a', 'b', 'c', 'd', 'e']) expect((await ask(path)).status).toBe(503);
  expect(await failureOf(ask('f'))).toMatchObject({ kind: 'host_busy', retryAfterSeconds: 60 });
  expect(host.requests).toHaveLength(5);
  now = 60_001;
  expect((await ask('a')).status).toBe(503);
  expect(await failureOf(ask('f'))).toMatchObject({ kind: 'host_busy', retryAfterSeconds: 60 });
  status = 200;
  now = 120_002;
  expect((await ask('a')).status).toBe(200);
});

test('one address that fails however often does not keep the others of its host from being asked', async () => {
  await using host = await startRemoteHost((request, response) => {
    const leads = request.url === '/bad';
    // Signed anew for each call, as stores do it.
    const location = `http://cdn.test:${host.port}/signed-${host.requests.length}`;
    response.writeHead(leads ? 302 : request.url === '/good' ? 200 : 500, leads ? { location } : {}).end();
  });
  const { open } = fetcher({ allowedHosts: ['hub.test', 'cdn.test'], now: () => 0 });
  const ask = (name: string, path: string) =>
    open({ method: 'HEAD', url: `http://${name}:${host.port}/${path}` });
  for (let turn = 0; turn < 10; turn += 1) expect((await ask('hub.test', 'bad')).status).toBe(500);
  expect((await ask('cdn.test', 'good')).status).toBe(200);
});

test.each([
  [200, {}, null],
  [429, {}, 30],
  [429, { 'retry-after': '7' }, 7],
  [503, { 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 60],
  [200, { 'retry-after': '7' }, null],
  [429, { ratelimit: '"api";r=0;t=55', 'retry-after': '7' }, 55],
  [429, { ratelimit: '"api";r=12;t=55' }, 30],
  [200, { ratelimit: '"api";r=0;t=99999999' }, 3600],
  [200, { ratelimit: 'nonsense' }, null],
  [200, { ratelimit: '"api";r=0' }, null],
])('%i with %j: a pause of %s s', (status, headers: Record<string, string>, seconds) => {
  expect(readPauseSeconds(status, headers, 0)).toBe(seconds);
});
