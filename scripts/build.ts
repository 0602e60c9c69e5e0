/**
 * Builds what the published package contains: `dist/`, compiled from `src/`, and the console's static files.
 * `dist/` has no type declarations, because the package is a command and not a library. With `--keep-console`
 * the console stays as it was built before.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiesFolder, packageFiles } from '../src/serving/openapi/package-files.ts';

const root = join(import.meta.dirname, '..');

function run(script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...words], {
    cwd: root,
    stdio: 'inherit',
  });
  // The tool has printed what is wrong.
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Ends the build with an error when a built file imports a `.ts` file. The compiler leaves the paths of some
 * such imports unchanged, and the built command would fail when it reaches one of them.
 */
function refuseSources(): void {
  const built = globSync('**/*.js', { cwd: join(root, 'dist') });
  const wrong = built.filter((path) =>
    /\b(?:from|import)\b[ (]*['"]\.[^'"]*\.ts['"]/.test(readFileSync(join(root, 'dist', path), 'utf8')),
  );
  if (wrong.length === 0) return;
  console.error(`These import a source in place of what was built of it: ${wrong.join(', ')}`);
  process.exit(1);
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
run('../scripts/client-build.ts');
run('typescript-native/bin/tsc', '--project', 'tsconfig.build.json');
refuseSources();
if (!process.argv.includes('--keep-console'))
  run('vite/bin/vite.js', 'build', 'console', '--logLevel', 'warn');

// The client is copied into the package: `#client` is its sources in a checkout, and this copy in the
// package.
cpSync(join(root, 'client/dist'), join(root, 'dist/client'), {
  recursive: true,
  filter: (path) => !path.endsWith('.d.ts'),
});
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = (path: string) => path.replace('./client/src/', './client/').replace(/\.ts$/, '.js');
const copied = Object.entries<string>(imports).map(([name, path]) => [name, built(path)]);
const scope = { type: 'module', imports: Object.fromEntries(copied) };
writeFileSync(join(root, 'dist/package.json'), `${JSON.stringify(scope, null, 2)}\n`);

for (const path of packageFiles) {
  const name = path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
  for (const file of [path, `${name}/LICENSE`]) {
    cpSync(join(root, 'node_modules', file), join(root, 'dist', copiesFolder, file));
  }
}
