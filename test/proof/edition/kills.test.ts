import { expect, test } from 'vitest';
import { killPublishing } from './kills.ts';

test('publishing that is killed leaves a whole edition, never an older one', async () => {
  const { kills, wrong } = await killPublishing(3, Math.random);
  expect([kills, wrong]).toEqual([3, []]);
});
