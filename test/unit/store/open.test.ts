import { writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, sqliteFile } from '../../../src/store/open.ts';
import { newFolder } from '../../support/new-folder.ts';

describe('database URLs', () => {
  test.each([
    ['sqlite:./data/registry.db', resolve('data/registry.db')],
    ['sqlite:data/registry.db', resolve('data/registry.db')],
    ['sqlite:/var/lib/registry.db', '/var/lib/registry.db'],
    ['sqlite:///var/lib/registry.db', '/var/lib/registry.db'],
    ['postgres://localhost/registry', null],
  ])('%s names the file %s', (url, file) => {
    expect(sqliteFile(url)).toBe(file);
  });

  test.each(['sqlite:', 'sqlite::memory:', 'sqlite://host/path'])('%s names no file', async (url) => {
    await expect(openStore(url)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(url),
    });
  });

  test.each(['mysql://root@localhost/x', './registry.db', ''])('%j is refused', async (url) => {
    await expect(openStore(url)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/sqlite:.*postgres:/),
    });
  });

  test('an error does not show the password', async () => {
    await expect(openStore('mysql://root:secret@localhost/x')).rejects.toThrow(
      'mysql://root:***@localhost/x',
    );
  });
});

describe('databases that cannot be opened', () => {
  const directory = newFolder(afterAll);
  beforeAll(() => writeFile(join(directory, 'text.db'), 'this is no database, '.repeat(100)));

  test.each([
    ['a directory', '.', /cannot be opened/],
    ['a file under a file', 'text.db/registry.db', /cannot be opened/],
    ['a file of something else', 'text.db', /damaged or not a database/],
  ])('%s', async (_what, name, text) => {
    const path = join(directory, name);
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(text),
    });
  });

  // The kernel's own directory says of a new one that it does not exist.
  test.skipIf(platform() !== 'linux')('a place where no directory can be made', async () => {
    await expect(openStore('sqlite:/proc/none/deeper/registry.db')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(
        /^The database \/proc\/none\/deeper\/registry\.db cannot be opened: .*mkdir '\/proc\/none'/,
      ),
    });
  });

  test('a PostgreSQL server that is not there', async () => {
    await expect(openStore('postgres://user:secret@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message:
        'The database on PostgreSQL cannot be opened: the connection was lost or refused: connect ECONNREFUSED 127.0.0.1:1',
    });
  });
});
