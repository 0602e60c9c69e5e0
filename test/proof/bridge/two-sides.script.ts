import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../../src/storage/open.ts';
import { checkTwoSides, steps } from './two-sides.ts';

const numRuns = Number(process.argv[2]);
const seed = Number(process.argv[3]);
console.log(`${numRuns} sequences, seed ${seed}`);
const life = fc.asyncProperty(steps, async (todo) => {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-two-sides-'));
  const store = await openStore(`sqlite:${join(directory, 'registry.db')}`);
  try {
    await checkTwoSides(store, todo);
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
});
await fc.assert(life, { numRuns, seed });
console.log('both sides held what three-way merging says, after every sync');
