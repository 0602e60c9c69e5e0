import { expect, onTestFinished, test } from 'vitest';
import { jsonMembers } from '../../../src/kernel/json-members.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { replicaStore } from '../../../src/modules/replica/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { categoryOf } from '../../../src/records/categories/index.ts';
import { openStore } from '../../../src/store/open.ts';
import { eventually } from '../../support/eventually.ts';
import { versionsOf } from '../../support/versions.ts';
import { startChangingProxy } from './changing-proxy.ts';
import { bootstraps, create, start, startPrimary, startReplica, temporaryDirectory } from './deployments.ts';
import { type Registry, served, v2, write } from './registries.ts';

const toBeTheSame = (replica: Registry, primary: Registry) =>
  eventually(async () => expect(await served(replica)).toEqual(await served(primary)));

const readyz = async (registry: Registry) => {
  const { status, body } = await registry.get('/readyz');
  return { status, ...(JSON.parse(body) as Record<string, unknown>) };
};

test('a replica serves the bytes and ETags of its primary in both versions, and what is written there', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await toBeTheSame(replica, primary);

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
  await toBeTheSame(replica, primary);

  const { status, body } = await replica.get(`${v2}/clip`);
  expect(status).toBe(200);
  expect([...body.matchAll(/"name":"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name)).toEqual([
    'b',
    'ä \\"quoted\\" name',
    '0',
    '3',
    '7',
  ]);
  expect(bootstraps(replica)).toEqual(['there is no copy yet']);
});

test('a replica follows the order of a file that its primary imports, also when it begins later', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await toBeTheSame(replica, primary);
  const names = [...jsonMembers((await primary.get(`${v2}/clip`)).body).keys()];
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
  await importReferences(primary.app.store, files, { canonicalFormat: 'v2', now: 1_800_000_000 });
  const namesAt = async (registry: Registry) => [
    ...jsonMembers((await registry.get(`${v2}/clip`)).body).keys(),
  ];
  await eventually(async () => expect(await namesAt(primary)).toEqual(order));
  await toBeTheSame(replica, primary);
  expect(await namesAt(replica)).toEqual(order);
  expect(bootstraps(replica)).toEqual(['there is no copy yet']);
  const later = await startReplica(primary.url);
  await toBeTheSame(later, primary);
});

test('a replica says how old its copy is, and where it comes from', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await toBeTheSame(replica, primary);
  expect((await replica.get(`${v2}/clip`)).headers.age).toMatch(/^\d+$/);
  expect((await replica.get('/api/model_references/v1/clip')).headers.age).toMatch(/^\d+$/);
  expect((await replica.get(`${v2}/clip/search`)).headers.age).toMatch(/^\d+$/);
  expect((await primary.get(`${v2}/clip`)).headers.age).toBeUndefined();
  expect(await readyz(replica)).toMatchObject({
    status: 'ready',
    replica: {
      source: primary.url,
      kind: 'feed',
      cursor: expect.stringMatching(/^\d+-[0-9a-f]{16}$/),
      lag_seconds: expect.any(Number),
      problem: null,
      unread_files: [],
    },
  });
  expect((await replica.get('/metrics')).body).toMatch(/^modelref_replica_lag_seconds \d+$/m);
  expect((await replica.get('/metrics')).body).toMatch(/^modelref_replica_failing 0$/m);
  expect((await primary.get('/metrics')).body).not.toContain('modelref_replica');
  expect(await readyz(primary)).toEqual({ status: 'ready' });
});

test('while there is no copy and no primary, reads are refused instead of answered with nothing', async () => {
  const replica = await startReplica('http://127.0.0.1:9/api');
  const { status, headers, body } = await replica.get(`${v2}/clip`);
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 503,
    body: { detail: 'This replica has no copy of its primary yet. Try again soon.' },
  });
  expect(headers['retry-after']).toBe('5');
  expect((await replica.get('/api/model_references/v1/clip')).status).toBe(503);
  expect((await replica.get(`${v2}/info`)).status).toBe(200);
  expect((await replica.get(`${v2}/model_categories`)).status).toBe(200);
  await eventually(async () =>
    expect(await readyz(replica)).toMatchObject({
      status: 503,
      detail: 'This replica has no copy of its primary yet.',
      replica: { source: null, lag_seconds: null, problem: expect.stringContaining('127.0.0.1:9') },
    }),
  );
  expect((await replica.get('/metrics')).body).toMatch(/^modelref_replica_failing 1$/m);
});

test('a replica that starts without its primary serves its last good copy, and says its age', async () => {
  const primary = await startPrimary();
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const first = await startReplica(primary.url, { databaseUrl });
  await toBeTheSame(first, primary);
  const good = await served(primary);
  await primary[Symbol.asyncDispose]();
  await first.app.store.write(async (writer) => {
    const state = await replicaStore(writer).state();
    if (state) await replicaStore(writer).put({ ...state, as_of: state.as_of - 1_000 });
  });
  await first[Symbol.asyncDispose]();

  const second = await startReplica(primary.url, { databaseUrl });
  expect(await served(second)).toEqual(good);
  expect(Number((await second.get(`${v2}/clip`)).headers.age)).toBeGreaterThanOrEqual(1_000);
  await eventually(async () =>
    expect(await readyz(second)).toMatchObject({
      status: 'ready',
      replica: { source: primary.url, problem: expect.stringContaining('cannot be read') },
    }),
  );
  expect(await served(second)).toEqual(good);
});

