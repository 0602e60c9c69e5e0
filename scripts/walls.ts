/**
 * `npm run walls`: checks the imports of all sources against scripts/walls-rules.ts. Exits with 1 when a rule
 * forbids an import, with 2 when the checker itself misses a forbidden import.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { besides, homes, judge, layers, readImports, type Violation } from './walls-rules.ts';

export const forms: readonly ((from: string) => string)[] = [
  (from) => `import '${from}';`,
  (from) => `import type { Thing } from '${from}';`,
  (from) => `export { thing } from '${from}';`,
  (from) => `export type { Thing } from '${from}';`,
  (from) => `await import('${from}');`,
  (from) => `export let thing: import('${from}').Thing;`,
];

const rules = 'src/modules/planted/rules.ts';

/**
 * Returns sample paths that match a pattern such as `src/{a,b}/*`: one for each word in the braces, or one path
 * when there are no braces.
 */
function samples(pattern: string): string[] {
  const [all = '', choices = ''] = /\{(.*)\}/.exec(pattern) ?? [];
  const each = choices.split(',').map((choice) => pattern.replace(all, choice));
  return each.map((name) => name.replace('**', 'target.ts').replace('*', 'planted'));
}

/**
 * Forbidden imports that the checker has to find, at least one for each rule. Among them are imports from
 * every layer to each layer above or beside it, and imports that each row of `homes` forbids.
 */
const plants: readonly Violation[] = [
  ...layers.flatMap((row, rank) => {
    const others = [...row, ...layers.slice(rank + 1).flat(), 'src/nowhere'];
    const file = (place: string, name: string) => (place.endsWith('.ts') ? place : `${place}/${name}.ts`);
    return [...row, 'bin', 'console/src'].flatMap((own) =>
      others
        .filter((other) => other !== own)
        .map((other): Violation => [file(own, 'planted'), file(other, 'target'), 'layers']),
    );
  }),
  ...[...homes.slice(0, -1).flatMap(([what]) => samples(what)), 'node:vm', 'typescript'].map(
    (to): Violation => [/^(?:src|client)\//.test(to) ? rules : 'client/src/planted.ts', to, 'homes'],
  ),
  ['src/kernel/planted.ts', 'test/target.ts', 'homes'],
  ...[rules, 'src/app/planted.ts', 'src/cli/planted.ts'].map(
    (from): Violation => [from, 'src/modules/other/target.ts', 'faces'],
  ),
  ['src/kernel/planted.ts', 'not-installed', 'missing'],
  ['src/records/one.ts', 'src/records/other.ts', 'circles'],
  ['src/records/other.ts', 'src/records/one.ts', 'circles'],
  ['src/modules/left/one.ts', 'src/modules/right/index.ts', 'modules'],
  ['src/modules/right/one.ts', 'src/modules/left/index.ts', 'modules'],
];

/**
 * Writes source files with the forbidden imports into a temporary folder, and checks that folder. Each import
 * is written in the next of the `forms` of an import statement.
 * @returns each import with its statement; `matchKinds` has the rules by which the checker found the import, and
 * is empty when it missed the import
 */
export async function plantAll(planted: readonly Violation[]) {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-walls-'));
  const write = (file: string, text: string): void => {
    mkdirSync(join(folder, posix.dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  try {
    for (const [, to, rule] of planted) {
      if (rule === 'missing' || to.startsWith('node:')) continue;
      write(to.endsWith('.ts') ? to : `node_modules/${to}/index.js`, '');
    }
    const written = planted.map(([from, to, rule], index) => {
      const way = to.endsWith('.ts') ? posix.relative(posix.dirname(from), to).replace(/^(?!\.)/, './') : to;
      return { from, to, rule, statement: forms[index % forms.length]?.(way) ?? '' };
    });
    for (const [file, statements] of Map.groupBy(written, ({ from }) => from)) {
      write(file, statements.map(({ statement }) => statement).join('\n'));
    }
    const { violations } = judge(await readImports(folder, ['.']));
    return written.map((plant) => ({
      ...plant,
      foundBy: violations.flatMap(([from, to, rule]) => (from === plant.from && to === plant.to ? rule : [])),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main(): Promise<number> {
  const planted = await plantAll(plants);
  const missed = planted.filter(({ rule, foundBy }) => foundBy.join() !== rule);
  for (const { from, statement, rule, foundBy } of missed)
    console.error(`walls: planted in ${from}: ${statement} Expected '${rule}', got '${foundBy.join()}'`);
  const read = await readImports(process.cwd(), ['src', ...besides]);
  const { violations, untrue } = judge(read);
  for (const [from, to, rule] of violations) console.error(`walls: ${from} → ${to}   (${rule})`);
  for (const sentence of untrue) console.error(`walls: ${sentence}`);
  const wrong = violations.length + untrue.length;
  console.log(
    `walls: ${planted.length - missed.length} of ${planted.length} planted imports found; ` +
      `${read.files.length} files read, ${wrong} violations`,
  );
  if (read.files.length < 500) console.error('walls: the checker does not see the sources');
  if (missed.length > 0 || read.files.length < 500) return 2;
  return wrong === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
