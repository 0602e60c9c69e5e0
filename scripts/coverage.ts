/**
 * Runs the tests, and reports which lines of the service and of the console they run. Also counts what runs
 * in processes and browsers that the tests start. Passes its arguments on to vitest.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const built = resolve('console/dist');
const raw = resolve('coverage/raw');

// Ctrl+C ends the tests; this process then still restores the ordinary build of the console.
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
          // The page's own script stays out of the group: else what it starts with would run after what needs
          // it.
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
    // Left out: it measures the scripts that every page loads.
    ...['--exclude', 'test/e2e/size.test.ts'],
    // Left out: it replaces one of Node's modules, which only vitest's own loader can do.
    ...['--exclude', 'test/unit/cli/pull/many-cuts.test.ts'],
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' });
for (const folder of ['src', 'console/src']) report(folder);
process.exitCode = status ?? 1;

/**
 * Gives the name of the built script file for a module. Each module of the console gets its own file, because
 * browsers report coverage by file. The modules of all packages share one file.
 */
function scriptOf(id: string): string {
  const path = relative('console/src', id.replace(/[?#].*/, ''));
  return path.startsWith('..') ? 'packages' : `source-${path.replaceAll('/', '-')}`;
}

/**
 * Gives a coverage result, in the form that c8 reads, in which no source of the console has run. With it, the
 * report also counts sources that no page loads.
 */
function notRun() {
  const maps = globSync(`${built}/assets/source-*.map`);
  const sources = maps.flatMap((map) => {
    const { sources }: { sources: string[] } = JSON.parse(readFileSync(map, 'utf8'));
    return sources.map((source) => resolve(dirname(map), source));
  });
  return sources.map((path) => {
    // One more than the file's length: c8 does not take it for the range of code that ran.
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
