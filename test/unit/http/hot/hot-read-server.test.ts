import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { App } from '../../../../src/app/app.ts';
import { buildServer } from '../../../../src/app/build-server.ts';
import { CompressingBody } from '../../../../src/kernel/ready-body.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys } from '../../../support/identity-server.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const record = `${v2}/clip/model/plain`;
const description = 'A vision transformer. '.repeat(40);
const names = ['plain', 'ViT-L/14', 'a b', '100%25', 'a?b', 'a#b', 'slash/', 'ünï/日本', 'search', '..'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', ...names.map((name) => ({ name, description })), { name: 'changing' });
  await app.seed('image_generation', { name: 'Picture', baseline: 'stable_diffusion_1', nsfw: false });
  await app.seed('text_generation', { name: 'north/Marx-3B-V3', parameters: 3e9, description });
  await app.seed('lora', { name: 'a lora' });
  await app.settled();
  for (const name of names) await app.compressed(`${v2}/clip/model/${encodeURIComponent(name)}`);
});
afterAll(() => app[Symbol.asyncDispose]());

/** More than the buffers between two sockets hold. In bytes. */
const large = 12_000_000;
const largeText = Buffer.from(JSON.stringify('x'.repeat(large - 2)));
const largeBody = new CompressingBody(largeText);

/** The service's parts, with one category that is large. */
function parts(changed: Partial<Settings> = {}): App['context'] {
  const { catalog, settings, ...others } = app.service.context;
  return {
    ...others,
    settings: { ...settings, ...changed },
    catalog: {
      ...catalog,
      snapshot: (format, name) => {
        const snapshot = catalog.snapshot(format, name === 'miscellaneous' ? 'clip' : name);
        if (name !== 'miscellaneous') return snapshot;
        return { ...snapshot, size: snapshot.size, body: largeBody } as unknown as typeof snapshot;
      },
    },
  };
}

/** The service listening, and how many requests have reached `node:http`. */
async function listen(context = parts()) {
  const server = buildServer(context);
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  let requests = 0;
  server.server.on('request', () => {
    requests += 1;
  });
  return { server, http: server.server as Server, seen: () => requests };
}

/** A server of `node:http` alone. */
async function listenTo(listener: RequestListener, { keepAliveTimeout }: Server): Promise<Server> {
  const server = createServer({ keepAliveTimeout }, listener);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return server;
}

function open(http: Server): { socket: Socket; received: () => Buffer } {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => Buffer.concat(chunks) };
}

function head(path: string, ...lines: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: registry', ...lines, '', ''].join('\r\n');
}

/** Everything that comes back for these bytes, until both sides have nothing more to say. */
async function exchange(http: Server, bytes: string): Promise<string> {
  const { socket, received } = open(http);
  socket.end(bytes);
  // `once` of node:events would throw an error of the socket.
  await new Promise((resolve) => socket.once('close', resolve));
  return received().toString('latin1');
}

const withoutTime = (answer: string) =>
  answer
    .replaceAll(/\r\nDate: [^\r]+GMT/g, '\r\nDate: …')
    .replaceAll(/x-request-id: [\w-]+/g, 'x-request-id: …');
const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const origin = 'https://console.example';

/** Whether both say the same to a request, but for the time; with the answer. */
async function compared(http: Server, routed: Server, request: string) {
  const answer = withoutTime(await exchange(http, request));
  // Not compared by the matcher: a difference in megabytes takes it minutes to print.
  return { answer, same: answer === withoutTime(await exchange(routed, request)) };
}

