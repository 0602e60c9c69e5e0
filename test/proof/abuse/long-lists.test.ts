import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { longLists, sendLongList } from './long-lists.ts';

let app: TestApp;
let origin = '';
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
});
afterAll(() => app?.[Symbol.asyncDispose]());

test.each(longLists)('$what is answered $status', async (list) => {
  const { status, text } = await sendLongList(origin, list);
  expect(status, text.slice(0, 500)).toBe(list.status);
  if (status === 422) expect(text).toMatch(/should have at most [\d,]+ /);
  // An error does not say the list over again.
  if (status >= 400) expect(text.length).toBeLessThan(10_000);
});
