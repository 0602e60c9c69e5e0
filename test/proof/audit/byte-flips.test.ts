import { expect, test } from 'vitest';
import { openByteFlips } from './byte-flips.ts';
import { seededRandom } from './seeded-random.ts';

test('200 bytes of stored events are changed, one at a time, and each time verify names the event', async () => {
  await using flips = await openByteFlips();
  const random = seededRandom(200);
  const missed: unknown[] = [];
  for (let done = 0; done < 200; done += 1) {
    const flip = await flips.flip(random);
    if (flip.named !== flip.event_id) missed.push(flip);
  }
  expect(missed).toEqual([]);
});
