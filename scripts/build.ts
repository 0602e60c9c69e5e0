/**
 * Builds what the published package runs: `dist/` from `src/` (JavaScript, type declarations, source maps),
 * and the console's static files.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

function run(script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...words], {
    cwd: root,
    stdio: 'inherit',
  });
  // The tool has said what is wrong.
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
run('typescript/bin/tsc', '--project', 'tsconfig.build.json');
run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn');
