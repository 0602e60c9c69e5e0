/**
 * npm run proof -- views [batches] [seed]
 *
 * Random writes of both API versions, a random batch, and its revert: every write that changed a view shows in
 * a diff, both views of all models come back in their order, the trail says what is stored, and exports of both
 * formats, imported in turn, give the same registry. On SQLite; the suite runs the same on PostgreSQL, briefly.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../../src/store/open.ts';
import { checkBothViews, viewsStep } from './both-views.ts';
import { checkTurns } from './transfer-turns.ts';

const numRuns = Number(process.argv[2]);
const seed = Number(process.argv[3]);
const started = performance.now();
const life = fc.asyncProperty(
  fc.array(viewsStep, { minLength: 3, maxLength: 12 }),
  fc.array(viewsStep, { minLength: 1, maxLength: 6 }),
  async (setting, batch) => {
    const directory = await mkdtemp(join(tmpdir(), 'modelref-views-'));
    const store = await openStore(`sqlite:${join(directory, 'one.db')}`);
    const other = await openStore(`sqlite:${join(directory, 'other.db')}`);
    try {
      await checkBothViews(store, setting, batch);
      await checkTurns(store, other);
    } finally {
      await Promise.all([store.close(), other.close()]);
      await rm(directory, { recursive: true, force: true });
    }
  },
);
console.log(`${numRuns} batches, seed ${seed}`);
await fc.assert(life, { numRuns, seed });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${numRuns} batches written, reverted, exported and imported in ${seconds} s: nothing unseen or lost`,
);
