import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MakeUrl } from '../../support/databases.ts';
import { compareSequence } from './compare.ts';
import { makeRegistries } from './registry-under-test.ts';
import type { Format } from './rules.ts';
import { sequence } from './sequence.ts';

/** The suite's share of the model test. `npm run proof -- model` runs as many sequences as one wants. */
export function checkQueue(format: Format, sequences: number, makePostgres?: MakeUrl): void {
  test(`${sequences} random lives of a ${format} registry are as the rules say, and its audit trail explains each`, async () => {
    await using registries = await makeRegistries(await makePostgres?.());
    let lives = 0;
    await fc.assert(
      fc.asyncProperty(sequence(format), async (life) => {
        lives += 1;
        await compareSequence(registries, life);
      }),
      { numRuns: sequences },
    );
    expect(lives).toBe(sequences);
  }, 600_000);
}
