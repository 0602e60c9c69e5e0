import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPing, pingTimeoutMs } from '../../../src/store/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a question without an answer is given up in time, and not asked twice at once', async () => {
  let asked = 0;
  const question = Promise.withResolvers<void>();
  const ping = createPing(() => {
    asked += 1;
    return question.promise;
  });
  const late = { code: 'storage_unavailable', message: expect.stringContaining('not answered within 1.5') };
  for (const _again of [1, 2]) {
    const [one, other] = [ping(), ping()].map((each) => expect(each).rejects.toMatchObject(late));
    await vi.advanceTimersByTimeAsync(pingTimeoutMs);
    await Promise.all([one, other]);
  }
  expect(asked).toBe(1);
  question.resolve();
  await vi.advanceTimersByTimeAsync(0);
  await ping();
  expect(asked).toBe(2);
});

test('a refusal is passed on', async () => {
  const ping = createPing(() => Promise.reject(new Error('refused')));
  await expect(ping()).rejects.toThrow('refused');
});
