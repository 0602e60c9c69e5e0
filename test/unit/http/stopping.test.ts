import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { openEventSource } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

async function listening() {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await app.seed('clip', { name: 'here' });
  const origin = await app.service.listen();
  return { app, origin, port: Number(new URL(origin).port) };
}

/** Status and `connection` of an answer on a kept connection. */
function ask(agent: Agent, url: string, { method = 'GET', key = '', body = '' } = {}) {
  return new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const headers = { ...(key && { apikey: key }), ...(body && { 'content-type': 'application/json' }) };
    request(url, { method, agent, headers }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.connection]));
    })
      .on('error', reject)
      .end(body);
  });
}

test('an instance that is to stop says so at once, and answers everybody until it does', async () => {
  const { app, origin } = await listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const record = `${origin}${v2}/clip/model/here`;
  expect(await ask(agent, record)).toEqual([200, 'keep-alive']);
  expect(await ask(agent, `${origin}/readyz`)).toEqual([200, 'keep-alive']);
  const stream = await openEventSource(`${origin}${v2}/feed/stream`);

  app.service.announceStop();
  const ready = await fetch(`${origin}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { detail: expect.stringContaining('stopping') },
  ]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  // On the connection from before, and on new ones.
  for (let time = 0; time < 3; time += 1) expect(await ask(agent, record)).toEqual([200, 'close']);
  const write = { method: 'POST', key: keys.requestor, body: '{"name":"late"}' };
  expect(await ask(agent, `${origin}${v2}/clip`, write)).toEqual([202, 'close']);
  await app.seed('clip', { name: 'streamed' });
  await eventually(() => expect(stream.text()).toContain('streamed'));

  await app.service[Symbol.asyncDispose]();
  await stream.ended;
  await expect(fetch(record)).rejects.toThrow('fetch failed');
});

test('a replica that stops closes its connections to the primary', async () => {
  const { app, origin } = await listening();
  const settings = { replicateMode: 'REPLICA', primaryApiUrl: `${origin}/api` } as const;
  const replica = await startTestApp({ settings });
  onTestFinished(() => replica[Symbol.asyncDispose]());
  const { server } = app.server;
  const connections = promisify(server.getConnections.bind(server));
  await eventually(async () => expect(await connections()).toBeGreaterThan(0));
  await replica.service[Symbol.asyncDispose]();
  await eventually(async () => expect(await connections()).toBe(0));
});

/**
 * Connects and asks in a thread of its own, when it gets a message, so that the system holds the connection while
 * this thread does something else. Then it says what came of it.
 */
const otherThread = (port: number, connected: Int32Array) =>
  new Worker(
    `const { parentPort, workerData: { port, connected } } = require('node:worker_threads');
     const done = () => { Atomics.store(connected, 0, 1); Atomics.notify(connected, 0); };
     parentPort.once('message', () => {
       let text = '';
       require('node:net').connect(port, '127.0.0.1')
         .setEncoding('latin1')
         .on('connect', function () {
           this.write('GET ${v2}/clip/model/here HTTP/1.1\\r\\nhost: registry\\r\\n\\r\\n');
           done();
         })
         .on('data', (part) => { text += part; })
         .on('error', ({ code }) => { text = code; done(); })
         .on('close', () => parentPort.postMessage(text.startsWith('HTTP') ? text.slice(9, 12) : text));
     });
     parentPort.postMessage('ready');`,
    { eval: true, workerData: { port, connected } },
  );

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a client that connects while the process is busy, %i turns into its stop, is answered or refused',
  async (turns) => {
    const { app, port } = await listening();
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const client = otherThread(port, connected);
    onTestFinished(async () => void (await client.terminate()));
    await once(client, 'message');
    const told = once(client, 'message');
    app.service.announceStop();
    const stopped = app.service[Symbol.asyncDispose]();
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    client.postMessage('connect');
    Atomics.wait(connected, 0, 0);
    expect(['200', 'ECONNREFUSED']).toContain((await told)[0]);
    await stopped;
  },
);

test('connections that wait to be accepted when the listener closes are answered', async () => {
  const { app, port } = await listening();
  app.service.announceStop();
  const clients = Array.from({ length: 100 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${v2}/clip/model/here HTTP/1.1\r\nhost: registry\r\n\r\n`);
    return socket;
  });
  const answers = clients.map(async (socket) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', () => {
      text = 'HTTP/1.1 lost';
    });
    await new Promise((resolve) => socket.once('close', resolve));
    return text.slice(9, 12);
  });
  await Promise.all(clients.map((socket) => once(socket, 'connect')));
  await app.service[Symbol.asyncDispose]();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']));
});
