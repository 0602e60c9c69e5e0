import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { attackSockets, sendGibibyte } from './raw-sockets.ts';

let app: TestApp;
let port = 0;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'a record' });
  port = Number(new URL(await app.service.listen()).port);
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('malformed requests on raw sockets are refused, and the service goes on', async () => {
  const { statuses, defects } = await attackSockets(port, { sockets: 384, seed: 7 });
  expect(defects).toEqual([]);
  expect(statuses.get('400') ?? 0).toBeGreaterThan(20);
  const answer = await fetch(`http://127.0.0.1:${port}/api/heartbeat`);
  expect(answer.status).toBe(200);
  expect(({} as Record<string, unknown>).isApprover).toBeUndefined();
});

test('a body without an end is refused long before it is a gigabyte', async () => {
  const { status, sent } = await sendGibibyte(port);
  expect(['413', 'closed']).toContain(status);
  expect(sent).toBeLessThan(64 * 2 ** 20);
});
