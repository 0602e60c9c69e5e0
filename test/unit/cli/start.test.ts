import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Returns which modules a process has loaded, on its standard error. */
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load: (url, context, next) => (writeSync(2, url + '\\n'), next(url, context)) });
`)}`;

/** What `modelref` loads for these words: files of ours by their path, packages by their folder. */
function loadedFor(...words: string[]): string[] {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', tellModules, resolve('src/main.ts'), ...words],
    { encoding: 'utf8', maxBuffer: 2 ** 26, env: { PATH: process.env.PATH ?? '' } },
  );
  expect(status).toBe(0);
  const root = new URL('../../../', import.meta.url).href;
  return stderr.split('\n').flatMap((url) => (url.startsWith(root) ? [url.slice(root.length)] : []));
}

/** What only the service, a database or a download needs. */
const heavy =
  /^src\/(?:app\/(?!demo\/accounts)|store|outside|serving\/(?!version)|modules\/\w+\/(?:store|http|module|index))|^node_modules\/(?:fastify|kysely|better-sqlite3|pg|undici|pino)\//;

test.each([[['--help']], [['list', '--help']], [['serve', '--help']], [['pull', '--help']]])(
  'modelref %j loads neither the service nor a database',
  (words) => {
    const loaded = loadedFor(...words);
    expect(loaded).toContain('src/cli/command-line.ts');
    expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
  },
);

test('what a command does is loaded when it is run', () => {
  expect(loadedFor('check-config', '--markdown').filter((path) => heavy.test(path))).not.toEqual([]);
});
