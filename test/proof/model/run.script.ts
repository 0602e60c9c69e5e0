/**
 * The model test at any length: `npm run proof -- model 100000`. Prints how many sequences it ran, and how
 * often each thing happened that they are about. With a seed as the second word it runs the same sequences
 * again; with TEST_STORE=postgres, on PostgreSQL.
 */
import fc from 'fast-check';
import { startPostgres } from '../../support/postgres-process.ts';
import { compareSequence } from './compare.ts';
import { makeRegistries } from './registry-under-test.ts';
import { sequence } from './steps.ts';
import { Tally } from './tally.ts';

const sequences = Number(process.argv[2]);
const seed = Number(process.argv[3]);

const postgres = process.env.TEST_STORE === 'postgres' ? await startPostgres() : null;
const tally = new Tally();
const started = performance.now();
console.log(`${sequences} sequences on ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);

for (const format of ['v2', 'legacy'] as const) {
  await using registries = await makeRegistries(postgres?.url);
  let done = 0;
  const life = fc.asyncProperty(sequence(format), async (one) => {
    await compareSequence(registries, one, tally);
    done += 1;
    if (done % 1000 === 0)
      console.log(`${format}: ${done} after ${Math.round((performance.now() - started) / 1000)} s`);
  });
  const numRuns = format === 'v2' ? Math.ceil(sequences / 2) : Math.floor(sequences / 2);
  if (numRuns > 0) await fc.assert(life, { numRuns, seed: seed + (format === 'v2' ? 0 : 1) });
}
await postgres?.stop();

const seconds = (performance.now() - started) / 1000;
console.log(
  `${tally.sequences} sequences of ${tally.steps} steps agreed with the model, in ${seconds.toFixed(0)} s`,
);
for (const [what, times] of tally.happened) console.log(`${String(times).padStart(10)}  ${what}`);
