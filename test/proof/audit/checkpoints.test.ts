import { expect, test } from 'vitest';
import { openCheckpointAttacks } from './checkpoints.ts';
import { seededRandom } from './seeded-random.ts';

test('of 100 truncations, rewrites and forks, each is found by whoever kept a checkpoint of what was touched', async () => {
  await using attacks = await openCheckpointAttacks();
  const random = seededRandom(100);
  const wrong: unknown[] = [];
  for (let done = 0; done < 100; done += 1) {
    const attack = await attacks.attack(random);
    const contradicted = attack.kept > attack.untouched;
    if (attack.found !== contradicted || (contradicted && !attack.reported)) wrong.push(attack);
  }
  expect(wrong).toEqual([]);
});
