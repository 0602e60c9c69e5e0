/**
 * Runs the tests and says which lines of the service and of the console they reach, processes and browsers that
 * they start included. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const built = resolve('console/dist');
const raw = resolve('coverage/raw');

// Whoever interrupts it ends the tests, and has the usual console again.
process.on('SIGINT', () => {});
rmSync('coverage', { recursive: true, force: true });
mkdirSync(raw, { recursive: true });
await build({
  configFile: 'console/vite.config.ts',
  logLevel: 'warn',
  build: {
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Not the page itself: what it starts with would be evaluated after what needs it.
          groups: [{ debugName: 'sources', name: scriptOf, test: (id) => !id.endsWith('index.html') }],
        },
      },
    },
  },
});
writeFileSync(`${raw}/nothing-of-the-console.json`, JSON.stringify({ result: notRun() }));
const { status } = spawnSync(
  'c8',
  [
    ...['--clean=false', 'vitest', 'run', '--experimental.viteModuleRunner=false'],
    // Measures the scripts that everybody loads.
    ...['--exclude', 'test/e2e/size.test.ts'],
    // Puts another module in the place of one of Node's, which only vitest's own loader does.
    ...['--exclude', 'test/unit/cli/pull/many-cuts.test.ts'],
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' });
for (const folder of ['src', 'console/src']) report(folder);
process.exitCode = status ?? 1;

/** A script for each module of ours, so that what a browser says of it is said of one source, and one for packages. */
function scriptOf(id: string): string {
  const path = relative('console/src', id.replace(/[?#].*/, ''));
  return path.startsWith('..') ? 'packages' : `source-${path.replaceAll('/', '-')}`;
}

/** Every source of the built console as not run, in c8's own form: what no test and no page loads counts too. */
function notRun() {
  const maps = globSync(`${built}/assets/source-*.map`);
  const sources = maps.flatMap((map) => {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, 'utf8'));
    return sources.map((source) => resolve(dirname(map), source));
  });
  return sources.map((path) => {
    // One more than there is: not taken for the range of what is run.
    const ranges = [{ startOffset: 0, endOffset: statSync(path).size + 1, count: 0 }];
    const functions = [{ functionName: '(empty-report)', ranges, isBlockCoverage: true }];
    return { scriptId: '0', url: pathToFileURL(path).href, functions };
  });
}

function report(folder: string): void {
  const summary: Record<string, { lines: { total: number; covered: number } }> = JSON.parse(
    readFileSync('coverage/coverage-summary.json', 'utf8'),
  );
  const files = Object.entries(summary)
    .filter(([path]) => path.startsWith(`${resolve(folder)}/`))
    .map(([path, { lines }]) => ({ path: relative('', path), ...lines }));
  const sum = (which: 'total' | 'covered') => files.reduce((all, file) => all + file[which], 0);
  const share = ((100 * sum('covered')) / sum('total')).toFixed(1);
  console.log(
    `\n${folder}: ${sum('covered')} of ${sum('total')} lines, ${share} %; lines that nothing reached:`,
  );
  const missing = files.map(({ path, total, covered }) => ({ path, missing: total - covered }));
  for (const { path, missing: lines } of missing.sort((a, b) => b.missing - a.missing).slice(0, 15))
    console.log(`${String(lines).padStart(5)}  ${path}`);
}
