import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
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

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'plain', description }, { name: 'changing' });
  await app.settled();
  await app.compressed(record);
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
async function listen(
  context = parts(),
): Promise<{ server: FastifyInstance; http: Server; seen: () => number }> {
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

describe('a hot read on the bare connection', () => {
  const requests = [record, `${v2}/clip`, `${v1}/clip`].flatMap((path) => [
    head(path),
    head(path, 'Accept-Encoding: gzip'),
    head(path, 'Accept-Encoding: br', 'Connection: keep-alive'),
    head(path, 'If-None-Match: *'),
    head(path).replace('GET', 'HEAD'),
  ]);

  it.each([
    ['', {}],
    [' with origins', { corsAllowedOrigins: [origin] }],
    [' with every origin', { corsAllowedOrigins: ['*'] }],
  ])('is answered byte for byte as node:http and the routes do%s', async (_, settings) => {
    const { server, http, seen } = await listen(parts(settings));
    const routed = await listenTo(server.routing, http);
    for (const request of [...requests, head(`${v2}/miscellaneous`)]) {
      const answer = withoutTime(await exchange(http, request));
      expect(answer).toContain('\r\nDate: …\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n');
      // Not compared by the matcher: a difference in megabytes takes it minutes to print.
      expect({ request, same: answer === withoutTime(await exchange(routed, request)) }).toEqual({
        request,
        same: true,
      });
    }
    expect(seen()).toBe(0);
  });

  it('tells the time', async () => {
    const { http } = await listen();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const date = /\r\nDate: ([^\r]+)/.exec(await exchange(http, head(record)))?.[1] ?? '';
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    expect(new Date(date).toUTCString()).toBe(date);
  });

  it('is followed by more of them on the same connection', async () => {
    const { http, seen } = await listen();
    const { socket, received } = open(http);
    for (let i = 1; i <= 5; i += 1) {
      socket.write(head(record));
      await eventually(() => expect(statuses(received().toString())).toHaveLength(i));
    }
    expect(seen()).toBe(0);
  });

  it('is counted', async () => {
    const { http, server } = await listen();
    const counted = async () =>
      Number(
        /method="GET",route="\/api\/model_references\/v2\/:category",status="2xx"} (\d+)/.exec(
          (await server.inject('/metrics')).body,
        )?.[1] ?? 0,
      );
    const before = await counted();
    await exchange(http, head(`${v2}/clip`));
    expect(await counted()).toBe(before + 1);
  });

  it('shows an apply as soon as that is answered', async () => {
    const { http } = await listen();
    const { socket, received } = open(http);
    for (let i = 1; i <= 5; i += 1) {
      await app.apply(await queued({ name: 'changing', description: `as of ${i}` }));
      socket.write(head(`${v2}/clip/model/changing`));
      await eventually(() => expect(statuses(received().toString())).toHaveLength(i));
      expect(received().toString()).toContain(`as of ${i}`);
    }
  });
});

async function queued(changed: { name: string; description: string }): Promise<number> {
  const id = await app.propose('PUT', `/clip/model/${changed.name}`, changed);
  await app.approve(id);
  return id;
}

describe('left to node:http, with the connection, is', () => {
  const write = `POST ${v2}/clip HTTP/1.1\r\nHost: x\r\napikey: ${keys.requestor}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

  it.each([
    ['a record that is not there', [head(`${v2}/clip/model/none`)], [404]],
    ['a query', [head(`${record}?x=1`)], [200]],
    ['a write', [write], [422]],
    ['a request from a page', [head(record, `Origin: ${origin}`)], [200]],
    ['a request to two hosts', [head(record, 'Host: other')], [400]],
    ['a request to what is no host', [head(record).replace('registry', 'a/b')], [200]],
    ['an upgrade', [head(record, 'Connection: Upgrade', 'Upgrade: websocket')], [200]],
    ['two requests at once', [head(record) + head(record)], [200, 200]],
    ['a read after a write', [write, head(record)], [422, 200]],
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

  it.each([
    ['', {}],
    [' with origins', { corsAllowedOrigins: [origin] }],
  ])(
    'gets the same bytes as from node:http, however its requests are cut into pieces%s',
    async (_, settings) => {
      const { server, http } = await listen(parts(settings));
      const routed = await listenTo(server.routing, http);
      const conversation = fc.record({
        sent: fc
          .array(fc.constantFrom(...requests), { minLength: 1, maxLength: 5 })
          .map((all) => all.join('')),
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
    },
  );
});

describe('a service that stops', () => {
  it('cuts who does not take an answer when it is told to', async () => {
    const { server, http } = await listen();
    const [here, there] = [open(http), open(http)];
    for (const [{ socket }, query] of [
      [here, ''],
      [there, '?x=1'],
    ] as const) {
      socket.pause();
      socket.write(head(`${v2}/miscellaneous${query}`));
    }
    const connections = () => new Promise((resolve) => http.getConnections((_, count) => resolve(count)));
    await eventually(async () => expect(await connections()).toBe(2));
    const stopped = server.close();
    await eventually(() => expect(http.listening).toBe(false));
    http.closeAllConnections();
    await stopped;
    expect(await connections()).toBe(0);
  });
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
    const connections = () => new Promise((resolve) => http.getConnections((_, count) => resolve(count)));
    await eventually(async () => expect(await connections()).toBe(0));
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
