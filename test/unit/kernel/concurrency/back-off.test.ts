import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackOff, computeBackOffDelay } from '../../../../src/kernel/concurrency/back-off.ts';

test('the wait doubles with each failure up to the longest, and begins again after a success', () => {
  const backOff = new BackOff({ first: 100, longest: 500 }, () => 1);
  const waits = Array.from({ length: 4 }, () => backOff.recordFailure());
  expect(waits).toEqual([100, 200, 400, 500]);
  expect(backOff.failures).toBe(4);
  backOff.recordSuccess();
  expect([backOff.failures, backOff.recordFailure()]).toEqual([0, 100]);
});

test.each([
  { jitter: 0, least: 400 },
  { jitter: undefined, least: 200 },
  { jitter: 1, least: 0 },
])('the random share of a wait is that of the jitter: $jitter', ({ jitter, least }) => {
  const limits = { first: 100, longest: 1_000, ...(jitter !== undefined && { jitter }) };
  expect(computeBackOffDelay(3, limits, () => 0)).toBe(least);
  expect(computeBackOffDelay(3, limits, () => 1)).toBe(400);
});

test('a wait is within its limits after any number of failures', () => {
  const zeroToOne = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), zeroToOne, zeroToOne, (failures, jitter, random) => {
      const wait = computeBackOffDelay(
        failures,
        { first: 10, shortest: 5, longest: 600, jitter },
        () => random,
      );
      expect(wait).toBeGreaterThanOrEqual(5);
      expect(wait).toBeLessThanOrEqual(600);
    }),
  );
});
