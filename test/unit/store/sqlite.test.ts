import { chmodSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup } from '../../../src/app/backup.ts';
import { OutageError } from '../../../src/kernel/errors.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { openSqlite, type SqliteOptions } from '../../../src/store/sqlite.ts';
import type { Store } from '../../../src/store/store.ts';
import { newFolder } from '../../support/new-folder.ts';
import { versionsOf } from '../../support/versions.ts';
import { aModel } from './samples.ts';

let directory: string;
let path: string;
let stores: Store[];

beforeEach(() => {
  directory = newFolder();
  path = join(directory, 'made', 'on the way', 'registry.db');
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
});

async function open(options: SqliteOptions = {}): Promise<Store> {
  const store = await openSqlite(path, options);
  stores.push(store);
  return store;
}

const count = (store: Store) =>
  store.read(async (reader) => (await modelStore(reader).counts()).get('clip') ?? 0);
const large = 'x'.repeat(200_000);

test('the files of a new database are for their owner alone; an old one keeps the mode it was given', async () => {
  await open();
  const files = (await readdir(dirname(path))).sort();
  expect(files).toEqual(['registry.db', 'registry.db-shm', 'registry.db-wal']);
  const modes = () => files.map((file) => statSync(join(dirname(path), file)).mode & 0o777);
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
  for (const opened of stores.splice(0)) await opened.close();
  chmodSync(path, 0o640);
  await open();
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('a new database behind a dangling link is for its owner alone', async () => {
  const [target, link] = [join(directory, 'real.db'), join(directory, 'link.db')];
  symlinkSync(target, link);
  stores.push(await openSqlite(link));
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('a store refuses to start on a connection that does not take synchronous=FULL', async () => {
  await expect(open({ pragmas: { synchronous: 'NORMAL' } })).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining('synchronous=FULL'),
  });
});

test('a store refuses to start where there can be no write-ahead log', async () => {
  await expect(openSqlite(':memory:', {})).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining("journal mode is 'memory'"),
  });
});

test('a store refuses to start without foreign keys', async () => {
  await expect(open({ pragmas: { foreign_keys: 'OFF' } })).rejects.toThrow('foreign keys');
});

test('the file uses a write-ahead log, and closing leaves one complete file', async () => {
  const store = await open();
  await store.write((writer) => modelStore(writer).put(aModel(), 1));
  expect(existsSync(`${path}-wal`)).toBe(true);
  await store.close();
  expect(await readdir(join(directory, 'made', 'on the way'))).toEqual(['registry.db']);
  const database = new Sqlite(path, { readonly: true });
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
});

test('a full disk fails the write with its cause, and the store goes on when there is room again', async () => {
  const store = await open({ pragmas: { max_page_count: 200 } });
  await store.write((writer) => modelStore(writer).put(aModel({ name: 'small' }), 1));
  const tooMuch = store.write(async (writer) => {
    await modelStore(writer).put(aModel({ name: 'half' }), 1);
    for (let i = 0; i < 10; i += 1)
      await modelStore(writer).put(aModel({ name: `large ${i}`, v2: large }), 1);
  });
  await expect(tooMuch).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: 'The database cannot be used: the disk is full.',
    cause: expect.objectContaining({ code: 'SQLITE_FULL' }),
  });
  expect(await count(store)).toBe(1);
  await store.write((writer) => modelStore(writer).put(aModel({ name: 'small too' }), 1));
  expect(await count(store)).toBe(2);
});

test('an error that is not of the driver is returned unchanged, whatever it is and whatever its text', async () => {
  const store = await open();
  const outage = new OutageError('host_unavailable', 'huggingface.co: connection terminated');
  for (const thrown of ['connection terminated', null, outage]) {
    const failWith = async () => {
      throw thrown;
    };
    await expect(store.write(failWith)).rejects.toBe(thrown);
    await expect(store.read(failWith)).rejects.toBe(thrown);
  }
});

