/**
 * npm run proof -- copies [copies]   copies of database and write-ahead log at random instants of mixed
 * traffic, and a backup for every 50 of them; then what was wrong in them. Stops at the first
 * that is not whole.
 */
import { runCopies } from './copy-run.ts';

const copies = Number(process.argv[2]);
const started = performance.now();
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
const result = await runCopies({
  copies,
  copiesPerDatabase: 50,
  random: Math.random,
  onCopy: ({ copies: done, midway }) => {
    if (done % 50 === 0)
      console.log(`${done} copies, ${midway} in the middle of a transaction, ${minutes()} min`);
  },
});
for (const contradiction of result.contradictions) console.error(contradiction);
console.log(
  `${result.copies} copies (${result.midway} in the middle of a transaction), ${result.backups} backups, ` +
    `${result.acknowledged} acknowledged writes, ${result.contradictions.length} contradictions, ${minutes()} min`,
);
process.exitCode = result.contradictions.length === 0 ? 0 : 1;
