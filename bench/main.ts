/**
 * `npm run bench`: load runs that print ratios and figures.
 *
 *   npm run bench                        the common benches, in about ten minutes
 *   npm run bench -- <name> [options]    one bench; its options stand at the top of its file
 *   npm run bench -- … --json <file>     the figures as JSON as well
 */
import { writeFileSync } from 'node:fs';
import { benches } from './benches.ts';

const words = process.argv.slice(2);
const json = words.indexOf('--json');
const file = json === -1 ? undefined : words.splice(json, 2)[1];
const [name, ...rest] = words;
const wanted = name === undefined ? Object.keys(benches).filter((each) => benches[each]?.inAll) : [name];

const figures: Record<string, unknown> = {};
for (const each of wanted) {
  const bench = benches[each];
  if (!bench) {
    console.error(`There is no '${each}'. One of: ${Object.keys(benches).join(', ')}; all without a name.`);
    process.exitCode = 2;
    break;
  }
  if (name === undefined) console.log(`\n== ${each}`);
  const run = await bench.load();
  figures[each] = await run(name === undefined ? [...(bench.inAll ?? [])] : rest);
}
if (file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
