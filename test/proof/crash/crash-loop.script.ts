/**
 * npm run proof -- crash [kills]   kill -9 in a loop during mixed traffic, a new database every
 * 50 kills; then what was acknowledged, and what was lost, doubled or half applied. Stops at the first
 * contradiction.
 */
import { runKillLoop } from './kill-loop.ts';

const kills = Number(process.argv[2]);
const started = performance.now();
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
const result = await runKillLoop({
  kills,
  killsPerDatabase: 50,
  mostWrites: 60,
  random: Math.random,
  onKill: ({ kills: done, acknowledged, applied }) => {
    if (done % 25 === 0) {
      console.log(
        `${done} kills, ${acknowledged} acknowledged writes, ${applied} changes applied, ${minutes()} min`,
      );
    }
  },
});
for (const contradiction of result.contradictions) console.error(contradiction);
console.log(
  `${result.kills} kills, ${result.acknowledged} acknowledged writes, ${result.changes} changes, ${result.applied} applied, ` +
    `${result.contradictions.length} contradictions, ${minutes()} min`,
);
process.exitCode = result.contradictions.length === 0 ? 0 : 1;
