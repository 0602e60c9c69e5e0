/**
 * Runs the byte-flip test at any length: `npm run proof -- byte-flip 10000`. Ends with 1 when verify did not
 * name the event each time.
 */
import { openByteFlips } from './byte-flips.ts';
import { seededRandom } from './seeded-random.ts';

const wanted = Number(process.argv[2]);
const seed = Number(process.argv[3]);

await using flips = await openByteFlips();
const random = seededRandom(seed);
const perColumn = new Map<string, number>();
let missed = 0;
for (let done = 0; done < wanted; done += 1) {
  const flip = await flips.flip(random);
  perColumn.set(flip.column, (perColumn.get(flip.column) ?? 0) + 1);
  if (flip.named === flip.event_id) continue;
  missed += 1;
  console.log('not named:', flip);
}
const columns = [...perColumn].map(([column, times]) => `${column} ${times}`).join(', ');
console.log(
  `${wanted} flips in ${flips.events} events, seed ${seed}: ${wanted - missed} times the event was named (${columns})`,
);
process.exitCode = missed > 0 ? 1 : 0;
