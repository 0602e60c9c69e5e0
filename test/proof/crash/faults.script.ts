/**
 * npm run proof -- fault   makes every call on the database's files fail in turn, in several ways, during a
 * propose, an approve and an apply; then calls at random places while the log is copied into the database.
 * Needs gcc. Ends with a summary, or at the first contradiction.
 */
import { FaultRun } from './fault-run.ts';
import { sweep, sweptFaults } from './fault-sweep.ts';
import { whyNoFaultyIo } from './faulty-io.ts';

const obstacle = whyNoFaultyIo();
if (obstacle !== null) {
  console.error(`Faults cannot be injected here: ${obstacle}.`);
  process.exit(2);
}
const started = performance.now();
const rounds = [
  { what: 'every call', faults: sweptFaults, options: { size: 0, next: (n: number) => n + 1, last: 1_000 } },
  {
    what: 'calls at random, large records',
    faults: sweptFaults.filter(({ error }) => error !== 'SIGKILL'),
    options: { size: 50_000, next: (n: number) => n + 1 + Math.floor(Math.random() * 30), last: 400 },
  },
];
const found: string[] = [];
let struck = 0;
let refused = 0;
for (const { what, faults, options } of rounds) {
  await using run = await FaultRun.start();
  for (const fault of faults) {
    if (found.length > 0) break;
    const result = await sweep(run, fault, options);
    struck += result.struck;
    refused += result.refused;
    found.push(...result.contradictions);
    console.log(`${what}: ${result.name}: ${result.struck} places, ${result.refused} refusals`);
  }
  found.push(...(await run.problemsOfFiles()));
}
for (const each of found) console.error(each);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${struck} faults, ${refused} refusals, ${found.length} contradictions, ${minutes} min`);
process.exitCode = found.length === 0 ? 0 : 1;
