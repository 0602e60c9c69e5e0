/** `npm run bench -- <name> [options]`: one load run, or `all` of them. Each prints its table and writes JSON with `--json <file>`. */
const benches: Record<string, () => Promise<(argv: string[]) => Promise<void>>> = {
  search: async () => (await import('./search.ts')).benchSearch,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  'queue-lists': async () => (await import('./queue-lists.ts')).benchQueueLists,
  scale: async () => (await import('./scale.ts')).benchScale,
  feed: async () => (await import('./feed.ts')).benchFeed,
  reads: async () => (await import('./reads.ts')).benchReads,
};

const [name, ...rest] = process.argv.slice(2);
const load = name === undefined ? undefined : benches[name];
if (load) {
  await (await load())(rest);
} else {
  console.error(
    `Which run? One of: ${Object.keys(benches).join(', ')}.\nFor example: npm run bench -- reads --seconds 4`,
  );
  process.exitCode = 2;
}
