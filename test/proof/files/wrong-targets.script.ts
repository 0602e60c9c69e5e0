/**
 * Wrong targets at any length: `npm run proof -- wrong-targets 100 [seed]`. Ends with 1 when something was
 * changed that had to stay.
 */
import { seededRandom } from '../audit/seeded-random.ts';
import { tryWrongTargets } from './wrong-targets.ts';

const attempts = Number(process.argv[2]);
const seed = Number(process.argv[3]);
const result = await tryWrongTargets({ attempts, random: seededRandom(seed) });
for (const damage of result.damages) console.log(damage);
console.log(
  `${result.attempts} attempts, seed ${seed}: ${result.refused} refused, ${result.damages.length} damages`,
);
process.exitCode = result.damages.length > 0 ? 1 : 0;
