import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askWithoutReading, bytesOfOne, lists, proposeLarge, readList } from './large-proposals.ts';

let app: TestApp;
let origin = '';
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('lists of large proposals are whole, also beside clients that take nothing of theirs', async () => {
  await proposeLarge(origin, 60);
  using _idle = askWithoutReading(Number(new URL(origin).port), 8);
  for (const list of lists) {
    const { length, ...found } = await readList(origin, list);
    expect(found).toEqual({ status: 200, items: 60 });
    expect(length).toBeGreaterThan(60 * bytesOfOne);
  }
});
