import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { canProtect, protect } from '../../support/protect.ts';
import { modelref } from './terminal.ts';

let folder: string;
let place: string;
let database: string;
beforeEach(async () => {
  folder = newFolder();
  place = join(folder, 'place');
  database = join(place, 'registry.db');
  await mkdir(place);
  const { code } = await modelref(['import', 'test/fixtures/legacy'], environment());
  expect(code).toBe(0);
});
afterEach(() => protect(place, false));

const environment = () => ({ MODELREF_DATABASE_URL: `sqlite:${database}` });
const commands: [string[]][] = [
  [['export', 'out', '--format', 'v2']],
  [['audit', 'verify']],
  [['audit', 'export', 'out']],
  [['migrate', '--dry-run']],
  [['backup', 'copy.db']],
  [['copy', '--from', 'sqlite:registry.db', '--to', 'sqlite:copy.db']],
];
/** Runs a command with its folders and files in `folder`, and the database where it is. */
const run = (words: readonly string[]) =>
  modelref(
    words.map((word) =>
      word
        .replace('registry.db', database)
        .replace('copy.db', join(folder, 'copy.db'))
        .replace(/^out$/, join(folder, 'out')),
    ),
    environment(),
  );

/** Writes to the database, and keeps what it wrote in the write-ahead log, as a service that was killed. */
async function leaveLog(files: readonly string[]): Promise<void> {
  const writer = new Sqlite(database);
  writer.pragma('wal_autocheckpoint = 0');
  writer.exec('DELETE FROM models WHERE name = (SELECT min(name) FROM models)');
  for (const ending of files) await copyFile(`${database}-${ending}`, join(folder, ending));
  await copyFile(database, join(folder, 'main'));
  writer.close();
  await copyFile(join(folder, 'main'), database);
  for (const ending of files) await copyFile(join(folder, ending), `${database}-${ending}`);
}

test('a link to a database leaves its write-ahead log as it is, too', async () => {
  const link = join(folder, 'link.db');
  await symlink(database, link);
  await leaveLog(['wal']);
  const log = await readFile(`${database}-wal`);
  const { code } = await modelref(['audit', 'export', join(folder, 'out')], {
    MODELREF_DATABASE_URL: `sqlite:${link}`,
  });
  expect([code, (await readFile(`${database}-wal`)).equals(log)]).toEqual([0, true]);
});

describe.skipIf(!canProtect)('a database where nothing can be written', () => {
  test.each(commands)('%j says why it cannot be read there, and what to do', async (words) => {
    const before = await readdir(place);
    protect(place);
    const { code, printed, noted } = await run(words);
    expect([code, printed, noted.at(-1), await readdir(place)]).toEqual([
      1,
      [],
      expect.stringContaining(
        `The database ${database} cannot be read: SQLite creates files beside it, and ${place} is not writable. Stop what writes to the database, copy ${database} to a writable folder, and read the copy.`,
      ),
      before,
    ]);
  });

  test('is named by where it lies also when a link leads there, and as damaged when it is that', async () => {
    const link = join(folder, 'link.db');
    await symlink(database, link);
    await leaveLog(['wal']);
    protect(place);
    const audit = () => modelref(['audit', 'verify'], { MODELREF_DATABASE_URL: `sqlite:${link}` });
    expect((await audit()).noted.at(-1)).toContain(
      `copy ${database} and ${database}-wal to a writable folder`,
    );
    protect(place, false);
    await rm(`${database}-wal`);
    await writeFile(database, 'this is no database, '.repeat(100));
    protect(place);
    expect((await audit()).noted.at(-1)).toContain('its files are damaged or not a database');
  });

  test('names the write-ahead log among what to copy, and never reads without it', async () => {
    await leaveLog(['wal']);
    protect(place);
    const { code, noted } = await run(['export', 'out', '--format', 'v2']);
    expect([code, noted.at(-1)]).toEqual([
      1,
      expect.stringContaining(`copy ${database} and ${database}-wal to a writable folder`),
    ]);
  });

  test('is read, with what is in the write-ahead log, where the files are that SQLite needs', async () => {
    const all = (await run(['export', 'out', '--format', 'v2'])).printed.join();
    await leaveLog(['wal', 'shm']);
    protect(place);
    const { code, printed } = await run(['export', 'out', '--format', 'v2']);
    expect([code, printed.join() === all]).toEqual([0, false]);
    expect((await readdir(place)).sort()).toEqual(['registry.db', 'registry.db-shm', 'registry.db-wal']);
  });
});
