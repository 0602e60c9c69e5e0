/**
 * Parses names that are made to be slow, 10,000 UTF-16 units each unless another length is given, and prints
 * the milliseconds of one parse. The engine compiles the patterns on first use: once for strings of one byte
 * per character, and once for strings of two. That time is shown by itself.
 *
 *   node bench/text-names.ts [length]
 */
import { parseTextName } from '../src/records/text-names/index.ts';
import { hostileNames } from '../test/unit/records/text-names/hostile-names.ts';

const length = Number(process.argv[2] ?? 10_000);
const runs = 20;

for (const first of ['a'.repeat(length), '٧'.repeat(length)]) {
  const start = performance.now();
  parseTextName(first);
  console.log(`${(performance.now() - start).toFixed(3)} ms to compile the patterns and parse a first name`);
  for (let run = 0; run < runs; run += 1) parseTextName(first);
}

for (const name of hostileNames(length)) {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    parseTextName(name);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const shown = JSON.stringify(`${name.slice(0, 16)}…${name.slice(-8)}`);
  console.log(
    `${times[runs / 2]!.toFixed(3)} ms median, ${times[runs - 1]!.toFixed(3)} ms worst of ${runs}  ${shown}`,
  );
}
