import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresWords, sqliteWords } from '../../../src/store/migrations/migration.ts';
import { migrate, migrations } from '../../../src/store/migrations/run.ts';
import { sqliteFile } from '../../../src/store/open.ts';
import { openRawPostgres, openRawSqlite } from '../../../src/store/raw.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { runSql } from '../../support/run-sql.ts';
import { modelref } from './terminal.ts';

forEachDatabase((database, _makeStore, makeUrl) => {
  const words = database === 'SQLite' ? sqliteWords : postgresWords;
  const migrateUpTo = async (url: string, number: number): Promise<void> => {
    if (database === 'SQLite') await runSql(url, 'PRAGMA journal_mode = WAL');
    const db = database === 'SQLite' ? openRawSqlite(sqliteFile(url) ?? '') : openRawPostgres(url);
    await db.transaction().execute((tx) => migrate(tx, words, { known: migrations.slice(0, number) }));
    await db.destroy();
  };

  test('a dry run prints what would be run, and leaves the database as it is', async () => {
    const url = await makeUrl('nothing');
    const environment = { MODELREF_DATABASE_URL: url };
    await migrateUpTo(url, migrations.length - 2);
    const file = sqliteFile(url);
    const before = file === null ? null : await readFile(file);
    const dry = await modelref(['migrate', '--dry-run'], environment);
    expect(dry.code).toBe(8);
    expect(dry.printed.filter((line) => /^-- \d/.test(line))).toEqual(
      migrations.slice(-2).map(({ number, name }) => `-- ${number} ${name}`),
    );
    expect(dry.printed.join('\n')).toContain(migrations.at(-1)?.statements(words)[0]);
    expect(dry.noted).toEqual(['2 migrations are to be run; nothing was changed (--dry-run).']);
    if (file !== null) expect(await readFile(file)).toEqual(before);

    const done = await modelref(['migrate'], environment);
    expect(done).toMatchObject({
      code: 0,
      printed: migrations.slice(-2).map(({ number, name }) => `${number} ${name}: done`),
    });
    for (const words of [['migrate'], ['migrate', '--dry-run']]) {
      const again = await modelref(words, environment);
      expect(again).toMatchObject({ code: 0, printed: ['The schema is up to date.'] });
    }
  });

  test('a database that newer code has migrated is refused', async () => {
    const url = await makeUrl();
    await runSql(url, "INSERT INTO schema_migrations (number, name, applied_at) VALUES (999, 'future', 1)");
    for (const words of [['migrate'], ['migrate', '--dry-run']]) {
      const { code, noted } = await modelref(words, { MODELREF_DATABASE_URL: url });
      expect({ code, noted: noted.join() }).toEqual({
        code: 1,
        noted: expect.stringContaining('schema version 999'),
      });
    }
  });

  if (database === 'SQLite') {
    test('it makes a database with its folder, but not for a dry run', async () => {
      const folder = join(dirname(sqliteFile(await makeUrl()) ?? ''), 'new');
      const environment = { MODELREF_DATABASE_URL: `sqlite:${join(folder, 'registry.db')}` };
      expect((await modelref(['migrate', '--dry-run'], environment)).code).toBe(8);
      expect(existsSync(folder)).toBe(false);
      expect((await modelref(['migrate'], environment)).printed).toHaveLength(migrations.length);
      expect(existsSync(join(folder, 'registry.db'))).toBe(true);
    });
  }
});
