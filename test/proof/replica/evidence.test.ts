import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Overrides } from '../../../src/app/foundation.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../support/emulators/hugging-face.ts';
import { eventually } from '../../support/eventually.ts';
import { leastBody } from '../../support/least-bodies.ts';
import { startChangingProxy } from './changing-proxy.ts';
import { create, start, startReplica, temporaryDirectory } from './deployments.ts';
import { startPythonLike } from './python-like.ts';
import { type Registry, served, v2 } from './registries.ts';

const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
const often = { cacheTtlSeconds: 0.05 };
const hour = 3600;

let hub: EmulatedHub;
let overrides: Overrides;
let time: number;

beforeEach(async () => {
  hub = await startHuggingFace();
  const remote = fetcherFor({ hub });
  onTestFinished(async () => {
    await remote.close();
    await hub[Symbol.asyncDispose]();
  });
  time = Math.floor(Date.now() / 1000);
  overrides = { remoteFiles: remote, clock: { now: () => time } };
});

function onHub(name: string, sha256: string) {
  const file = { size: 1000, beginning: new Uint8Array(), sha256 };
  hub.repositories.set(`acme/${name}`, { id: `acme/${name}`, commit, files: { 'model.safetensors': file } });
}

async function startLearning(settings: Partial<Settings> = {}): Promise<Registry> {
  const databaseUrl = `sqlite:${await temporaryDirectory()}/primary.db`;
  const primary = await start(
    { databaseUrl, fileChecks: true, fileChecksPerMinute: 6_000, ...settings },
    overrides,
  );
  for (const name of ['good', 'other']) {
    onHub(name, hash);
    const file_url = `https://huggingface.co/acme/${name}/resolve/main/model.safetensors`;
    const config = { download: [{ file_name: 'm', file_url, sha256sum: hash }] };
    await create(primary, 'clip', name, { config });
  }
  return primary;
}

const json = async (registry: Registry, path: string) =>
  JSON.parse((await registry.get(`${v2}${path}`)).body);
const evidence = async (registry: Registry) => {
  const { files, counts } = await json(registry, '/files');
  const { files: ofModel, changes } = await json(registry, '/clip/model/good/files');
  const { files: withHash } = await json(registry, `/files/by-hash/${hash}`);
  const { changes: all } = await json(registry, '/files/changes');
  return { files, counts, ofModel, changes, withHash, all };
};
const verdictOf = async (registry: Registry, name: string): Promise<string> =>
  (await json(registry, `/clip/model/${name}/files`)).files[0]?.verdict;
const toShowTheSame = (replica: Registry, primary: Registry) =>
  eventually(async () => expect(await evidence(replica)).toEqual(await evidence(primary)));

describe.each([
  { kind: 'followed by its feed', settings: {} },
  { kind: 'polled', settings: { auditEnabled: false } },
])('a replica of a primary that is $kind', ({ settings }) => {
  test('shows what that has learned of files, and each verdict that changes', async () => {
    const primary = await startLearning(settings);
    await eventually(async () => expect(await verdictOf(primary, 'good')).toBe('mutable'));
    const replica = await startReplica(primary.url, often);
    await toShowTheSame(replica, primary);
    expect((await json(replica, '/clip/search?gated=false')).total).toBe(2);

    onHub('good', otherHash);
    time += 30 * hour;
    await eventually(async () => expect(await verdictOf(primary, 'good')).toBe('mismatch'));
    await eventually(async () => expect(await verdictOf(replica, 'good')).toBe('mismatch'));
    await toShowTheSame(replica, primary);
    expect((await evidence(replica)).changes).toMatchObject([
      { verdict_before: 'mutable', verdict: 'mismatch' },
      { verdict_before: null, verdict: 'mutable' },
    ]);
    expect(await json(primary, '/files')).toMatchObject({ from_primary: null, checks_enabled: true });
    await eventually(async () =>
      expect(await json(replica, '/files')).toMatchObject({
        from_primary: { age_seconds: expect.any(Number) },
        checks_enabled: false,
      }),
    );
    expect(await served(replica)).toEqual(await served(primary));
  });
});

test('while the primary does not answer, what it said last is shown, with its age', async () => {
  const primary = await startLearning();
  const proxy = await throughProxy(primary);
  let now = Math.floor(Date.now() / 1000);
  const replica = await startReplica(`${proxy.url}/api`, often, { clock: { now: () => now } });
  // Of both: after the last look the primary learns nothing that could not be asked for any more.
  for (const name of ['good', 'other'])
    await eventually(async () => expect(await verdictOf(replica, name)).toBe('mutable'));
  await toShowTheSame(replica, primary);
  const { changes: _, all: __, ...known } = await evidence(primary);
  proxy.change = (path, text) => (path.includes('/v2/files') ? { status: 500, text: '' } : text);
  now += 5 * hour;
  await eventually(async () => expect((await replica.get(`${v2}/files/changes`)).status).toBe(503));
  await eventually(async () => {
    const { files: ofModel, changes, from_primary } = await json(replica, '/clip/model/good/files');
    expect({ ofModel, changes, from_primary }).toEqual({
      ofModel: known.ofModel,
      changes: [],
      from_primary: { age_seconds: null },
    });
  });
  const shown = await json(replica, '/files');
  expect(shown).toMatchObject({ files: known.files, counts: known.counts });
  expect(shown.from_primary.age_seconds).toBeGreaterThanOrEqual(5 * hour);
  expect(await json(replica, `/files/by-hash/${hash}`)).toMatchObject({ files: known.withHash });
  expect(replica.app.context.learnedElsewhere?.problem()).toContain('it answered 500');
});

