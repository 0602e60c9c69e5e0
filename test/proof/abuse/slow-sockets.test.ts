import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { openSlowSockets } from './slow-sockets.ts';

let app: TestApp;
let origin = '';
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
});
afterAll(() => app?.[Symbol.asyncDispose]());
const port = () => Number(new URL(origin).port);

test('among 60 slow sockets, honest requests are answered', async () => {
  using _slow = await openSlowSockets(port(), 60, 20);
  for (let i = 0; i < 20; i++) {
    const [read, write] = await Promise.all([
      fetch(`${origin}/api/model_references/v2/model_categories`),
      fetch(`${origin}/api/model_references/v2/clip`, {
        method: 'POST',
        headers: { apikey: keys.requestor, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `honest ${i}` }),
      }),
    ]);
    expect([read.status, write.status]).toEqual([200, 202]);
    await Promise.all([read.text(), write.text()]);
  }
});

test('there is a limit for headers, for whole requests, and for answers that nobody takes', () => {
  const { headersTimeout, requestTimeout, timeout } = app.server.server;
  for (const limit of [headersTimeout, requestTimeout, timeout]) {
    expect(limit).toBeGreaterThan(0);
    expect(limit).toBeLessThanOrEqual(60_000);
  }
});

test('a reader who takes nothing is let go after that time', async () => {
  const { server } = app.server;
  const { timeout } = server;
  server.closeAllConnections();
  server.timeout = 200;
  try {
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    expect(await connections()).toBe(0);
    using _slow = await openSlowSockets(port(), 20, 1_000, ['reader']);
    await eventually(async () => expect(await connections()).toBe(0));
  } finally {
    server.timeout = timeout;
  }
});
