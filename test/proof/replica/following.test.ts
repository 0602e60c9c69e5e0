import { expect, onTestFinished, test } from 'vitest';
import { readJsonMembers } from '../../../src/kernel/json-members.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { replicaStore } from '../../../src/modules/replica/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { createPrimaryClient } from '../../../src/outside/primary-client.ts';
import { categoryOf } from '../../../src/records/categories/index.ts';
import { openStore } from '../../../src/store/open.ts';
import { usualCategories } from '../../support/categories.ts';
import { eventually } from '../../support/eventually.ts';
import { versionsOf } from '../../support/versions.ts';
import {
  create,
  problemOf,
  type Registry,
  served,
  start,
  startPrimary,
  startReplica,
  temporaryDirectory,
  untilEqual,
  v2,
  write,
} from './registries.ts';

const readyz = async (registry: Registry) => {
  const { status, body } = await registry.get('/readyz');
  return { status, ...(JSON.parse(body) as Record<string, unknown>) };
};
const databaseIn = async () => `sqlite:${await temporaryDirectory()}/replica.db`;

test('replicas, and replicas of replicas, serve the bytes and ETags of the primary, and what is written there', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  const second = await startReplica(replica.url);
  for (const each of [replica, second]) await untilEqual(each, primary);

  await create(primary, 'clip', '3');
  await write(primary, 'DELETE', '/clip/model/7');
  await create(primary, 'clip', '7', { description: 'last now' });
  await write(primary, 'PUT', '/text_generation/model/Some/model-7B', {
    name: 'Some/model-7B',
    parameters: 7_000_000_000,
    style: 'chat',
    tags: ['one', '7B'],
  });
  await write(primary, 'DELETE', '/video_generation/model/a%20video%20model');
  for (const each of [replica, second]) await untilEqual(each, primary);
});

test('only what differs is written, once by two processes on one copy, also where an import moves models', async () => {
  const primary = await startPrimary();
  const databaseUrl = await databaseIn();
  const replicas = [
    await startReplica(primary.url, { databaseUrl }),
    await startReplica(primary.url, { databaseUrl }),
  ] as const;
  for (const replica of replicas) await untilEqual(replica, primary);
  const versions = async () => await versionsOf(replicas[0].app.store);
  const before = await versions();
  await create(primary, 'clip', 'new');
  for (const replica of replicas) await untilEqual(replica, primary);
  const clip = before.get('clip') ?? 0;
  expect(await versions()).toEqual(new Map(before).set('clip', clip + 1));

  const names = [...readJsonMembers((await primary.get(`${v2}/clip`)).body).keys()];
  const order = [...names.toReversed(), 'new at the end'];
  order.splice(1, 0, 'new in the middle');
  const models = order.map((name) => ({
    definition: categoryOf('clip'),
    file: 'clip.json',
    name,
    format: 'v2' as const,
    record: { name },
  }));
  const files = { ...joinReferenceFiles([]), models };
  await importReferences(primary.app.store, files, {
    categories: usualCategories,
    canonicalFormat: 'v2',
    now: 1_800_000_000,
  });
  await eventually(async () =>
    expect([...readJsonMembers((await primary.get(`${v2}/clip`)).body).keys()]).toEqual(order),
  );
  for (const replica of replicas) await untilEqual(replica, primary);
});

test('the event stream of a primary tells its replicas of a change', async () => {
  const primary = await startPrimary();
  const client = createPrimaryClient({ baseUrl: primary.url, timeoutMs: 10_000 });
  onTestFinished(() => client.close());
  const closing = new AbortController();
  const told: string[] = [];
  const listening = client.listen(() => void told.push('heard'), closing.signal).catch(() => {});
  await eventually(() => expect(told).toHaveLength(1));
  await create(primary, 'clip', 'new');
  await eventually(() => expect(told).toHaveLength(2));
  closing.abort();
  await listening;
});

test('while there is no copy and no primary, reads are refused instead of answered with nothing', async () => {
  const replica = await startReplica('http://127.0.0.1:9/api');
  const { status, headers, body } = await replica.get(`${v2}/clip`);
  expect([status, JSON.parse(body).detail, headers['retry-after']]).toEqual([
    503,
    'This replica has no copy of its primary yet. Try again later.',
    '5',
  ]);
  expect((await replica.get(`${v2}/info`)).status).toBe(200);
  await eventually(async () =>
    expect(await readyz(replica)).toMatchObject({
      status: 503,
      detail: 'This replica has no copy of its primary yet.',
      replica: { source: null, lag_seconds: null, problem: expect.stringContaining('127.0.0.1:9') },
    }),
  );
  expect((await replica.get('/metrics')).body).toMatch(/^modelref_replica_failing 1$/m);
});

