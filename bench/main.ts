/**
 * `npm run bench`: load runs that print figures. Each starts the service as a process of its own.
 *
 *   npm run bench                        what there is
 *   npm run bench -- <name> [options]    one of them; its options stand at the top of its file
 *   npm run bench -- … --json <file>     the figures as JSON as well
 */
import { writeFileSync } from 'node:fs';

const benches: Readonly<Record<string, () => Promise<(argv: string[]) => Promise<unknown>>>> = {
  reads: async () => (await import('./reads.ts')).benchReads,
  writes: async () => (await import('./writes.ts')).benchWrites,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  start: async () => (await import('./start.ts')).benchStart,
  feed: async () => (await import('./feed.ts')).benchFeed,
  pollers: async () => (await import('./pollers.ts')).benchPollers,
};

const words = process.argv.slice(2);
const json = words.indexOf('--json');
const file = json === -1 ? undefined : words.splice(json, 2)[1];
const [name = '', ...rest] = words;
const load = benches[name];
if (load) {
  const run = await load();
  const figures = await run(rest);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
} else {
  console.error(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}> [options]`);
  process.exitCode = 2;
}