test('a full disk under a savepoint fails the whole write, even when that error is caught', async () => {
  const store = await open({ pragmas: { max_page_count: 200 } });
  const write = store.write(async (writer) => {
    await modelStore(writer).put(aModel({ name: 'before' }), 1);
    const tooMuch = writer.savepoint(async () => {
      for (let i = 0; i < 10; i += 1)
        await modelStore(writer).put(aModel({ name: `large ${i}`, v2: large }), 1);
    });
    await tooMuch.catch(() => {});
    await modelStore(writer)
      .put(aModel({ name: 'after' }), 1)
      .catch(() => {});
  });
  await expect(write).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(await count(store)).toBe(0);
});

test('a database that cannot be written is refused with the reason', async () => {
  await (await open()).close();
  await expect(open({ pragmas: { query_only: 1 } })).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining('read-only'),
  });
});

test('a write gives up when another process holds the lock for too long, and works afterwards', async () => {
  const store = await open({ lockTimeoutMs: 20 });
  const other = new Sqlite(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(store.write((writer) => counterStore(writer).next('batch'))).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringContaining('lock'),
  });
  other.exec('ROLLBACK');
  other.close();
  expect(await store.write((writer) => counterStore(writer).next('batch'))).toBe(1);
});

test('more reads than connections wait for their turn', async () => {
  const store = await open({ readers: 2 });
  const counts = await Promise.all(Array.from({ length: 30 }, () => count(store)));
  expect(counts).toEqual(Array.from({ length: 30 }, () => 0));
});

test('when no further connection can be opened, reads take turns on those there are', async () => {
  const store = await open({ readers: 2 });
  expect(await count(store)).toBe(0);
  await rename(path, `${path}.away`);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = store.read(() => held);
  const second = count(store);
  release();
  await first;
  expect(await second).toBe(0);
  await rename(`${path}.away`, path);
});

test('a failed read gives its connection back', async () => {
  const store = await open({ readers: 1 });
  const failing = store.read(async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await count(store)).toBe(0);
});

test('a backup made during writes holds the state of one moment', async () => {
  const store = await open();
  // Two categories always written together: a backup that has one without the other mixes two moments.
  const pair = (i: number) =>
    store.write(async (writer) => {
      await modelStore(writer).put(aModel({ name: `model ${i}`, v2: large }), i);
      await modelStore(writer).put(aModel({ name: `model ${i}`, category: 'blip', v2: large }), i);
    });
  for (let i = 0; i < 20; i += 1) await pair(i);
  const to = join(directory, 'backups', 'copy.db');
  let done = false;
  const copying = backup(path, to, { replace: false }).finally(() => {
    done = true;
  });
  let written = 20;
  while (!done && written < 60) {
    await pair(written);
    written += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await copying;
  expect(await readdir(join(directory, 'backups'))).toEqual(['copy.db']);

  path = to;
  const copy = await open();
  const counts = await copy.read((reader) => modelStore(reader).counts());
  expect(counts.get('clip')).toBeGreaterThanOrEqual(20);
  expect(counts.get('clip')).toBe(counts.get('blip'));
});

test('a backup that fails says so and leaves the earlier one', async () => {
  const store = await open();
  await store.write((writer) => modelStore(writer).put(aModel(), 1));
  const to = join(directory, 'copy.db');
  await backup(path, to, { replace: false });
  await expect(backup(join(directory, 'not there.db'), to, { replace: true })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('not there.db'),
  });
  path = to;
  expect(await count(await open())).toBe(1);
});

test.each(['replaced by an older copy', 'moved away', 'removed'])(
  'a file that is %s while it is served is neither written nor read any more, and that is said',
  async (how) => {
    const store = await open();
    await store.write((writer) => modelStore(writer).put(aModel({ name: 'kept' }), 1));
    const copy = join(directory, 'copy.db');
    await backup(path, copy, { replace: false });
    await store.write((writer) => modelStore(writer).put(aModel({ name: 'later' }), 2));
    if (how === 'removed') await rm(path);
    else await rename(path, join(directory, 'away.db'));
    if (how === 'replaced by an older copy') await rename(copy, path);

    const refused = {
      code: 'storage_unavailable',
      message: expect.stringMatching(/replaced, moved or removed/),
    };
    await expect(
      store.write((writer) => modelStore(writer).put(aModel({ name: 'lost' }), 3)),
    ).rejects.toMatchObject(refused);
    await expect(versionsOf(store)).rejects.toMatchObject(refused);
    await expect(count(store)).rejects.toMatchObject(refused);
  },
);