describe('a hot read on the bare connection', () => {
  const paths = [
    '/model_references/v2/clip',
    ...names.map((name) => `${v2}/clip/model/${encodeURIComponent(name)}`),
    ...['ViT-L/14', 'ViT%2dL%2f14', '..'].map((name) => `${v2}/clip/model/${name}`),
    '/model_references/v2/clip/model/plain',
    ...['clip.json', 'text_generation', 'stable_diffusion'].map((name) => `${v1}/${name}`),
    '/model_references/v1/clip',
    `${v2}/miscellaneous`,
  ];
  const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br', 'gzip;q=0'];
  const three = [record, `${v2}/clip`, `${v1}/clip`];
  const requests = three.flatMap((path) => [
    head(path),
    head(path).replace('GET', 'HEAD'),
    head(path, 'Accept-Encoding: br', 'Connection: keep-alive'),
    head(path, 'If-None-Match: *'),
  ]);
  const variants = async (path: string) => {
    const etag = String((await app.get(path)).headers.etag);
    const ofEncoding = (encoding: string) => etag.replace(/"$/, `-${encoding}"`);
    const conditions = [etag, `W/${etag}`, ofEncoding('br'), `"other", ${etag}`, '"other"', ''];
    return [
      ...encodings.map((encoding) => head(path, `Accept-Encoding: ${encoding}`)),
      ...conditions.map((condition) => head(path, `If-None-Match: ${condition}`)),
      head(path, 'Accept-Encoding: gzip', `If-None-Match: ${ofEncoding('gzip')}`),
      head(path, 'Accept-Encoding: gzip', `If-None-Match: ${etag}`),
    ].flatMap((request) => [request, request.replace('GET', 'HEAD')]);
  };
  const replica = { hasData: () => true, lagSeconds: () => 7, status: () => null as never };

  it.each([
    ['', {}, undefined],
    [' with origins', { corsAllowedOrigins: [origin] }, undefined],
    [' with every origin', { corsAllowedOrigins: ['*'] }, undefined],
    [' on a replica', {}, replica],
    [' on a replica with origins', { corsAllowedOrigins: [origin] }, replica],
  ])('is answered byte for byte as node:http and the routes do%s', async (which, settings, primary) => {
    const { server, http, seen } = await listen({ ...parts(settings), ...(primary && { replica: primary }) });
    const routed = await listenTo(server.routing, http);
    const others = paths.map((path) => head(path)).concat(...(await Promise.all(three.map(variants))));
    for (const request of [...requests, ...(which === '' ? others : [])]) {
      const { answer, same } = await compared(http, routed, request);
      expect({ request, same }).toEqual({ request, same: true });
      expect(answer).toContain('\r\nDate: …\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n');
      if (primary) expect(answer).toContain('\r\nage: 7\r\n');
    }
    expect(seen()).toBe(0);
  });

  it('is counted as others are', async () => {
    const { http, server } = await listen();
    const route = '/api/model_references/v2/:category/model/*';
    const counted = async (status: string) => {
      const line = `modelref_http_requests_total{method="GET",route="${route}",status="${status}"} `;
      return Number((await server.inject('/metrics')).body.split(line)[1]?.split('\n')[0] ?? 0);
    };
    const counts = () => Promise.all(['2xx', '3xx', '4xx'].map(counted));
    const [good, unchanged, bad] = (await counts()) as [number, number, number];
    for (const request of [head(record), head(`${record}?x=1`), head(record, 'If-None-Match: *')])
      await exchange(http, request);
    await exchange(http, head(`${v2}/clip/model/none`));
    expect(await counts()).toEqual([good + 2, unchanged + 1, bad + 1]);
  });

  it('shows an apply as soon as that is answered', async () => {
    const { http } = await listen();
    const { socket, received } = open(http);
    for (let i = 1; i <= 5; i += 1) {
      const changed = { name: 'changing', description: `as of ${i}` };
      await app.change('PUT', '/clip/model/changing', changed);
      socket.write(head(`${v2}/clip/model/changing`));
      await eventually(() => expect(statuses(received().toString())).toHaveLength(i));
      expect(received().toString()).toContain(`as of ${i}`);
    }
  });
});

describe('left to node:http, with the connection, is', () => {
  const ofV2 = [
    ...['clip/', 'clip?x=1', 'cl%69p', 'clip/plain', 'ti', 'nonsense', 'model_categories', '', 'clip/model'],
    ...['plain?x=1', 'plain/', 'slash/', 'a?b', 'none', '', '%zz', '__proto__'].map(
      (name) => `clip/model/${name}`,
    ),
  ].map((path) => `${v2}/${path}`);
  const lists = [
    'clip/',
    'clip?x=1',
    'text_generation?include_group=true',
    'esrgan',
    'lora',
    'model_categories',
  ];
  const ofV1 = lists.map((path) => `${v1}/${path}`);

  it('what is no plain read of a model or a category', async () => {
    const { server, http, seen } = await listen();
    const routed = await listenTo(server.routing, http);
    const others = [
      ...[...ofV2, ...ofV1, '/api/v2/clip'].map((path) => head(path)),
      ...['POST', 'OPTIONS'].map((method) => head(`${v2}/clip`).replace('GET', method)),
      head(record).replace('GET', 'DELETE'),
      head(`${v1}/clip/x`).replace('GET', 'PUT'),
      head(record, `Origin: ${origin}`),
      head(record, 'Host: other'),
    ];
    for (const [at, request] of others.entries()) {
      expect({ request, ...(await compared(http, routed, request)) }).toMatchObject({ request, same: true });
      // What has two hosts does not get further.
      if (!request.includes('Host: other')) expect([request, seen()]).toEqual([request, at + 1]);
    }
  });

  it('everything where each request is logged or each host is looked at, and without a copy', async () => {
    const empty = { hasData: () => false, lagSeconds: () => null, status: () => null as never };
    for (const context of [
      parts({ accessLog: 'all' }),
      { ...parts(), allowHost: () => true },
      { ...parts(), replica: empty },
    ]) {
      const { http, seen } = await listen(context);
      await exchange(http, head(record));
      expect(seen()).toBe(1);
    }
  });

  const write = `POST ${v2}/clip HTTP/1.1\r\nHost: x\r\napikey: ${keys.requestor}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

  it.each([
    ['a write', [write], [422]],
    ['an upgrade', [head(record, 'Connection: Upgrade', 'Upgrade: websocket')], [200]],
    ['two requests at once', [head(record) + head(record)], [200, 200]],
    ['a write after a read', [head(record), write, head(record)], [200, 422, 200]],
    ['half a request', [head(record).slice(0, 20), head(record).slice(20)], [200]],
    [
      'a read and half of another',
      [head(record) + head(record).slice(0, 20), head(record).slice(20)],
      [200, 200],
    ],
    ['nonsense', ['nonsense\r\n\r\n'], [400]],
    ['nonsense after a read', [head(record), '\0'], [200, 400]],
    ['a smuggled request', [head(record, 'Content-Length: 5', 'Transfer-Encoding: chunked')], [400]],
  ])('%s', async (_, pieces, expected) => {
    const { http, seen } = await listen();
    const { socket, received } = open(http);
    let asked = 0;
    for (const piece of pieces) {
      socket.write(piece);
      asked += piece.split(/\r\n\r\n(?!{)/).length - 1 + (piece.endsWith('{}') ? 1 : 0);
      // Each piece travels by itself: the next follows when what has been asked for is there.
      await eventually(() => expect(statuses(received().toString()).length).toBeGreaterThanOrEqual(asked));
    }
    await eventually(() => expect(statuses(received().toString('latin1'))).toEqual(expected));
    expect(seen()).toBeLessThanOrEqual(expected.length);
  });

  it('a client that asks for more before it takes what it asked for', async () => {
    const { http, seen } = await listen();
    const { socket, received } = open(http);
    socket.pause();
    const request = head(`${v2}/miscellaneous`);
    for (let i = 0; i < 2; i += 1) {
      await new Promise((resolve) => socket.write(request, resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => expect(seen()).toBeGreaterThan(0));
    socket.resume();
    await eventually(() => expect(statuses(received().toString('latin1'))).toEqual([200, 200]));
    const [, body = ''] = received().toString('latin1').split('\r\n\r\n');
    expect(body.split('HTTP/1.1')[0]).toHaveLength(large);
  });
});

describe('a connection', () => {
  const requests = [
    head(record),
    head(record, 'Accept-Encoding: br'),
    head(record, 'If-None-Match: *'),
    head(`${v1}/clip`).replace('GET', 'HEAD'),
    head(record, `Origin: ${origin}`),
    head(record).replace('registry', 'a, b'),
    head(record, 'Host: other'),
    head(`${v2}/clip/model/none`),
    head(`${record}?x=1`),
    `${head(record, 'Content-Length: 5')}GET /`,
    `POST ${v2}/clip HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`,
  ];

  it('gets the same bytes as from node:http, however its requests are cut into pieces', async () => {
    const { server, http } = await listen(parts({ corsAllowedOrigins: [origin] }));
    const routed = await listenTo(server.routing, http);
    const conversation = fc.record({
      sent: fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
      cuts: fc.array(fc.nat(1_000), { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(conversation, async ({ sent, cuts }) => {
        const { socket, received } = open(http);
        const places = [0, ...cuts.filter((cut) => cut < sent.length).sort((a, b) => a - b), sent.length];
        for (const [i, place] of places.slice(1).entries()) {
          await new Promise((resolve) => socket.write(sent.slice(places[i], place), resolve));
          await new Promise((resolve) => setImmediate(resolve));
        }
        socket.end();
        await once(socket, 'close');
        expect(withoutTime(received().toString('latin1'))).toBe(withoutTime(await exchange(routed, sent)));
      }),
      { numRuns: 150 },
    );
  });
});

const connections = (http: Server) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

it('a service that stops cuts who does not take an answer when it is told to', async () => {
  const { server, http } = await listen();
  for (const query of ['', '?x=1']) {
    const { socket } = open(http);
    socket.pause();
    socket.write(head(`${v2}/miscellaneous${query}`));
  }
  await eventually(async () => expect(await connections(http)).toBe(2));
  const stopped = server.close();
  await eventually(() => expect(http.listening).toBe(false));
  http.closeAllConnections();
  await stopped;
  expect(await connections(http)).toBe(0);
});

describe('a connection is let go', () => {
  it('when it says nothing from the beginning', async () => {
    const { http } = await listen();
    http.headersTimeout = 50;
    await once(open(http).socket, 'close');
  });

  it('when it was idle for long after an answer', async () => {
    const { http } = await listen();
    http.keepAliveTimeout = 40;
    http.keepAliveTimeoutBuffer = 10;
    const { socket, received } = open(http);
    socket.write(head(record));
    await once(socket, 'close');
    expect(statuses(received().toString())).toEqual([200]);
  });

  it('when it takes nothing of an answer for long', async () => {
    const { http } = await listen();
    http.timeout = 50;
    const { socket } = open(http);
    socket.write(head(`${v2}/miscellaneous`));
    await once(socket, 'data');
    socket.pause();
    await eventually(async () => expect(await connections(http)).toBe(0));
  });

  it.each([
    ['here', `${v2}/miscellaneous`],
    ['by node:http', `${v2}/miscellaneous?x=1`],
  ])('when the service stops, after it has all of its answer, sent %s', async (_, path) => {
    const { server, http } = await listen();
    const [idle, used, slow] = [open(http), open(http), open(http)];
    slow.socket.pause();
    slow.socket.write(head(path));
    used.socket.write(head(record));
    await eventually(() => expect(statuses(used.received().toString())).toEqual([200]));
    const closed = Promise.all([idle, used, slow].map(({ socket }) => once(socket, 'close')));
    const stopped = server.close();
    await eventually(() => expect(http.listening).toBe(false));
    slow.socket.resume();
    await Promise.all([stopped, closed]);
    const [, body = ''] = slow.received().toString('latin1').split('\r\n\r\n');
    expect(body.length).toBe(large);
  });
});
