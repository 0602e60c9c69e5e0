import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReferenceDirectory } from '../../../../src/cli/reference-directory.ts';
import { createCatalog } from '../../../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { type Replica, type ReplicaOptions, startReplica } from '../../../../src/modules/replica/replica.ts';
import { replicaStore } from '../../../../src/modules/replica/store.ts';
import {
  joinReferenceFiles,
  readPublicRepository,
  readReferenceFiles,
} from '../../../../src/modules/transfer/reference-files.ts';
import type { Primary } from '../../../../src/outside/primary-client.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { eventually } from '../../../support/eventually.ts';
import { newFolder } from '../../../support/new-folder.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';
import { versionsOf } from '../../../support/versions.ts';

const day = 86_400;
let now = 1_800_000_000;

const away = async () => {
  throw new Error('The primary is away.');
};
const primaryAway: Primary = {
  url: 'http://primary.example/api',
  listen: away,
  view: away,
  document: away,
  canonicalFormat: away,
};

const readFixtures = async () =>
  readReferenceFiles(await openReferenceDirectory('test/fixtures/legacy'), categories, null);

async function start(store: Store, options: Partial<ReplicaOptions>) {
  const catalog = createCatalog({ store, categories });
  await catalog.start();
  const replica: Replica = await startReplica({
    store,
    catalog,
    categories: usualCategories,
    clock: { now: () => now },
    monotonicMs: () => now * 1000,
    settings: { canonicalFormat: 'v2', cacheTtlSeconds: 60 },
    primary: null,
    readRepositories: null,
    random: () => 0,
    onFailure: () => {},
    onUnreadFiles: () => {},
    ...options,
  });
  onTestFinished(() => replica.stop());
  return { replica, catalog };
}

test('with no copy and no primary, the legacy repositories are served; they are read again every ten minutes', async () => {
  const store = await temporaryStore(onTestFinished);
  const readRepositories = vi.fn(readFixtures);
  const { replica, catalog } = await start(store, { primary: primaryAway, readRepositories });
  await eventually(() => expect(replica.hasData()).toBe(true));
  expect(replica.status()).toMatchObject({ source: 'the legacy repositories' });
  await eventually(() => expect(replica.status().problem).toBe('The primary is away.'));
  expect(catalog.snapshot('v2', 'clip').records.length).toBeGreaterThan(0);
  expect(catalog.snapshot('legacy', 'text_generation').records.length).toBeGreaterThan(0);
  expect(readRepositories).toHaveBeenCalledTimes(1);
  const versions = await versionsOf(store);
  now += 601;
  await eventually(() => expect(readRepositories).toHaveBeenCalledTimes(2));
  await eventually(() => expect(replica.lagSeconds()).toBe(0));
  expect(await versionsOf(store)).toEqual(versions);
});

test('with no primary at all, the legacy repositories are what is served', async () => {
  const store = await temporaryStore(onTestFinished);
  const { replica, catalog } = await start(store, { readRepositories: readFixtures });
  await eventually(() => expect(replica.hasData()).toBe(true));
  expect(replica.status()).toMatchObject({ source: 'the legacy repositories', problem: null });
  expect(catalog.snapshot('legacy', 'clip').records.length).toBeGreaterThan(0);
});

