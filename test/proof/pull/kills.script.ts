/**
 * npm run proof -- pull [kills] [megabytes] [kills in a round]   kill -9 of `modelref pull` in a loop, beside hosts that cut, lie,
 * answer 200 to ranges, tell a wrong length, change the file; the largest file has so many megabytes.
 */
import { runPullKills } from './kills.ts';

const [kills, megabytes, killsPerRound] = process.argv.slice(2).map(Number) as [number, number, number];
const largest = megabytes * 1_000_000;
const result = await runPullKills({
  kills,
  killsPerRound,
  sizes: [1_000_000, Math.ceil(largest / 4), largest],
  random: Math.random,
  onKill: (done) => {
    if (done % 50 === 0 || megabytes >= 1_000) console.log(`${done} kills`);
  },
});
for (const contradiction of result.contradictions) console.error(contradiction);
const { bytesSent, bytesWanted, bytesAskedTwice, rounds } = result;
console.log(
  `${result.kills} kills, ${result.killsUnderway} of them while bytes came, ${rounds} times fetched to the end; ${bytesAskedTwice} bytes on the disk asked for again; ` +
    `${bytesSent} bytes sent for ${bytesWanted}; ${result.contradictions.length} contradictions`,
);
process.exitCode = result.contradictions.length === 0 ? 0 : 1;
