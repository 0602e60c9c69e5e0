import { expect, test } from 'vitest';
import { Shares } from '../../../../src/kernel/concurrency/shares.ts';

test('each may so often within any span of time, whatever others do', () => {
  let now = 0;
  const shares = new Shares({ most: 2, withinMs: 1000, now: () => now });
  expect([shares.take('a'), shares.take('a'), shares.take('b')]).toEqual([0, 0, 0]);
  now = 400;
  expect([shares.take('a'), shares.take('b')]).toEqual([600, 0]);
  now = 1000;
  expect([shares.take('a'), shares.take('b'), shares.take('b')]).toEqual([0, 0, 400]);
});