test('of the legacy repositories, what can be read is served; a file that cannot be read empties nothing', async () => {
  const store = await temporaryStore(onTestFinished);
  const folder = newFolder();
  await cp('test/fixtures/legacy', folder, { recursive: true });
  await writeFile(join(folder, 'image', 'lora.json'), '[ ]');
  await writeFile(join(folder, 'image', 'clip.json'), '[]');
  const unread: string[][] = [];
  const readRepositories = vi.fn(async () =>
    joinReferenceFiles(
      await Promise.all(
        (['image', 'text'] as const).map(async (kind) =>
          readPublicRepository(kind, await openReferenceDirectory(join(folder, kind)), categories, null),
        ),
      ),
    ),
  );
  const onUnreadFiles = (files: readonly string[]) => void unread.push([...files]);
  const { replica, catalog } = await start(store, { primary: primaryAway, readRepositories, onUnreadFiles });
  const size = (category: string) => catalog.snapshot('v2', category).records.length;
  await eventually(() => expect(replica.hasData()).toBe(true));
  const problem = `${join(folder, 'image', 'clip.json')}: is not a JSON object of records by name: it is an array`;
  await eventually(() => expect(replica.status().unreadFiles).toContain(problem));
  expect([size('clip'), size('image_generation'), size('text_generation')]).toEqual([0, 1, 2]);
  expect(unread).toEqual([replica.status().unreadFiles]);

  const readAgain = async () => {
    const calls = readRepositories.mock.calls.length;
    now += 601;
    await eventually(() => expect(readRepositories.mock.calls.length).toBeGreaterThan(calls));
    await eventually(() => expect(replica.lagSeconds()).toBe(0));
  };
  await cp('test/fixtures/legacy/image/clip.json', join(folder, 'image', 'clip.json'));
  await readAgain();
  expect(size('clip')).toBe(1);
  expect(replica.status().unreadFiles).not.toContain(problem);

  await writeFile(join(folder, 'image', 'clip.json'), '');
  await writeFile(join(folder, 'text', 'models.csv'), 'name,parameters_bn\r\n');
  await readAgain();
  expect([size('clip'), size('image_generation'), size('text_generation')]).toEqual([1, 1, 2]);
  expect(unread.at(-1)?.join()).toMatch(
    /clip\.json: .*it is empty.*models\.csv: the source has 0 and in v1 0 records, fewer than half of the 2 and 2 known/,
  );

  await rm(join(folder, 'image', 'clip.json'));
  await readAgain();
  expect([size('clip'), size('image_generation'), size('text_generation')]).toEqual([1, 1, 0]);
  expect(unread.at(-1)?.join()).toContain('clip.json: was not found');
});

test('where neither can be read, both reasons are told', async () => {
  const { replica } = await start(await temporaryStore(onTestFinished), {
    primary: primaryAway,
    readRepositories: () => Promise.reject(new Error('So are the repositories.')),
  });
  await eventually(() =>
    expect(replica.status().problem).toBe('The primary is away. So are the repositories.'),
  );
  expect(replica.hasData()).toBe(false);
});

test('a copy of the primary is kept, however old it is', async () => {
  const store = await temporaryStore(onTestFinished);
  await noteCopy(store, now - 100 * day);
  await store.write((writer) =>
    modelStore(writer).replaceAll(
      'clip',
      [{ category: 'clip', name: 'a', v2: '{"name":"a"}', legacy: null, v2_hash: 'x', legacy_hash: null }],
      now,
    ),
  );
  const readRepositories = vi.fn(readFixtures);
  const { replica } = await start(store, { primary: primaryAway, readRepositories });
  await eventually(() => expect(replica.status().problem).toBe('The primary is away.'));
  expect(readRepositories).not.toHaveBeenCalled();
  expect(replica.lagSeconds()).toBe(100 * day);
});

test('a copy from a time to come is not younger than the moment at which that was noticed', async () => {
  const store = await temporaryStore(onTestFinished);
  await noteCopy(store, now + day);
  const { replica } = await start(store, { primary: primaryAway });
  expect(replica.lagSeconds()).toBe(0);
  now += 30;
  expect(replica.lagSeconds()).toBe(30);
});

function noteCopy(store: Store, as_of: number): Promise<void> {
  return store.write((writer) => replicaStore(writer).put({ source: primaryAway.url, as_of }));
}

test('a clock that is set a day ahead, and back, makes the copy neither older nor younger', async () => {
  const store = await temporaryStore(onTestFinished);
  await noteCopy(store, now - 60);
  let elapsedMs = 0;
  const { replica } = await start(store, { primary: primaryAway, monotonicMs: () => elapsedMs });
  expect(replica.lagSeconds()).toBe(60);
  now += day;
  elapsedMs += 4_000;
  expect(replica.lagSeconds()).toBe(64);
  now -= 2 * day;
  expect(replica.lagSeconds()).toBe(64);
  now += day;
});
