import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresWords, sqliteWords } from '../../../src/store/migrations/migration.ts';
import { migrate, migrations } from '../../../src/store/migrations/run.ts';
import { sqliteFile } from '../../../src/store/open.ts';
import { openRawPostgres, openRawSqlite } from '../../../src/store/raw.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { newFolder } from '../../support/new-folder.ts';
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
    expect(dry.noted).toEqual(['2 migrations are pending; nothing was changed (--dry-run).']);
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

  /** Everything in the folder of a SQLite database; null for PostgreSQL. */
  const filesOf = async (url: string): Promise<[string, Buffer][] | null> => {
    const file = sqliteFile(url);
    if (file === null) return null;
    const names = (await readdir(dirname(file))).sort();
    return Promise.all(
      names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(dirname(file), name))]),
    );
  };

  test('commands that only read refuse an older schema, and leave the database as it is', async () => {
    const url = await makeUrl('nothing');
    await migrateUpTo(url, migrations.length - 1);
    if (database === 'SQLite') await runSql(url, 'PRAGMA user_version = 1');
    const before = await filesOf(url);
    const environment = {
      MODELREF_DATABASE_URL: url,
      MODELREF_BRIDGE: JSON.stringify([{ kind: 'image', url: 'https://git.example/image', out: 'none' }]),
    };
    const folder = newFolder();
    for (const words of [
      ['audit', 'verify'],
      ['audit', 'export', join(folder, 'trail')],
      ['export', join(folder, 'files'), '--format', 'v2'],
      ['bridge', 'status'],
      ['bridge', 'sync', '--dry-run'],
      ['import', '--dry-run', 'test/fixtures/legacy'],
    ]) {
      const { code, noted } = await modelref(words, environment);
      expect([words, code, noted.at(-1)]).toEqual([
        words,
        1,
        expect.stringContaining('Run modelref migrate on it first'),
      ]);
    }
    expect(await readdir(folder)).toEqual([]);
    expect((await modelref(['migrate', '--dry-run'], environment)).code).toBe(8);
    expect(await filesOf(url)).toEqual(before);
  });

  test('a copy leaves the source as it is, also a source that is older', async () => {
    const url = await makeUrl('nothing');
    await migrateUpTo(url, migrations.length - 1);
    const before = await filesOf(url);
    const folder = newFolder();
    const to = `sqlite:${join(folder, 'other.db')}`;
    const { code, noted } = await modelref(['copy', '--from', url, '--to', to]);
    if (database === 'SQLite') {
      expect([code, await readdir(folder)]).toEqual([0, ['other.db']]);
      expect(await filesOf(url)).toEqual(before);
    } else {
      expect([code, await readdir(folder)]).toEqual([1, []]);
      expect(noted.join()).toContain('Run modelref migrate on it first');
      await migrateUpTo(url, migrations.length);
      expect((await modelref(['copy', '--from', url, '--to', to])).code).toBe(0);
    }
  });

  test('a copy leaves a target that is not empty as it is', async () => {
    const url = await makeUrl('nothing');
    await migrateUpTo(url, migrations.length - 1);
    await runSql(url, "INSERT INTO leases (name, holder, token, expires_at_ms) VALUES ('a', 'b', 1, 1)");
    const before = await filesOf(url);
    const from = `sqlite:${join(newFolder(), 'registry.db')}`;
    await modelref(['migrate'], { MODELREF_DATABASE_URL: from });
    const { code, noted } = await modelref(['copy', '--from', from, '--to', url]);
    expect([code, noted.join()]).toEqual([
      1,
      expect.stringContaining('is not empty (table leases has rows)'),
    ]);
    expect(await filesOf(url)).toEqual(before);
    expect((await modelref(['migrate', '--dry-run'], { MODELREF_DATABASE_URL: url })).code).toBe(8);
  });

  if (database === 'SQLite') {
    test('reading takes no mark of a backup away, and leaves no files beside it', async () => {
      const url = await makeUrl();
      await runSql(url, 'PRAGMA journal_mode = WAL; PRAGMA user_version = 1');
      const before = await filesOf(url);
      const environment = { MODELREF_DATABASE_URL: url };
      expect((await modelref(['audit', 'verify'], environment)).code).toBe(0);
      expect((await modelref(['export', newFolder(), '--format', 'v2'], environment)).code).toBe(0);
      expect((await modelref(['backup', join(newFolder(), 'copy.db')], environment)).code).toBe(0);
      expect(await filesOf(url)).toEqual(before);
    });

    test('a copy that fails leaves nothing behind beside its target', async () => {
      const url = await makeUrl();
      await runSql(url, 'INSERT INTO schema_migrations (number, name, applied_at) VALUES (999, 1, 1)');
      const folder = newFolder();
      const to = `sqlite:${join(folder, 'other.db')}`;
      const { code, noted } = await modelref(['copy', '--from', url, '--to', to]);
      expect([code, noted.join()]).toEqual([1, expect.stringContaining('schema version 999')]);
      expect(await readdir(folder)).toEqual([]);
    });

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
