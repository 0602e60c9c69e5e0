import { expect, onTestFinished, test } from 'vitest';
import { contentHash } from '../../../src/records/hash.ts';
import { openStore } from '../../../src/store/open.ts';
import { eventually } from '../../support/eventually.ts';
import { type ChangingProxy, startChangingProxy } from './changing-proxy.ts';
import { bootstraps, create, start, startPrimary, startReplica, temporaryDirectory } from './deployments.ts';
import { type Registry, served } from './registries.ts';

const toBeTheSame = (replica: Registry, primary: Registry) =>
  eventually(async () => expect(await served(replica)).toEqual(await served(primary)));
const problemOf = (registry: Registry) => registry.app.context.replica?.status().problem ?? null;

async function proxyOf(primary: Registry): Promise<ChangingProxy> {
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

test('a category that cannot be compared is tried later, and does not keep the feed from being followed', async () => {
  const primary = await startPrimary();
  const proxy = await proxyOf(primary);
  const asked = () => proxy.asked.filter((path) => path.endsWith('/v2/lora')).length;
  // The first time it is read for the copy, the second time for the comparison.
  proxy.change = (path, text) =>
    path.endsWith('/v2/lora') && asked() > 1 ? { status: 500, text: '' } : text;
  const replica = await startReplica(`${proxy.url}/api`);
  await toBeTheSame(replica, primary);
  await eventually(() => expect(replica.logs.join('')).toMatch(/v2\/lora cannot be read: it answered 500/));
  for (const name of ['one', 'two', 'three']) {
    await create(primary, 'clip', name);
    await toBeTheSame(replica, primary);
  }
  expect(asked()).toBe(2);
});

test('a copy that is the same is compared once, not with every sign of life', async () => {
  const primary = await startPrimary();
  const proxy = await proxyOf(primary);
  const replica = await startReplica(`${proxy.url}/api`);
  for (const name of ['one', 'two', 'three']) {
    await create(primary, 'clip', name);
    await toBeTheSame(replica, primary);
  }
  // Once for the copy, once for the comparison behind it.
  expect(proxy.asked.filter((path) => path.endsWith('/v2/lora'))).toHaveLength(2);
});

test('behind a proxy that knows no ETags, a copy that is the same is known to be', async () => {
  const primary = await startPrimary();
  const proxy = await proxyOf(primary);
  proxy.hides = ['if-none-match'];
  const replica = await startReplica(`${proxy.url}/api`);
  await eventually(() => expect(proxy.asked.some((path) => path.includes('/stream'))).toBe(true));
  await create(primary, 'clip', 'new');
  await toBeTheSame(replica, primary);
  expect(bootstraps(replica)).toEqual(['there is no copy yet']);
});

test('a category that the feed does not add up to is not taken, although its ETag fits', async () => {
  const primary = await startPrimary();
  const proxy = await proxyOf(primary);
  proxy.change = (path, text) => {
    if (!path.endsWith('/v1/text_generation')) return text;
    const forged = text.replace('"model-7B"', '"model-8B"');
    return { status: 200, text: forged, headers: { etag: `"${contentHash(forged)}"` } };
  };
  const replica = await startReplica(`${proxy.url}/api`);
  await eventually(() =>
    expect(problemOf(replica)).toBe("The primary's feed does not add up to its category text_generation."),
  );
  expect((await replica.get('/api/model_references/v2/clip')).status).toBe(503);
});

test('while nothing can be written to its disk, a replica serves what it has; then it goes on', async () => {
  const primary = await startPrimary();
  const store = await openStore(`sqlite:${await temporaryDirectory()}/replica.db`);
  onTestFinished(() => store.close());
  let full = false;
  const write: typeof store.write = async (work) => {
    if (full) throw new Error('database or disk is full');
    return store.write(work);
  };
  const replica = await startReplica(primary.url, {}, { store: { ...store, write } });
  await toBeTheSame(replica, primary);
  const good = await served(primary);
  full = true;
  await create(primary, 'clip', 'new');
  await eventually(() => expect(problemOf(replica)).toBe('database or disk is full'));
  expect(await served(replica)).toEqual(good);
  full = false;
  await toBeTheSame(replica, primary);
  expect(bootstraps(replica)).toHaveLength(1);
});

test('the models of a primary without an audit trail are not overwritten', async () => {
  const primary = await startPrimary({ auditEnabled: false });
  const { databaseUrl } = primary.app.context.settings;
  await primary[Symbol.asyncDispose]();
  await expect(startReplica('http://127.0.0.1:9/api', { databaseUrl })).rejects.toThrow(
    'The database belongs to a primary: it has models that were not copied from a primary',
  );
});

test('a primary that starts on an empty database does not empty its replicas', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url);
  await toBeTheSame(replica, primary);
  const before = await served(replica);
  await primary[Symbol.asyncDispose]();
  const { databaseUrl } = primary.app.context.settings;
  const mistyped = `sqlite:${await temporaryDirectory()}/mistyped.db`;
  const empty = await start({ databaseUrl: mistyped, port: primary.port });
  await eventually(() => expect(problemOf(replica)).toMatch(/has no models/));
  expect(await served(replica)).toEqual(before);
  await empty[Symbol.asyncDispose]();
  const again = await start({ databaseUrl, port: primary.port });
  await create(again, 'clip', 'written since');
  await toBeTheSame(replica, again);
  expect(problemOf(replica)).toBeNull();
});

test('a primary that has nearly no model any more is copied anew when it has said so twice', async () => {
  const primary = await startPrimary();
  const replica = await startReplica(primary.url, { cacheTtlSeconds: 2 });
  const before = await served(primary);
  await toBeTheSame(replica, primary);
  await primary[Symbol.asyncDispose]();
  const older = await start({
    databaseUrl: `sqlite:${await temporaryDirectory()}/older.db`,
    port: primary.port,
  });
  await create(older, 'clip', 'of long ago');
  await eventually(() =>
    expect(problemOf(replica)).toMatch(/has 1 records instead of \d+: taken over only if/),
  );
  expect(await served(replica)).toEqual(before);
  await toBeTheSame(replica, older);
  expect(bootstraps(replica).at(-1)).toContain('its history was replaced');
});
