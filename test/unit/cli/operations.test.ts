import { link, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { modelref } from './terminal.ts';

let directory: string;
let environment: Record<string, string>;
beforeEach(() => {
  directory = newFolder();
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
});

const url = (name: string) => `sqlite:${join(directory, name)}`;

describe('backup and copy', () => {
  test('a backup opens as a database with the same models', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const { code, printed } = await modelref(['backup', join(directory, 'copy.db')], environment);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: [`${join(directory, 'copy.db')}: the copy is complete`],
    });
    const again = await modelref(['import', 'test/fixtures/legacy'], {
      MODELREF_DATABASE_URL: url('copy.db'),
    });
    expect(again.printed.join('\n')).toContain('0 created, 0 updated, 0 deleted');
  });

  test('copy takes everything into an empty database', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const words = ['copy', '--from', url('registry.db'), '--to', url('other.db')];
    const { code, printed } = await modelref(words);
    expect([code, printed.join()]).toEqual([0, expect.stringMatching(/^\d+ rows copied$/)]);
  });

  test('a backup replaces a file only when told to, and is for its owner alone', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const file = join(directory, 'copy.db');
    await writeFile(file, 'something else');
    const refused = await modelref(['backup', file], environment);
    expect([refused.code, refused.noted.join()]).toEqual([1, `${file} was not written: it already exists.`]);
    expect(await readFile(file, 'utf8')).toBe('something else');
    expect((await modelref(['backup', '--force', file], environment)).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await modelref(['audit', 'verify'], { MODELREF_DATABASE_URL: url('copy.db') })).code).toBe(0);
  });

  test('the database itself is no target, under whatever name', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const database = join(directory, 'registry.db');
    const before = await readFile(database);
    await link(database, join(directory, 'hard.db'));
    await symlink(database, join(directory, 'soft.db'));
    for (const name of [
      'registry.db',
      'hard.db',
      'soft.db',
      'registry.db-wal',
      'registry.db-SHM',
      'x-journal',
    ]) {
      const { code, noted } = await modelref(['backup', '--force', join(directory, name)], environment);
      expect([name, code, noted.join()]).toEqual([name, 1, expect.stringContaining(' was not written: ')]);
    }
    expect(await readFile(database)).toEqual(before);
  });

  test('the key that signs the audit trail is no target either', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    for (const [name, settings] of [
      ['registry.db.audit-key', {}],
      ['other.key', { MODELREF_AUDIT_SIGNING_KEY_FILE: join(directory, 'other.key') }],
    ] as const) {
      const file = join(directory, name);
      await writeFile(file, 'a key');
      await link(file, `${file}-2`);
      for (const target of [file, `${file}-2`]) {
        const { code, noted } = await modelref(['backup', '--force', target], {
          ...environment,
          ...settings,
        });
        expect([code, noted.join()]).toEqual([1, expect.stringContaining(' was not written: ')]);
        expect(await readFile(target, 'utf8')).toBe('a key');
      }
    }
  });

  test('a write-ahead log that waits beside the target would be read into the copy', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    await writeFile(join(directory, 'copy.db-wal'), '');
    const { code, noted } = await modelref(['backup', join(directory, 'copy.db')], environment);
    expect([code, noted.join()]).toEqual([1, expect.stringContaining('SQLite would read the existing file')]);
  });

  test('two backups to one place: one is made, the other is refused, and nothing is left over', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const words = ['backup', join(directory, 'backups', 'copy.db')];
    const results = await Promise.all([modelref(words, environment), modelref(words, environment)]);
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(await readdir(join(directory, 'backups'))).toEqual(['copy.db']);
  });

  test('a database whose trail does not end as it says is not copied', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const database = new Sqlite(join(directory, 'registry.db'));
    database.exec('UPDATE audit_head SET event_id = event_id + 1');
    database.close();
    const { code, noted } = await modelref(['backup', join(directory, 'copy.db')], environment);
    expect([code, noted.join()]).toEqual([1, expect.stringContaining('its audit trail ends with event')]);
    expect(await readdir(directory)).not.toContain('copy.db');
  });

  test('an export refuses to write where the database is, and follows no planted link', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const outside = join(directory, 'outside');
    await writeFile(outside, 'precious');
    const to = join(directory, 'out');
    await mkdir(to);
    await symlink(outside, join(to, 'clip.json.unfinished'));
    expect((await modelref(['export', to, '--format', 'v2'], environment)).code).toBe(0);
    expect(await readFile(outside, 'utf8')).toBe('precious');
    await rename(join(directory, 'registry.db'), join(to, 'lora.json'));
    const inside = { MODELREF_DATABASE_URL: url('out/lora.json') };
    const refused = await modelref(['export', to, '--format', 'v2'], inside);
    expect([refused.code, refused.noted.join()]).toEqual([1, expect.stringContaining('is the same file as')]);
    expect((await modelref(['audit', 'verify'], inside)).code).toBe(0);
  });

  test('an export that cannot write one file leaves all of an earlier one as they are', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    const to = join(directory, 'out');
    await mkdir(join(to, 'requests.json'), { recursive: true });
    await mkdir(join(to, 'video_generation.json'));
    await writeFile(join(to, 'clip.json'), 'of an earlier export');
    const before = (await readdir(to)).sort();
    const { code, printed } = await modelref(['export', to, '--format', 'v2'], environment);
    expect([code, printed, (await readdir(to)).sort()]).toEqual([1, [], before]);
    expect(await readFile(join(to, 'clip.json'), 'utf8')).toBe('of an earlier export');
  });

  test('copy makes no database where the source should be, and takes no second name for a target', async () => {
    const missing = await modelref(['copy', '--from', url('typo.db'), '--to', url('other.db')]);
    expect(missing.noted.join()).toContain('does not exist');
    expect(await readdir(directory)).toEqual([]);
    await modelref(['import', 'test/fixtures/legacy'], environment);
    await symlink(join(directory, 'registry.db-journal'), join(directory, 'dangling.db'));
    for (const name of ['registry.db', 'registry.db-wal', 'dangling.db']) {
      const { code } = await modelref(['copy', '--from', url('registry.db'), '--to', url(name)]);
      expect([name, code]).toEqual([name, 1]);
    }
    expect((await readdir(directory)).sort()).toEqual(['dangling.db', 'registry.db']);
  });

  test('only SQLite is backed up by a copy of the file', async () => {
    const { code, noted } = await modelref(['backup', 'x'], {
      MODELREF_DATABASE_URL: 'postgres://localhost/x',
    });
    expect(code).toBe(1);
    expect(noted.join('\n')).toContain('use pg_dump for PostgreSQL');
  });
});
