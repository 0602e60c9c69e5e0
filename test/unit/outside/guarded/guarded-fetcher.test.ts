import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RemoteAnswer } from '../../../../src/outside/remote-files.ts';
import { startRemoteHost } from '../../../support/remote-host.ts';
import { failureOf, fetcher } from './fetcher-for-tests.ts';

const text = async (answer: RemoteAnswer) => new TextDecoder().decode(await answer.bytes());

test('an answer has its status, headers, address and body, whatever the status', async () => {
  await using host = await startRemoteHost((request, response) => {
    response.writeHead(request.url === '/gone' ? 404 : 206, {
      'x-linked-etag': '"abc"',
      'set-cookie': ['a', 'b'],
    });
    response.end(request.headers.range ?? 'nothing');
  });
  const { open } = fetcher({ allowedHosts: ['127.0.0.1'] });
  const url = `http://127.0.0.1:${host.port}`;
  const part = await open({ method: 'GET', url: `${url}/x#part`, headers: { range: 'bytes=0-9' } });
  expect(part).toMatchObject({
    status: 206,
    url: `${url}/x`,
    redirects: [],
    headers: { 'x-linked-etag': '"abc"', 'set-cookie': 'a,b' },
  });
  expect(await text(part)).toBe('bytes=0-9');
  expect((await open({ method: 'HEAD', url: `${url}/gone` })).status).toBe(404);
  expect(
    host.requests.map(({ method, headers }) => [method, headers['accept-encoding'], headers['user-agent']]),
  ).toEqual([
    ['GET', 'identity', 'modelref'],
    ['HEAD', 'identity', 'modelref'],
  ]);
});

test('redirects are followed as asked for, and each is told with its headers', async () => {
  await using cdn = await startRemoteHost((_request, response) => response.end('content'));
  await using hub = await startRemoteHost((request, response) => {
    if (request.url === '/old/model') return response.writeHead(307, { location: '/new/model' }).end();
    response
      .writeHead(302, { location: `http://cdn.test:${cdn.port}/signed`, 'x-linked-size': '7' })
      .end('elsewhere');
  });
  const { open } = fetcher({ allowedHosts: ['hub.test', 'cdn.test'] });
  const [old, moved, signed] = [
    `http://hub.test:${hub.port}/old/model`,
    `http://hub.test:${hub.port}/new/model`,
    `http://cdn.test:${cdn.port}/signed`,
  ];
  expect(await open({ method: 'HEAD', url: old, redirects: 'none' })).toMatchObject({
    status: 307,
    url: old,
    redirects: [],
  });
  expect(await open({ method: 'HEAD', url: old, redirects: 'same-host' })).toMatchObject({
    status: 302,
    url: moved,
    headers: { 'x-linked-size': '7' },
    redirects: [{ status: 307, from: old, to: moved }],
  });
  const whole = await open({ method: 'GET', url: old });
  expect(whole).toMatchObject({
    status: 200,
    url: signed,
    redirects: [{ from: old }, { from: moved, to: signed, headers: { 'x-linked-size': '7' } }],
  });
  expect(await text(whole)).toBe('content');
});

test('redirects end', async () => {
  await using host = await startRemoteHost((request, response) =>
    response.writeHead(302, { location: `${request.url}x` }).end(),
  );
  const { open } = fetcher({ allowedHosts: ['hub.test'] });
  const failure = await failureOf(open({ method: 'GET', url: `http://hub.test:${host.port}/` }));
  expect(failure.kind).toBe('too_many_redirects');
  expect(host.requests).toHaveLength(7);
});

test('a redirect from https to http is not followed', async () => {
  await using hub = await startRemoteHost(
    (_request, response) => response.writeHead(302, { location: 'http://cdn.test/plain' }).end(),
    { tls: true },
  );
  const { open } = fetcher({ allowedHosts: ['hub.test', 'cdn.test'] });
  expect((await failureOf(open({ method: 'GET', url: `https://hub.test:${hub.port}/` }))).kind).toBe(
    'refused_address',
  );
});

test('a certificate of another host, or of nobody known, is no connection', async () => {
  await using hub = await startRemoteHost((_request, response) => response.end(), { tls: true });
  const other = fetcher({ allowedHosts: ['elsewhere.test'] });
  const wrongName = await failureOf(
    other.open({ method: 'GET', url: `https://elsewhere.test:${hub.port}/` }),
  );
  expect(wrongName).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('ALTNAME') });
  const strict = fetcher({ allowedHosts: ['hub.test'], ca: '' });
  expect((await failureOf(strict.open({ method: 'GET', url: `https://hub.test:${hub.port}/` }))).kind).toBe(
    'unreachable',
  );
  expect(hub.requests).toEqual([]);
});

