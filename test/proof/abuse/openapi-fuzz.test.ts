import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { fuzz } from './openapi-fuzz.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.[Symbol.asyncDispose]());

test('3,000 requests made from the API document: no error of the server, every status and body as documented', async () => {
  const { requests, statuses, defects } = await fuzz(app, 20_260_704, 3_000);
  expect(defects).toEqual([]);
  expect(requests).toBe(3_000);
  // The run has to have met the whole service: successes, queued writes and refusals.
  for (const status of [200, 202, 400, 401, 404, 422]) expect(statuses.get(status) ?? 0).toBeGreaterThan(10);
});
