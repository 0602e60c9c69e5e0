import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWalls } from '../../../scripts/walls/check.ts';
import { pageFile, withTable } from '../../../scripts/walls/page.ts';
import { plantOne } from '../../../scripts/walls/planted.ts';
import { rulesOf } from '../../../scripts/walls/rules.ts';
import { type Walls, walls } from '../../../scripts/walls/table.ts';

it('docs/architecture.md shows the table of walls (npm run walls -- --write renews it)', () => {
  const page = readFileSync(pageFile, 'utf8');
  expect(page === withTable(page, walls)).toBe(true);
});

describe('however it is written, an import is found by the rule that forbids it and by no other:', () => {
  it.each([
    ['src/services/queue', 'kysely', 'packages'],
    ['src/http', 'pg', 'packages'],
    ['src/http', 'better-sqlite3', 'packages'],
    ['src/http', 'src/upstream', 'rooms'],
    ['src/http', 'src/workers', 'rooms'],
    ['src/http', 'src/demo', 'rooms'],
    ['src/http', 'src/cli', 'rooms'],
    ['src/workers', 'src/services/queue', 'rooms'],
    ['src/config', 'src/http', 'rooms'],
    ['src/registry', 'node:dns', 'builtins'],
    ['src/registry', 'pino', 'packages'],
    ['src/services/catalog', 'node:http', 'builtins'],
  ])('%s → %s', async (room, imports, kind) => {
    const found = await plantOne(walls, room, imports);
    expect(found.map(({ statement, foundBy }) => [statement, ...foundBy])).toEqual(
      found.map(({ statement }) => [statement, `${room}: ${kind}`]),
    );
    expect(found).toHaveLength(6);
  });
});

/** Checks files, by their paths, against walls. */
async function checkFiles(table: Walls, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'modelref-walls-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return await checkWalls(table, folder, ['src']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a file of no room is refused', async () => {
  const { untrue } = await checkFiles({ 'src/old': { why: '' } }, { 'src/old/a.ts': '', 'src/new/a.ts': '' });
  expect(untrue).toEqual(['src/new/a.ts belongs to no room of scripts/walls/table.ts']);
});

it('a permission that nobody uses is refused', async () => {
  const table = {
    'src/one': { rooms: ['src/other'], packages: ['zod'], builtins: ['fs'], why: '' },
    'src/other': { why: '' },
  };
  const { untrue, violations } = await checkFiles(table, {
    'src/one/a.ts': "import '../other/a.ts'; import 'node:fs';",
    'src/other/a.ts': '',
  });
  expect(violations).toEqual([]);
  expect(untrue).toEqual(["'src/one' may import 'zod' but does not: take it out of scripts/walls/table.ts"]);
});

it('a room within a room has walls of its own', async () => {
  const table = { 'src/http': { why: '' }, 'src/http/hot': { builtins: ['net'], why: '' } };
  const { violations } = await checkFiles(table, {
    'src/serving/server.ts': "import './hot/a.ts'; import 'node:net';",
    'src/http/hot/a.ts': "import 'node:net'; import '../errors.ts';",
    'src/http/errors.ts': '',
  });
  expect(violations.map(({ rule, from, to }) => `${from} → ${to} (${rule})`).sort()).toEqual([
    'src/http/hot/a.ts → src/http/errors.ts (src/http/hot: rooms)',
    'src/serving/server.ts → net (src/http: builtins)',
    'src/serving/server.ts → src/http/hot/a.ts (src/http: rooms)',
  ]);
});

it('a table cannot allow a room that it does not have', () => {
  expect(() => rulesOf({ 'src/one': { rooms: ['src/two'], why: '' } })).toThrow(RangeError);
});
