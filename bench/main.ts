/**
 * `npm run bench`: load runs that print ratios and figures.
 *
 *   npm run bench                        the common ones, in about ten minutes
 *   npm run bench -- <name> [options]    one of them; what it takes stands at the top of its file
 *   npm run bench -- … --json <file>     the figures as JSON as well
 */
import { writeFileSync } from 'node:fs';

interface Bench {
  readonly load: () => Promise<(argv: string[]) => Promise<unknown>>;
  /** What it is given when all are run; null for a run that is only made by itself. */
  readonly inAll: readonly string[] | null;
}

const benches: Readonly<Record<string, Bench>> = {
  reads: { load: async () => (await import('./reads.ts')).benchReads, inAll: ['--rounds', '5'] },
  writes: { load: async () => (await import('./writes.ts')).benchWrites, inAll: [] },
  mixed: { load: async () => (await import('./mixed.ts')).benchMixed, inAll: [] },
  start: { load: async () => (await import('./start.ts')).benchStart, inAll: ['--rounds', '5'] },
  growth: { load: async () => (await import('./growth.ts')).benchGrowth, inAll: [] },
  search: {
    load: async () => (await import('./search.ts')).benchSearch,
    inAll: ['--sizes', '1000,10000,100000'],
  },
  'search-requests': {
    load: async () => (await import('./search-requests.ts')).benchSearchRequests,
    inAll: null,
  },
  'queue-lists': { load: async () => (await import('./queue-lists.ts')).benchQueueLists, inAll: null },
  scale: { load: async () => (await import('./scale.ts')).benchScale, inAll: null },
  import: { load: async () => (await import('./import.ts')).benchImport, inAll: null },
  feed: { load: async () => (await import('./feed.ts')).benchFeed, inAll: null },
};

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
