import { expect, onTestFinished, test, vi } from 'vitest';
import { openReferenceDirectory } from '../../../src/cli/reference-directory.ts';
import { categories } from '../../../src/registry/categories/index.ts';
import { createCatalog } from '../../../src/services/catalog/catalog.ts';
import type { Primary } from '../../../src/services/ports/primary.ts';
import type { Store } from '../../../src/services/ports/store.ts';
import { type Replica, type ReplicaOptions, startReplica } from '../../../src/services/replica/replica.ts';
import { readReferenceFiles } from '../../../src/services/transfer/reference-files.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const day = 86_400;
let now = 1_800_000_000;

const away = async () => {
  throw new Error('The primary is away.');
};
const primaryAway: Primary = {
  url: 'http://primary.example/api',
  page: away,
  stream: away,
  view: away,
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
    categories,
    clock: { now: () => now },
    settings: { canonicalFormat: 'v2', cacheTtlSeconds: 60 },
    primary: null,
    readRepositories: null,
    random: () => 0,
    onFailure: () => {},
    onBootstrap: () => {},
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
  expect(replica.status()).toMatchObject({ source: 'the legacy repositories', kind: 'files', cursor: null });
  await eventually(() => expect(replica.status().problem).toBe('The primary is away.'));
  expect(catalog.snapshot('v2', 'clip').records.length).toBeGreaterThan(0);
  expect(catalog.snapshot('legacy', 'text_generation').records.length).toBeGreaterThan(0);
  expect(readRepositories).toHaveBeenCalledTimes(1);
  const versions = await store.versions();
  now += 601;
  await eventually(() => expect(readRepositories).toHaveBeenCalledTimes(2));
  await eventually(() => expect(replica.lagSeconds()).toBe(0));
  expect(await store.versions()).toEqual(versions);
});

test('with no primary at all, the legacy repositories are what is served', async () => {
  const store = await temporaryStore(onTestFinished);
  const { replica, catalog } = await start(store, { readRepositories: readFixtures });
  await eventually(() => expect(replica.hasData()).toBe(true));
  expect(replica.status()).toMatchObject({ source: 'the legacy repositories', kind: 'files', problem: null });
  expect(catalog.snapshot('legacy', 'clip').records.length).toBeGreaterThan(0);
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
    writer.models.replaceAll(
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

test('the clock of a primary that is fast does not hide how old the copy is', async () => {
  const store = await temporaryStore(onTestFinished);
  await noteCopy(store, now - 60);
  const asked: string[] = [];
  const event = {
    event_id: 2,
    cursor: '2-0123456789abcdef',
    timestamp: now + day,
    category: 'clip',
    model_name: 'a',
    operation: 'delete',
    v2: null,
    legacy: null,
    v2_hash: null,
    legacy_hash: null,
  };
  const page: Primary['page'] = async (since) => {
    asked.push(since);
    if (since !== '1-0123456789abcdef') return away();
    return { kind: 'page', events: [event] as never, next: event.cursor, head: '3-0123456789abcdef' };
  };
  const { replica } = await start(store, { primary: { ...primaryAway, page } });
  await eventually(() => expect(asked).toContain(event.cursor));
  now += 10;
  expect(replica.lagSeconds()).toBe(10);
  expect(await store.read((reader) => reader.replica.state())).toMatchObject({
    cursor: event.cursor,
    as_of: now - 10,
  });
});

/** A copy of the primary, complete up to its first event. */
function noteCopy(store: Store, as_of: number): Promise<void> {
  const state = { source: primaryAway.url, kind: 'feed', cursor: '1-0123456789abcdef', as_of } as const;
  return store.write((writer) => writer.replica.put(state));
}
