/**
 * Truncates, rewrites and forks the trail, and compares it with one kept checkpoint: `npm run proof --
 * checkpoints 10000`. Ends with 1 when a change was not found, or an unchanged trail was accused.
 */
import { openCheckpointAttacks } from './checkpoints.ts';
import { seededRandom } from './seeded-random.ts';

const wanted = Number(process.argv[2]);
const seed = Number(process.argv[3]);

await using attacks = await openCheckpointAttacks();
const random = seededRandom(seed);
const found = new Map<string, number>();
let [done, earlier, wrong] = [0, 0, 0];
// Those behind the checkpoint that was kept are looked at too, and are beyond it: they do not count.
while (done < wanted) {
  const attack = await attacks.attack(random);
  const contradicted = attack.kept > attack.untouched;
  if (contradicted) done += 1;
  else earlier += 1;
  if (attack.found !== contradicted || (contradicted && !attack.reported)) {
    wrong += 1;
    console.log('not as it should be:', attack);
  } else if (contradicted) {
    found.set(attack.kind, (found.get(attack.kind) ?? 0) + 1);
  }
}
const kinds = [...found].map(([kind, times]) => `${kind} ${times}`).join(', ');
console.log(
  `${wanted} attacks on ${attacks.events} events, seed ${seed}: ${wrong} not found or found wrongly (found: ${kinds}); ${earlier} more only behind the checkpoint, which does not contradict them`,
);
process.exitCode = wrong > 0 ? 1 : 0;
