import { expect, test } from 'vitest';
import { runPullKills } from './kills.ts';

test('a pull that is killed again and again shows no unverified file, and asks for no byte that it has', async () => {
  const result = await runPullKills({
    kills: 6,
    killsPerRound: 3,
    sizes: [100_000, 10_000_000],
    random: Math.random,
  });
  expect(result).toMatchObject({ contradictions: [], bytesAskedTwice: 0 });
  expect(result.killsUnderway).toBeGreaterThan(0);
});
