import { expect, test } from 'vitest';
import { RestartBackOff } from '../../../../src/app/workers/restart-back-off.ts';

test('the sooner workers die, the longer the next one waits; one that lived long starts over', () => {
  const backOff = new RestartBackOff();
  const waits = Array.from({ length: 9 }, () => backOff.afterDeath(10));
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  expect(backOff.afterDeath(60_000)).toBe(100);
  expect(backOff.afterDeath(10)).toBe(200);
});
