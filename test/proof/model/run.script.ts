/**
 * The model test at any length: `npm run proof -- model 100000`. Prints how many sequences it ran, and how
 * often each thing happened that they are about. With a seed as the second word it runs the same sequences
 * again; with TEST_STORE=postgres, on PostgreSQL.
 */
import fc from 'fast-check';
import { startPostgres } from '../../support/postgres-process.ts';
import { compareSequence } from './compare.ts';
import { makeRegistries } from './registry-under-test.ts';
import type { Format } from './rules.ts';
import { sequence } from './sequence.ts';
import { Tally } from './tally.ts';

const sequences = Number(process.argv[2]);
const seed = Number(process.argv[3]);
const saidEvery = 500;

const postgres = process.env.TEST_STORE === 'postgres' ? await startPostgres() : null;
/** A server is waited for most of the time: so many registries at once, each with sequences of its own. */
const lanes = postgres ? Math.min(8, sequences) : 1;
const tally = new Tally();
const started = performance.now();
const elapsed = () => Math.round((performance.now() - started) / 1000);
console.log(`${sequences} sequences on ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);

for (const format of ['v2', 'legacy'] as const) {
  const all = format === 'v2' ? Math.ceil(sequences / 2) : Math.floor(sequences / 2);
  const before = tally.sequences;
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const numRuns = Math.floor(all / lanes) + (lane < all % lanes ? 1 : 0);
      return runLane(format, { numRuns, seed: seed + 2 * lane + (format === 'v2' ? 0 : 1) }, before);
    }),
  );
}
await postgres?.stop();

console.log(`${tally.sequences} sequences of ${tally.steps} steps agreed with the model, in ${elapsed()} s`);
for (const [what, times] of tally.happened) console.log(`${String(times).padStart(10)}  ${what}`);

async function runLane(
  format: Format,
  which: { readonly numRuns: number; readonly seed: number },
  before: number,
): Promise<void> {
  if (which.numRuns === 0) return;
  await using registries = await makeRegistries(postgres?.url);
  const life = fc.asyncProperty(sequence(format), async (one) => {
    await compareSequence(registries, one, tally);
    const done = tally.sequences - before;
    if (done % saidEvery === 0)
      console.log(`${format}: ${done} of ${tally.steps} steps so far after ${elapsed()} s`);
  });
  await fc.assert(life, which);
}
