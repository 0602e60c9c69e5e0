/**
 * npm run proof -- replica [cuts] [seed]   cuts the connection of a replica at random,
 * then compares it with its primary.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCuts } from './cuts.ts';

const cuts = Number(process.argv[2]);
const seed = Number(process.argv[3]);
const directory = mkdtempSync(join(tmpdir(), 'modelref-cuts-'));
try {
  const began = performance.now();
  const result = await runCuts(directory, cuts, seed, (done) => {
    if (done % 20 === 0 || cuts < 20) console.log(`${done} cuts`);
  });
  console.log(
    JSON.stringify({ seed, seconds: Math.round((performance.now() - began) / 1000), ...result }, null, 2),
  );
  const problems = [
    !result.same && 'the replica does not serve the bytes and ETags of its primary',
    result.failedReads > 0 && `${result.failedReads} reads failed`,
    result.bootstraps !== 1 && `the copy was made ${result.bootstraps} times`,
    Object.keys(result.miscounted).length > 0 && 'events were missed or taken twice',
    result.reads === 0 && 'nothing was read',
  ].filter((problem) => problem !== false);
  for (const problem of problems) console.error(problem);
  console.log(
    `${cuts} cuts and a restart of the primary, ${result.writes} writes, ${result.reads} reads: ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
