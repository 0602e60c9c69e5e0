/**
 * npm run crash-test -- [kills]   kill -9 in a loop over one database (default 20), then what was acknowledged and what was lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKillLoop } from './kill-loop.ts';

const kills = Number(process.argv[2] ?? 20);
if (!Number.isInteger(kills) || kills < 1) {
  console.error(`The number of kills has to be a whole number from 1; got '${process.argv[2]}'.`);
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), 'modelref-crash-'));
try {
  const result = await startKillLoop({
    directory,
    kills,
    longestRunMs: 600,
    random: Math.random,
    onKill: (done, history) => {
      if (done % 10 === 0 || done === kills) {
        console.log(
          `${done} kills, ${history.acknowledged} acknowledged writes, ${history.changes.size} changes`,
        );
      }
    },
  });
  for (const contradiction of result.contradictions) console.error(contradiction);
  console.log(
    `${result.kills} kills, ${result.acknowledged} acknowledged writes, ${result.contradictions.length} contradictions`,
  );
  process.exitCode = result.contradictions.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