test('a replica goes on where it stopped', async () => {
  const primary = await startPrimary();
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const first = await startReplica(primary.url, { databaseUrl });
  await toBeTheSame(first, primary);
  await first[Symbol.asyncDispose]();
  await create(primary, 'clip', 'written meanwhile');
  const second = await startReplica(primary.url, { databaseUrl });
  await toBeTheSame(second, primary);
  expect(bootstraps(second)).toEqual([]);
});

test('a primary with another history is copied anew', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url, { cacheTtlSeconds: 1 });
  await toBeTheSame(replica, primary);
  await primary[Symbol.asyncDispose]();
  const other = await start({
    databaseUrl: `sqlite:${await temporaryDirectory()}/other.db`,
    port: primary.port,
  });
  for (let i = 0; i < 12; i += 1) await create(other, 'clip', `other ${i}`);
  await toBeTheSame(replica, other);
  expect(bootstraps(replica).at(-1)).toContain('its history was replaced');
});

test('a copy that was altered on disk is found out, and made anew', async () => {
  const primary = await startPrimary();
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const first = await startReplica(primary.url, { databaseUrl });
  await toBeTheSame(first, primary);
  await first[Symbol.asyncDispose]();
  // While nobody looks: a running replica may compare just then.
  const stored = await openStore(databaseUrl);
  await stored.write(async (writer) => void (await modelStore(writer).delete('clip', 'b')));
  await stored.close();
  const second = await startReplica(primary.url, { databaseUrl });
  await toBeTheSame(second, primary);
  expect(bootstraps(second)).toEqual(['the copy differs from the primary in the categories clip']);
});

test('a category that does not fit its Repr-Digest is not swapped in', async () => {
  const primary = await startPrimary();
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const replica = await startReplica(`${proxy.url}/api`);
  await toBeTheSame(replica, primary);
  const good = await served(primary);

  // The history is another now, so the copy has to be made anew: from damaged answers.
  proxy.change = (path, text) => {
    if (path.includes('/feed?since=head')) return text;
    if (path.includes('/feed')) return { status: 410, text: '{"detail":"gone"}' };
    return path.endsWith('/v1/image_generation') ? text.replace('an image', 'no image') : text;
  };
  await create(primary, 'clip', 'written meanwhile');
  await eventually(async () =>
    expect(await readyz(replica)).toMatchObject({
      status: 'ready',
      replica: { problem: expect.stringMatching(/not those of its Repr-Digest/) },
    }),
  );
  expect(await served(replica)).toEqual(good);

  proxy.change = (_path, text) => text;
  await toBeTheSame(replica, primary);
});

test('an event that is not what its hashes say is not taken: the category is read instead', async () => {
  const primary = await startPrimary();
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const replica = await startReplica(`${proxy.url}/api`);
  await toBeTheSame(replica, primary);
  proxy.change = (path, text) => (path.includes('/feed') ? text.replaceAll('honest', 'forged') : text);
  await create(primary, 'clip', 'new', { description: 'an honest model' });
  await toBeTheSame(replica, primary);
  expect(bootstraps(replica).at(-1)).toMatch(/the feed is damaged: event \d+ of clip 'new': its v2 record/);
  expect((await replica.get(`${v2}/clip/model/new`)).body).toContain('honest');
});

test('where streams do not get through, the feed is read by pages', async () => {
  const primary = await startPrimary();
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  proxy.change = (path, text) => (path.includes('/stream') ? { status: 502, text: '' } : text);
  const replica = await startReplica(`${proxy.url}/api`);
  await toBeTheSame(replica, primary);
  for (const name of ['one', 'two', 'three']) {
    await create(primary, 'clip', name);
    await toBeTheSame(replica, primary);
  }
  expect(bootstraps(replica)).toHaveLength(1);
});

test('two processes on one copy take every event over once', async () => {
  const primary = await startPrimary();
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  const replicas = [
    await startReplica(primary.url, { databaseUrl }),
    await startReplica(primary.url, { databaseUrl }),
  ] as const;
  for (const replica of replicas) await toBeTheSame(replica, primary);
  const versions = async () => (await versionsOf(replicas[0].app.store)).get('clip') ?? 0;
  const before = await versions();
  for (let i = 0; i < 10; i += 1) await create(primary, 'clip', `new ${i}`);
  for (const replica of replicas) await toBeTheSame(replica, primary);
  expect((await versions()) - before).toBe(10);
});

test('a replica writes no audit events, takes no writes, and offers no feed of its own', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await toBeTheSame(replica, primary);
  expect(await replica.app.store.read((reader) => auditStore(reader).head())).toMatchObject({
    event_id: 0,
  });
  await expect(create(replica, 'clip', 'x')).rejects.toThrow(/503.*replicate_mode='REPLICA'/);
  expect(await replica.get(`${v2}/feed`)).toMatchObject({ status: 503 });
});

test('the database of a primary is not followed into', async () => {
  const primary = await startPrimary();
  const { databaseUrl } = primary.app.context.settings;
  await primary[Symbol.asyncDispose]();
  await expect(startReplica('http://127.0.0.1:9/api', { databaseUrl })).rejects.toThrow(
    /The database belongs to a primary: it has an audit trail of \d+ events/,
  );
});
