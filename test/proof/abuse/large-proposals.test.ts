import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askWithoutReading, lists, proposeLarge, readList } from './large-proposals.ts';
import { type ReadRows, watchReadRows } from './read-rows.ts';

let rows: ReadRows;
let app: TestApp;
let origin = '';
beforeAll(async () => {
  rows = watchReadRows();
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  rows[Symbol.dispose]();
});

test('lists of large proposals are whole, also beside clients that take nothing of theirs', async () => {
  await proposeLarge(origin, 12);
  using _idle = askWithoutReading(Number(new URL(origin).port), 8);
  for (const list of lists) {
    const { length, ...found } = await readList(origin, list);
    expect(found).toEqual({ status: 200, items: 12 });
    expect(length).toBeGreaterThan(12_000_000);
  }
  // Nothing has read two of them at once: not the lists, and not what signs checkpoints.
  await app.service.context.checkpoints?.make();
  expect(rows.most).toBeLessThan(1_000_000);
});