test('a token goes to its own host, over TLS, and nowhere else', async () => {
  const tokens = (requests: readonly { headers: { authorization?: string | undefined } }[]) =>
    requests.map(({ headers }) => headers.authorization ?? null);
  await using cdn = await startRemoteHost((_request, response) => response.end(), { tls: true });
  await using hub = await startRemoteHost(
    (request, response) => {
      const location = request.url === '/a' ? '/b' : `https://cdn.test:${cdn.port}/signed`;
      response.writeHead(302, { location }).end();
    },
    { tls: true },
  );
  await using plain = await startRemoteHost((_request, response) => response.end());
  const { open } = fetcher({
    allowedHosts: ['hub.test', 'cdn.test'],
    tokens: { [`hub.test:${hub.port}`]: 'hf_secret', [`hub.test:${plain.port}`]: 'hf_secret' },
  });
  await open({ method: 'HEAD', url: `https://hub.test:${hub.port}/a` });
  expect(tokens(hub.requests)).toEqual(['Bearer hf_secret', 'Bearer hf_secret']);
  expect(tokens(cdn.requests)).toEqual([null]);
  await open({ method: 'HEAD', url: `http://hub.test:${plain.port}/a` });
  await open({ method: 'HEAD', url: `https://cdn.test:${cdn.port}/a` });
  expect(tokens([...plain.requests, ...cdn.requests])).toEqual([null, null, null]);
  await open({ method: 'HEAD', url: `https://hub.test:${hub.port}/b`, withoutToken: true });
  expect(tokens(hub.requests).slice(2)).toEqual([null]);
});

test('a mirror is asked in place of its host, without its token, and answers as if it were the host', async () => {
  await using mirror = await startRemoteHost((request, response) => {
    if (request.url === '/hub/old/x?download=true')
      return response.writeHead(307, { location: '/hub/new/x' }).end();
    response.end(request.url);
  });
  const { open } = fetcher({
    mirrors: { 'hub.test': `http://127.0.0.1:${mirror.port}/hub` },
    tokens: { 'hub.test': 'hf_secret' },
  });
  const answer = await open({ method: 'GET', url: 'https://hub.test/old/x?download=true' });
  expect(answer).toMatchObject({
    url: 'https://hub.test/new/x',
    redirects: [{ from: 'https://hub.test/old/x?download=true', to: 'https://hub.test/new/x' }],
  });
  expect(await text(answer)).toBe('/hub/new/x');
  expect(mirror.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  const direct = failureOf(open({ method: 'GET', url: `http://127.0.0.1:${mirror.port}/hub/x` }));
  expect((await direct).kind).toBe('refused_address');
});

test('a body is read as far as agreed, and an endless one ends', async () => {
  await using host = await startRemoteHost((_request, response) => {
    const chunk = Buffer.alloc(10_000, 'x');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const { open } = fetcher({ allowedHosts: ['hub.test'] });
  const request = { method: 'GET', url: `http://hub.test:${host.port}/`, maxBytes: 25_000 } as const;
  expect((await failureOf((await open(request)).bytes())).kind).toBe('too_large');
  expect(await (await open(request)).first(12_345)).toHaveLength(12_345);
  let read = 0;
  const loop = async () => {
    for await (const chunk of (await open(request)).body) read += chunk.length;
  };
  expect((await failureOf(loop())).kind).toBe('too_large');
  expect(read).toBe(25_000);
});

test('compressed bytes are not inflated', async () => {
  await using host = await startRemoteHost((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
  );
  const { open } = fetcher({ allowedHosts: ['hub.test'] });
  const answer = await open({ method: 'GET', url: `http://hub.test:${host.port}/` });
  expect((await failureOf(answer.bytes())).message).toContain('gzip');
});

test.each([
  ['a host that never answers', () => {}],
  ['a body that trickles', (response: { write(text: string): void }) => response.write('x')],
])('%s takes no longer than agreed', async (_, answer) => {
  await using host = await startRemoteHost((_request, response) => answer(response));
  const { open } = fetcher({ allowedHosts: ['hub.test'] });
  const work = open({ method: 'GET', url: `http://hub.test:${host.port}/`, timeoutMs: 50 });
  expect((await failureOf(work.then((got) => got.bytes()))).kind).toBe('timed_out');
});

test('headers without end, and no HTTP at all, are no answer', async () => {
  await using host = await startRemoteHost((request, response) => {
    if (request.url === '/long') return response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
    request.socket.end('220 ready\r\n');
  });
  const { open } = fetcher({ allowedHosts: ['hub.test'] });
  for (const path of ['/long', '/smtp']) {
    const failure = await failureOf(open({ method: 'GET', url: `http://hub.test:${host.port}${path}` }));
    expect(failure.kind).toBe('unreachable');
  }
});
