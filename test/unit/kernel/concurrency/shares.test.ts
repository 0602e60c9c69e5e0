import { expect, test } from 'vitest';
import { ActorRateLimiter } from '../../../../src/kernel/concurrency/shares.ts';

test('each may so often within any span of time, whatever others do', () => {
  let now = 0;
  const shares = new ActorRateLimiter({ maxActions: 2, windowMs: 1000, now: () => now });
  expect([shares.tryAction('a'), shares.tryAction('a'), shares.tryAction('b')]).toEqual([0, 0, 0]);
  now = 400;
  expect([shares.tryAction('a'), shares.tryAction('b')]).toEqual([600, 0]);
  now = 1000;
  expect([shares.tryAction('a'), shares.tryAction('b'), shares.tryAction('b')]).toEqual([0, 0, 400]);
});
