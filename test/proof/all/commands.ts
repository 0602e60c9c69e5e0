/** A command of docs/evidence.md, as the page shows it. */
export interface EvidenceCommand {
  readonly command: string;
  /**
   * The command for a run of minutes. Undefined where the command itself takes no longer, null where nothing
   * shorter shows anything.
   */
  readonly short?: string | null;
  /**
   * The minutes that it takes on two cores that have nothing else to do. It is ended after three times that,
   * times the number that run side by side.
   */
  readonly minutes: number;
  /** Whether it measures speed or memory: then nothing else may run meanwhile. */
  readonly alone?: true;
}

const tests = (command: string, minutes = 2): EvidenceCommand => ({ command, minutes });
const proof = (words: string, minutes: number, short?: string | null): EvidenceCommand => ({
  command: `npm run proof -- ${words}`,
  minutes,
  ...(short !== undefined && { short: short && `npm run proof -- ${short}` }),
});
/** Declares a proof that measures. */
const measure = (...of: Parameters<typeof proof>): EvidenceCommand => ({ ...proof(...of), alone: true });
const bench = (words: string, minutes: number, short?: string | null): EvidenceCommand => ({
  command: `npm run bench -- ${words}`,
  minutes,
  alone: true,
  ...(short !== undefined && { short: short && `npm run bench -- ${short}` }),
});

/**
 * The commands that show the claims, in the order of the page. `fill-in.ts` fills in `$DATA` and words in
 * angle brackets.
 */
export const evidenceCommands: readonly EvidenceCommand[] = [
  { command: 'npm cit', minutes: 8, short: null, alone: true },
  { command: 'npm run test:postgres', minutes: 4, short: null },
  proof('model 100000', 60, 'model 500'),
  { command: 'TEST_STORE=postgres npm run proof -- model 20000', minutes: 60, short: null },
  proof('views 300 7', 3, 'views 20 7'),
  proof('byte-flip 10000', 5, 'byte-flip 200'),
  proof('checkpoints 10000 7', 5, 'checkpoints 200 7'),
  proof('history 640', 10, 'history 40'),
  proof('interleaved 640 2026', 15, 'interleaved 10 2026'),
  proof('stale-registry', 2, 'stale-registry'),
  proof('bridge-kills', 15, 'bridge-kills 6'),
  proof('bridge 200 2026', 6, 'bridge 4 99'),
  { command: 'TEST_STORE=postgres npm run proof -- bridge 60 77', minutes: 5, short: null },
  { command: 'npm run coverage', minutes: 20, short: null },
  { command: 'npm run mutation', minutes: 60, short: null },
  { command: 'npm run mutation -- stryker.tables.config.json', minutes: 20, short: null },

  bench('reads --data $DATA', 5, 'reads --rounds 1'),
  bench('reads --rounds 5', 5, null),
  bench(
    'start --data $DATA --factors 1 --rounds 5 --seconds 15',
    3,
    'start --factors 1 --rounds 1 --seconds 2',
  ),
  bench('mixed --data $DATA', 3, null),
  bench('writes', 2),
  bench('scale', 5, null),
  bench('statements --rounds 30', 1),
  bench('tables', 15, null),
  bench('import', 8, null),
  bench('search --sizes 1000,10000,100000,1000000', 8, 'search --sizes 1000'),
  bench('search-requests', 2),
  bench('queue-lists', 10, null),
  bench('requests', 1),
  bench('growth --factors 1,100', 10, 'growth --factors 1'),

  proof('crash 1000', 25, 'crash 10'),
  proof('lost-answers 500', 15, 'lost-answers 5'),
  tests('vitest run test/proof/crash/every-statement.test.ts'),
  tests('vitest run test/proof/crash/group.test.ts'),
  tests('vitest run test/unit/modules/announcements/discord'),
  tests('TEST_STORE=postgres vitest run test/proof/crash/every-statement-postgres.test.ts', 4),
  proof('fault', 20, null),
  proof('full-disk 5', 5, 'full-disk 1'),
  proof('copies 1000', 10, 'copies 20'),
  proof('wrong-targets 100', 3, 'wrong-targets 5'),

  measure('cluster', 2, 'cluster 10'),
  proof('rolling', 10, 'rolling 2 60 600'),
  proof('replica 200', 10, 'replica 5'),
  bench('feed', 5, null),
  measure('receivers 60', 3, 'receivers 10'),
  { command: 'TREE=<older tree> npm run proof -- upgrade', minutes: 3 },
  { command: 'TREE=<older tree> npm run proof -- upgrade-and-back', minutes: 3 },
  tests('vitest run test/unit/store/releases.test.ts'),

  proof('file-evidence 6 7', 5, 'file-evidence 1 7'),
  measure('deep-kills 8 512 7', 5, 'deep-kills 2 64 7'),
  proof('pull 1000 40', 25, 'pull 10 10'),
  proof('pull 6 2000 2', 25, null),

  proof('abuse 200000 20261122', 40, 'abuse 2000 20261122'),
  proof('answers-fit', 5),
  proof('socket 20000', 15, 'socket 500'),
  measure('slow-socket 1000 60', 6, 'slow-socket 100 10'),
  measure('key-timing 60', 5, null),
  measure('made-up-keys 60', 4, 'made-up-keys 10'),
  measure('large-proposals 600', 6, 'large-proposals 60'),
  measure('long-lists 10', 5, 'long-lists 1'),
  tests('vitest run test/unit/http/deadline.test.ts test/unit/store/deadlines.test.ts'),
  tests('vitest run test/unit/modules/feed/feed-streams.test.ts'),
  tests('vitest run test/unit/store/sqlite.test.ts'),
  proof('schemas 100000', 8, 'schemas 1000'),
  tests('vitest run test/proof/abuse/key-leaks.test.ts'),
  tests('vitest run test/unit/outside test/proof/abuse', 4),
  measure('soak 30', 35, null),

  tests('DRAFTS_TABLE=<file> npx vitest run test/unit/modules/drafts'),
  tests('CLIENTS_TABLE=<file> npx vitest run test/clients', 3),
  proof('clients', 4),
  tests('npx vitest run test/clients/public-web-client.test.ts'),

  { command: 'npm run console-figures', minutes: 2, alone: true },
  tests('vitest run test/e2e', 6),
];
