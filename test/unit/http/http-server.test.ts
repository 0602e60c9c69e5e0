import { expect, it } from 'vitest';
import { listen } from '../../../src/serving/http-server.ts';
import { startTestApp } from '../../support/app.ts';

it('localhost is listened on at each of its addresses, until the service stops', async () => {
  const app = await startTestApp();
  // The last one belongs to no machine: as IPv6 does where it is switched off.
  const addresses = ['127.0.0.1', '127.0.0.2', '192.0.2.1'];
  const { port } = await listen(app.server, { host: 'localhost', port: 0 }, addresses);
  const urls = ['127.0.0.1', '127.0.0.2'].map((address) => `http://${address}:${port}/api/heartbeat`);
  for (const url of urls) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  await app[Symbol.asyncDispose]();
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
});

it('a connection that cannot be accepted is logged, and those that can are answered', async () => {
  const logged: unknown[] = [];
  await using app = await startTestApp({ onLog: ({ level, msg }) => logged.push([level, msg]) });
  const { port } = await listen(app.server, { host: 'localhost', port: 0 }, ['127.0.0.1']);
  app.server.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  expect((await fetch(`http://127.0.0.1:${port}/api/heartbeat`)).status).toBe(200);
  expect(logged).toContainEqual([50, 'cannot accept a connection']);
});