test('a primary is asked once by all who look, and not again for a while', async () => {
  const primary = await startLearning();
  const proxy = await throughProxy(primary);
  const replica = await startReplica(`${proxy.url}/api`, { cacheTtlSeconds: 3600 });
  await eventually(async () => expect(await served(replica)).toEqual(await served(primary)));
  const asked = () => proxy.asked.filter((path) => path.includes('/v2/files'));
  expect(asked()).toEqual([]);
  const paths = [
    '/files',
    '/files/marks',
    '/statistics/clip',
    '/clip/search?gated=true',
    `/files/by-hash/${hash}`,
  ];
  await Promise.all(paths.map((path) => json(replica, path)));
  await json(replica, '/files');
  expect(asked()).toEqual(['/api/model_references/v2/files?limit=500&offset=0']);
});

test('what the primary says of another version of a record is not said of the one here', async () => {
  const primary = await startLearning();
  await eventually(async () => expect(await verdictOf(primary, 'good')).toBe('mutable'));
  const proxy = await throughProxy(primary);
  proxy.change = (path, text) => (path.includes('/v2/files?') ? text.replaceAll(hash, otherHash) : text);
  const replica = await startReplica(`${proxy.url}/api`, often);
  await eventually(async () => expect(await verdictOf(replica, 'good')).toBe('unknown'));
  expect(await json(replica, '/files')).toMatchObject({
    counts: { verdicts: { unknown: 2 } },
    from_primary: { age_seconds: expect.any(Number) },
  });
});

test('a replica of a replica shows it too', async () => {
  const primary = await startLearning();
  const between = await startReplica(primary.url, often);
  const last = await startReplica(between.url, often);
  await eventually(async () => expect(await verdictOf(last, 'other')).toBe('mutable'));
  await toShowTheSame(last, primary);
});

const nothing = { files: [], has_more: false, from_primary: null };

async function throughProxy(primary: Registry) {
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

test('what a restored primary does not know any more is unknown here too', async () => {
  const primary = await startLearning();
  const proxy = await throughProxy(primary);
  const replica = await startReplica(`${proxy.url}/api`, often);
  await eventually(async () => expect(await verdictOf(replica, 'other')).toBe('mutable'));
  proxy.change = (path, text) => (path.includes('/v2/files?') ? JSON.stringify(nothing) : text);
  await eventually(async () => expect(await verdictOf(replica, 'other')).toBe('unknown'));
});

test('records are followed, whatever the primary says of files', async () => {
  const primary = await startLearning();
  const proxy = await throughProxy(primary);
  let answer = '';
  proxy.change = (path, text) =>
    path.includes('/v2/files') ? { status: 200, text: answer, headers: {} } : text;
  const cases = [
    ['{"files":7}', 'has no list of files'],
    [JSON.stringify({ ...nothing, has_more: true }), 'more than 100000 files'],
    ['no JSON', 'cannot be read'],
  ] as const;
  for (const [text, said] of cases) {
    answer = text;
    const replica = await startReplica(`${proxy.url}/api`, often);
    const { context } = replica.app;
    await eventually(async () => {
      await json(replica, '/files');
      expect(context.learnedElsewhere?.problem()).toContain(said);
    });
    await create(primary, 'clip', `written while it ${said}`);
    await eventually(async () => expect(await served(replica)).toEqual(await served(primary)));
    expect(context.replica?.status().problem).toBeNull();
    expect((await replica.get('/readyz')).status).toBe(200);
    expect(await json(replica, '/files')).toMatchObject({
      counts: { verdicts: { unknown: 2 } },
      from_primary: { age_seconds: null },
    });
  }
});

test('a primary that tells nothing of files, as the Python service, leaves them unknown, without a word', async () => {
  const python = await startPythonLike();
  onTestFinished(() => python[Symbol.asyncDispose]());
  const file_url = 'https://huggingface.co/acme/x/resolve/main/model.safetensors';
  const record = {
    ...leastBody('clip', 'x'),
    record_type: 'clip',
    config: { download: [{ file_name: 'm', file_url }] },
  };
  python.views.set('v2/clip', { x: record });
  const replica = await startReplica(python.url, often);
  await eventually(async () => expect(await verdictOf(replica, 'x')).toBe('unknown'));
  await eventually(() => expect(python.answered.join()).toContain('v2/files 404'));
  expect(await json(replica, '/files')).toMatchObject({ from_primary: { age_seconds: null } });
  expect(replica.app.context.learnedElsewhere?.problem()).toBeNull();
  expect(replica.logs.join('')).not.toContain('asked about files');
});
