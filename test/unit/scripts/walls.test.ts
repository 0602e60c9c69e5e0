import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { forms, plantAll } from '../../../scripts/walls.ts';
import { judge, readImports, type Violation } from '../../../scripts/walls-rules.ts';

it('however it is written, an import is found by the rule that forbids it and by no other', async () => {
  const forbidden: readonly Violation[] = [
    ['src/kernel/a.ts', 'src/records/b.ts', 'layers'],
    ['src/records/a.ts', 'src/settings/b.ts', 'layers'],
    ['src/settings/a.ts', 'src/serving/b.ts', 'layers'],
    ['src/store/a.ts', 'src/outside/b.ts', 'layers'],
    ['src/outside/a.ts', 'src/serving/b.ts', 'layers'],
    ['src/serving/a.ts', 'src/modules/files/b.ts', 'layers'],
    ['src/modules/files/http.ts', 'src/app/b.ts', 'layers'],
    ['src/app/a.ts', 'src/cli/b.ts', 'layers'],
    ['src/cli/a.ts', 'src/main.ts', 'layers'],
    ['console/src/a.tsx', 'src/records/b.ts', 'layers'],
    ['client/src/a.ts', 'src/records/b.ts', 'layers'],
    ['src/app/a.ts', 'src/elsewhere/b.ts', 'layers'],
    ['src/modules/queue/apply.ts', 'kysely', 'homes'],
    ['src/modules/queue/http.ts', 'kysely', 'homes'],
    ['src/serving/a.ts', 'pg', 'homes'],
    ['src/serving/a.ts', 'better-sqlite3', 'homes'],
    ['src/modules/queue/apply.ts', 'fastify', 'homes'],
    ['src/modules/queue/apply.ts', 'src/serving/a.ts', 'homes'],
    ['src/modules/queue/apply.ts', 'undici', 'homes'],
    ['src/modules/queue/apply.ts', 'src/outside/remote-files.ts', 'homes'],
    ['src/modules/files/a.ts', 'src/outside/guarded/b.ts', 'homes'],
    ['src/modules/catalog/a.ts', 'node:http', 'homes'],
    ['src/modules/catalog/a.ts', 'node:fs', 'homes'],
    ['src/records/a.ts', 'node:dns', 'homes'],
    ['src/records/a.ts', 'node:crypto', 'homes'],
    ['src/records/a.ts', 'pino', 'homes'],
    ['src/kernel/a.ts', 'node:fs/promises', 'homes'],
    ['client/src/a.ts', 'node:crypto', 'homes'],
    ['client/src/a.ts', 'client/src/disk-cache.ts', 'homes'],
    ['client/src/a.ts', 'zod', 'homes'],
    ['console/src/a.tsx', 'zod', 'homes'],
    ['src/kernel/a.ts', 'scripts/b.ts', 'homes'],
    ['src/modules/queue/apply.ts', 'src/modules/other/b.ts', 'faces'],
    ['src/app/a.ts', 'src/modules/other/store.ts', 'faces'],
    ['src/cli/a.ts', 'src/modules/other/http.ts', 'faces'],
    ['src/modules/queue/http.ts', 'src/modules/other/http-shapes.ts', 'faces'],
    ['src/modules/queue/apply.ts', 'src/modules/other/shapes.ts', 'faces'],
    ['src/modules/queue/apply.ts', 'src/modules/other/module.ts', 'faces'],
    ['src/app/a.ts', 'src/modules/other/settings.ts', 'faces'],
    ['src/records/a.ts', 'not-installed', 'missing'],
  ];
  const found = await plantAll(
    forbidden.flatMap(([from, to, rule]) =>
      forms.map((_, form): Violation => [from.replace('/a.', `/a${form}.`), to, rule]),
    ),
  );
  expect(found.filter(({ rule, foundBy }) => foundBy.join() !== rule)).toEqual([]);
});

/** Judges files by their paths. */
async function judgeFiles(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-walls-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const { violations, untrue } = judge(await readImports(folder, ['.']));
    return {
      violations: violations.map(([from, to, rule]) => `${from} → ${to} (${rule})`).sort(),
      // Of what the rules allow, such a small tree makes no use.
      untrue: untrue.filter((sentence) => !sentence.includes('may be imported in')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('what is allowed is silent', async () => {
  expect(
    await judgeFiles({
      'src/kernel/a.ts': '',
      'src/modules/one/index.ts': "export * from './rules.ts';",
      'src/modules/one/http.ts':
        "import '../../kernel/a.ts'; import '../../serving/a.ts'; import './rules.ts';",
      'src/modules/one/rules.ts': '',
      'src/serving/a.ts': "import 'node:http';",
      'src/app/a.ts':
        "import '../modules/one/index.ts'; import '../modules/one/http.ts'; import '../serving/a.ts';",
    }),
  ).toEqual({ violations: [], untrue: [] });
});

it('the index of a module does not hand out its endpoints', async () => {
  const { violations } = await judgeFiles({
    'src/modules/one/index.ts': "export * from './http-reads.ts'; export * from './module.ts';",
    'src/modules/one/http-reads.ts': '',
    'src/modules/one/module.ts': '',
  });
  expect(violations).toEqual(['src/modules/one/index.ts → src/modules/one/http-reads.ts (faces)']);
});

it('a file of no place is refused', async () => {
  const { untrue } = await judgeFiles({ 'src/kernel/a.ts': '', 'src/new/a.ts': '' });
  expect(untrue).toEqual(['src/new/a.ts is in no place of scripts/walls-rules.ts']);
});

it('a permission that nobody uses is refused', async () => {
  const files = ['src/store/a.ts'];
  const { untrue } = judge({ files, imports: [{ from: 'src/store/a.ts', to: 'pg', missing: false }] });
  expect(untrue).toContain("'kysely' may be imported in 'src/store/**', but is not: take it out");
  expect(untrue.join('\n')).not.toContain("'pg'");
});

it('circles are refused, and what only leads to one or comes from one is not', async () => {
  const { violations } = await judgeFiles({
    'src/kernel/before.ts': "import './one.ts';",
    'src/kernel/one.ts': "import type { Two } from './two.ts';",
    'src/kernel/two.ts': "import './three.ts';",
    'src/kernel/three.ts': "import './one.ts'; import './after.ts';",
    'src/kernel/after.ts': '',
  });
  expect(violations).toEqual([
    'src/kernel/one.ts → src/kernel/two.ts (circles)',
    'src/kernel/three.ts → src/kernel/one.ts (circles)',
    'src/kernel/two.ts → src/kernel/three.ts (circles)',
  ]);
});

it('two modules that import each other are refused in both directions', async () => {
  const { violations } = await judgeFiles({
    'src/modules/left/a.ts': "import '../right/index.ts';",
    'src/modules/left/index.ts': '',
    'src/modules/right/a.ts': "import '../left/index.ts';",
    'src/modules/right/index.ts': '',
  });
  expect(violations).toEqual([
    'src/modules/left/a.ts → src/modules/right/index.ts (modules)',
    'src/modules/right/a.ts → src/modules/left/index.ts (modules)',
  ]);
});