test('a replica that starts without its primary serves its last copy, says its age, and goes on when the primary is back', async () => {
  const primary = await startPrimary();
  const databaseUrl = await databaseIn();
  const first = await startReplica(primary.url, { databaseUrl });
  await untilEqual(first, primary);
  expect((await first.get(`${v2}/clip`)).headers.age).toMatch(/^\d+$/);
  expect(await readyz(first)).toEqual({
    status: 'ready',
    replica: { source: primary.url, lag_seconds: expect.any(Number), problem: null, unread_files: [] },
  });
  const good = await served(primary);
  await primary[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  const stored = await openStore(databaseUrl);
  await stored.write(async (writer) => {
    const state = await replicaStore(writer).state();
    if (state) await replicaStore(writer).put({ ...state, as_of: state.as_of - 1_000 });
  });
  await stored.close();

  const second = await startReplica(primary.url, { databaseUrl });
  expect(await served(second)).toEqual(good);
  expect(Number((await second.get(`${v2}/clip`)).headers.age)).toBeGreaterThanOrEqual(1_000);
  await eventually(() => expect(problemOf(second)).toContain('cannot be read'));
  expect(await readyz(second)).toMatchObject({ status: 'ready' });
  const again = await start({
    databaseUrl: primary.app.context.settings.databaseUrl,
    port: primary.port,
  });
  await create(again, 'clip', 'written since');
  await untilEqual(second, again);
  await eventually(() => expect(problemOf(second)).toBeNull());
});

test('a copy that was altered on disk is mended', async () => {
  const primary = await startPrimary();
  const databaseUrl = await databaseIn();
  const first = await startReplica(primary.url, { databaseUrl });
  await untilEqual(first, primary);
  await first[Symbol.asyncDispose]();
  const stored = await openStore(databaseUrl);
  await stored.write(async (writer) => void (await modelStore(writer).delete('clip', 'b')));
  await stored.close();
  await untilEqual(await startReplica(primary.url, { databaseUrl }), primary);
});

test('while nothing can be written to its disk, a replica serves what it has; then it goes on', async () => {
  const primary = await startPrimary();
  const store = await openStore(await databaseIn());
  onTestFinished(() => store.close());
  let full = false;
  const write: typeof store.write = async (work) => {
    if (full) throw new Error('database or disk is full');
    return store.write(work);
  };
  const replica = await startReplica(primary.url, {}, { store: { ...store, write } });
  await untilEqual(replica, primary);
  const good = await served(primary);
  full = true;
  await create(primary, 'clip', 'new');
  await eventually(() => expect(problemOf(replica)).toBe('database or disk is full'));
  expect(await served(replica)).toEqual(good);
  full = false;
  await untilEqual(replica, primary);
});

test('a primary on an empty database empties no replica; one with few models is believed after a while', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url, { cacheTtlSeconds: 2 });
  await untilEqual(replica, primary);
  const before = await served(replica);
  await primary[Symbol.asyncDispose]();
  const other = await start({ port: primary.port });
  await eventually(() => expect(problemOf(replica)).toMatch(/fewer than half/));
  expect(await served(replica)).toEqual(before);
  await create(other, 'clip', 'of long ago');
  await eventually(() =>
    expect(problemOf(replica)).toMatch(
      /clip: the source has 1 and in v1 1 records, fewer than half of the 4 and 4 known/,
    ),
  );
  expect(await served(replica)).toEqual(before);
  await untilEqual(replica, other);
});

test('a replica writes no audit events, takes no writes, and offers no feed of its own', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await untilEqual(replica, primary);
  expect(await replica.app.store.read((reader) => auditStore(reader).head())).toMatchObject({ event_id: 0 });
  await expect(create(replica, 'clip', 'x')).rejects.toThrow(/503.*replicate_mode='REPLICA'/);
  expect(await replica.get(`${v2}/feed`)).toMatchObject({ status: 503 });
});

test.each([
  [true, /The database belongs to a primary: it has an audit trail of \d+ events/],
  [false, /The database belongs to a primary: it has models that were not copied from a primary/],
])('the database of a primary is not followed into, audit trail: %s', async (auditEnabled, refusal) => {
  const primary = await startPrimary({ auditEnabled });
  const { databaseUrl } = primary.app.context.settings;
  await primary[Symbol.asyncDispose]();
  await expect(startReplica('http://127.0.0.1:9/api', { databaseUrl })).rejects.toThrow(refusal);
});
