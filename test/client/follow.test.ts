import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type Cache,
  type Follower,
  type FollowOptions,
  type ModelChange,
  ModelrefClient,
  memoryCache,
} from '../../client/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { assign, contract, create, publishGuidance, textModel } from '../support/guidance.ts';
import { answer, type LyingProxy, startLyingProxy, type Trick } from './lying-proxy.ts';

let app: TestApp;
let origin: string;
let proxy: LyingProxy;
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  origin = await app.service.listen();
  proxy = await startLyingProxy(origin);
  // So that the category is never empty, which would be a 404 without an ETag.
  await app.change('POST', '/clip', { name: 'always' });
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

const download = (sha: string, url = 'https://example.com/f') => ({
  file_name: 'weights.pt',
  file_url: url,
  sha256sum: sha.repeat(64),
});
const record = (name: string, description: string, sha = 'a', url?: string) => ({
  name,
  description,
  config: { download: [download(sha, url)] },
});

interface Followed {
  readonly follower: Follower;
  readonly changes: ModelChange[];
  stop(): Promise<void>;
}

async function follow(cache?: Cache, options: FollowOptions = {}, through = proxy): Promise<Followed> {
  const client = new ModelrefClient({ server: `${through.url}/api`, attempts: 1, ...(cache && { cache }) });
  const follower = await client.follow({ categories: ['clip'], pollSeconds: 0.05, ...options });
  const controller = new AbortController();
  const changes: ModelChange[] = [];
  const reading = (async () => {
    for await (const change of follower.changes(controller.signal)) changes.push(change);
  })();
  const stop = async () => {
    controller.abort();
    await reading;
  };
  onTestFinished(stop);
  return { follower, changes, stop };
}

const short = ({ operation, name, by, affectsFiles }: ModelChange) => [operation, name, by, affectsFiles];

test('by the stream: a change of a file is told from a change of text', async () => {
  await app.change('POST', '/clip', record('s', 'one'));
  const { follower, changes } = await follow();
  expect(follower.models('clip').get('s')?.description).toBe('one');
  await eventually(() => expect(follower.by).toBe('stream'));
  await app.change('PUT', '/clip/model/s', record('s', 'two'));
  await app.change('PUT', '/clip/model/s', record('s', 'two', 'b'));
  await app.change('PUT', '/clip/model/s', record('s', 'two', 'b', 'https://elsewhere.example/f'));
  await app.change('DELETE', '/clip/model/s');
  await eventually(() => expect(changes).toHaveLength(4));
  expect(changes.map(short)).toEqual([
    ['update', 's', 'stream', false],
    ['update', 's', 'stream', true],
    ['update', 's', 'stream', false],
    ['delete', 's', 'stream', true],
  ]);
  const [text, hash, address] = changes;
  expect([text?.fields, text?.files]).toEqual([['description'], []]);
  expect(hash?.fields).toEqual([]);
  expect(hash?.files.map(({ file, kind }) => [file, kind])).toEqual([['weights.pt', 'hash']]);
  expect(address?.files.map(({ kind }) => kind)).toEqual(['address']);
  expect(follower.models('clip').has('s')).toBe(false);
  expect(follower.error).toBeNull();
});

test.each(['stream', 'pages'])(
  'text models are read again when the guidance in them changes, by %s',
  async (by) => {
    const settings = { port: 0, recordProjections: ['guidance'] } as const;
    await using registry = await startTestApp({ settings });
    await using through = await startLyingProxy(await registry.service.listen());
    if (by === 'pages') {
      through.trick = (asked, response) =>
        asked.url?.includes('/stream') === true && answer(response, 502, '');
    }
    await registry.seed('text_generation', textModel('Plain-7B'), textModel('Other-7B'));
    const { follower, changes, stop } = await follow(undefined, { categories: ['text_generation'] }, through);
    await eventually(() => expect(follower.by).toBe(by));
    await publishGuidance(registry, {
      profile_changes: [create(contract('chatml'))],
      assignment_changes: [assign('Plain-7B', 'chatml')],
    });
    await eventually(() => expect(changes.map(short)).toEqual([['update', 'Plain-7B', by, false]]));
    expect(changes[0]?.after).toMatchObject({ guidance: { primary_profile_id: 'chatml' } });
    await stop();
  },
);

test('by pages where streams do not get through', async () => {
  proxy.misbehave((asked, response) => asked.url?.includes('/stream') === true && answer(response, 502, ''));
  const { follower, changes } = await follow();
  await app.change('POST', '/clip', record('p', 'one'));
  await eventually(() => expect(changes.map(short)).toEqual([['create', 'p', 'pages', true]]));
  await eventually(() => expect([follower.by, follower.error]).toEqual(['pages', null]));
  await app.change('DELETE', '/clip/model/p');
  await eventually(() => expect(changes.map(short).at(-1)).toEqual(['delete', 'p', 'pages', true]));
});

test('by asking with ETags where there is no feed', async () => {
  proxy.misbehave(
    (asked, response) =>
      asked.url?.includes('/feed') === true && answer(response, 404, '{"detail":"Not Found"}'),
  );
  const { follower, changes } = await follow(memoryCache());
  await eventually(() => expect(follower.by).toBe('polling'));
  await app.change('POST', '/clip', record('polled', 'one'));
  await eventually(() => expect(changes.map(short)).toEqual([['create', 'polled', 'snapshot', true]]));
  await app.change('DELETE', '/clip/model/polled');
  await eventually(() => expect(changes).toHaveLength(2));
  proxy.log.length = 0;
  await eventually(() =>
    expect(proxy.log.filter((line) => line.endsWith('v2/clip 304')).length).toBeGreaterThan(2),
  );
});

test('after a while away, what happened meanwhile comes first, and nothing twice', async () => {
  const cache = memoryCache();
  await app.change('POST', '/clip', record('away', 'one'));
  const first = await follow(cache);
  await eventually(() => expect(first.follower.by).toBe('stream'));
  await first.stop();
  await app.change('PUT', '/clip/model/away', record('away', 'two'));
  const second = await follow(cache);
  await eventually(() => expect(second.changes.map(short)).toEqual([['update', 'away', 'pages', false]]));
  await eventually(() => expect(second.follower.by).toBe('stream'));
  await second.stop();
  const third = await follow(cache);
  await eventually(() => expect(third.follower.by).toBe('stream'));
  await app.change('DELETE', '/clip/model/away');
  await eventually(() => expect(third.changes.map(short)).toEqual([['delete', 'away', 'stream', true]]));
});

test('a copy of which a part cannot be written loses no change, and is written as soon as it can be', async () => {
  const kept = memoryCache();
  const full = new Error('the disk is full');
  let isFull = false;
  const cache: Cache = {
    get: kept.get,
    set: async (key, value) => (isFull && key.endsWith(' clip') ? full : kept.set(key, value)),
  };
  const told: (Error | null)[] = [];
  const onKept = (error: Error | null) => void (told.at(-1) !== error && told.push(error));
  const first = await follow(cache, { onKept });
  await eventually(() => expect(first.follower.by).toBe('stream'));
  isFull = true;
  await app.change('POST', '/clip', record('unkept', 'one'));
  await eventually(() => expect(told).toEqual([null, full]));
  await first.stop();
  const second = await follow(cache, { onKept });
  await eventually(() => expect(second.changes.map(short)).toEqual([['create', 'unkept', 'pages', true]]));
  isFull = false;
  // A change of a category that is not followed, which alone would store nothing of this one.
  await app.change('POST', '/blip', { name: 'other' });
  await eventually(() => expect(told).toEqual([null, full, null]));
  await second.stop();
  const third = await follow(cache);
  await eventually(() => expect(third.follower.by).toBe('stream'));
  expect([third.changes, third.follower.models('clip').has('unkept')]).toEqual([[], true]);
});

test('a cursor of another history is answered 410: a snapshot tells what is different', async () => {
  const kept = memoryCache();
  const place = { text: '' };
  const cache: Cache = {
    get: kept.get,
    set: async (key, value) => {
      if (key.endsWith(' place')) place.text = key;
      await kept.set(key, value);
    },
  };
  await app.change('POST', '/clip', record('restored', 'one'));
  await (await follow(cache)).stop();
  const old = JSON.parse((await cache.get(place.text)) ?? '');
  await cache.set(
    place.text,
    JSON.stringify({ ...old, cursor: `${old.cursor.split('-')[0]}-${'0'.repeat(16)}` }),
  );
  await app.change('PUT', '/clip/model/restored', record('restored', 'two', 'c'));
  const { follower, changes } = await follow(cache);
  await eventually(() => expect(changes.map(short)).toEqual([['update', 'restored', 'snapshot', true]]));
  await eventually(() => expect(follower.by).toBe('stream'));
  await app.change('DELETE', '/clip/model/restored');
});

test('starts from the last good copy while the registry is away, and catches up when it is back', async () => {
  const cache = memoryCache();
  await app.change('POST', '/clip', record('kept', 'one'));
  await (await follow(cache)).stop();
  proxy.misbehave((_, response) => {
    response.destroy();
    return true;
  });
  const { follower, changes } = await follow(cache);
  expect(follower.models('clip').get('kept')?.description).toBe('one');
  await eventually(() => expect(follower.error).toMatchObject({ kind: 'unreachable' }));
  await app.change('PUT', '/clip/model/kept', record('kept', 'two'));
  proxy.trick = null;
  await eventually(() => expect(changes.map(short)).toEqual([['update', 'kept', 'pages', false]]));
  await eventually(() => expect(follower.error).toBeNull());
  await expect(follow()).resolves.toBeDefined();
});

test('a record that is not what its hash says is not believed', async () => {
  const { follower, changes } = await follow();
  await eventually(() => expect(follower.by).toBe('stream'));
  proxy.alter = (body, path) =>
    path.includes('/feed') ? Buffer.from(body.toString().replaceAll('honest words', 'crooked word')) : body;
  await app.change('POST', '/clip', record('told', 'honest words'));
  await eventually(() => expect(changes.length).toBeGreaterThan(0));
  expect(changes.map(short)).toEqual([['create', 'told', 'snapshot', true]]);
  expect(changes[0]?.after?.description).toBe('honest words');
});

const toldAgain = (cursor: string) =>
  JSON.stringify({
    events: [],
    file_verdicts: [],
    next: cursor,
    head: '999-0123456789abcdef',
    has_more: true,
  });

test.each(['the same place', 'a place before'])('pages that go on to %s are read once', async (where) => {
  let pages = 0;
  proxy.misbehave((asked, response) => {
    const since = new URL(asked.url ?? '', 'http://any').searchParams.get('since');
    if (!asked.url?.includes('/feed?') || since === 'head') return false;
    pages += 1;
    // An end for the test where there is none.
    if (pages > 50) return answer(response, 404, '{"detail":"Not Found"}');
    return answer(response, 200, toldAgain(where === 'the same place' ? String(since) : '0'));
  });
  const { follower } = await follow();
  await eventually(() => expect(follower.error?.message).toMatch(/must begin after \d+-[0-9a-f]{16}/));
  // One for each try: it tries again after a pause.
  expect(pages).toBeLessThan(5);
});

const isFeed = (url = '') => url.includes('/feed');
const refused = '{"detail":"No"}';

const badRegistries: readonly [what: string, trick: Trick, options?: FollowOptions][] = [
  [
    'ends each stream at once',
    (asked, response) =>
      asked.url?.includes('/feed/stream') === true &&
      answer(response, 200, '', { 'content-type': 'text/event-stream' }),
  ],
  [
    'refuses each place that it has named itself',
    (asked, response) =>
      isFeed(asked.url) && !asked.url?.includes('since=head') && answer(response, 410, refused),
  ],
  [
    'refuses streams from each place',
    (asked, response) => asked.url?.includes('/feed/stream') === true && answer(response, 410, refused),
  ],
  [
    'wants to be asked again in a month',
    (asked, response) =>
      isFeed(asked.url) &&
      !asked.url?.includes('since=head') &&
      answer(response, 503, refused, { 'retry-after': '2592000' }),
  ],
  [
    'has no feed, and is asked never again',
    (asked, response) => isFeed(asked.url) && answer(response, 404, refused),
    { pollSeconds: Number.POSITIVE_INFINITY },
  ],
];

test('a registry that answers badly is not asked without a pause', async () => {
  const asked = await Promise.all(
    badRegistries.map(async ([what, trick, options]) => {
      await using bad = await startLyingProxy(origin);
      bad.trick = trick;
      const { stop } = await follow(undefined, options, bad);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await stop();
      return { what, times: bad.log.length };
    }),
  );
  expect(asked.filter(({ times }) => times === 0 || times >= 20)).toEqual([]);
});

test('a stream that tells an event again is left, and what is there is read instead', async () => {
  let streams = 0;
  await app.change('POST', '/clip', record('again', 'one'));
  const { events } = JSON.parse((await app.get('/api/model_references/v2/feed?since=0')).body);
  const last = events.at(-1);
  proxy.misbehave((asked, response) => {
    if (!asked.url?.includes('/feed/stream')) return false;
    streams += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${last.cursor}\nevent: model\ndata: ${JSON.stringify(last)}\n\n`);
    return true;
  });
  const { follower, changes } = await follow();
  await eventually(() => expect(follower.error?.message).toContain('an event has an unexpected form'));
  expect(changes).toEqual([]);
  expect(streams).toBeGreaterThan(0);
});

test('a category that suddenly lost most of its models is believed when it says so twice', async () => {
  for (const name of ['l1', 'l2', 'l3', 'l4', 'l5', 'l6']) await app.change('POST', '/esrgan', { name });
  let lies = 0;
  proxy.misbehave((asked, response) => {
    if (asked.url?.includes('/feed')) return answer(response, 404, '{"detail":"Not Found"}');
    if (!asked.url?.endsWith('/v2/esrgan') || lies === 0) return false;
    lies -= 1;
    return answer(response, 404, '{"detail":"Category not found"}');
  });
  const { follower, changes } = await follow(undefined, { categories: ['esrgan'] });
  await eventually(() => expect(follower.by).toBe('polling'));
  lies = 1;
  await eventually(() => expect(lies).toBe(0));
  await eventually(() => expect(follower.by).toBe('polling'));
  await eventually(() => expect(follower.error).toBeNull());
  expect([changes, follower.models('esrgan').size]).toEqual([[], 6]);
  lies = 1000;
  await eventually(() => expect(changes).toHaveLength(6));
});

test('a replica is followed by asking, and its copies say how old they are', async () => {
  await using replica = await startTestApp({
    settings: { port: 0, replicateMode: 'REPLICA', primaryApiUrl: `${proxy.url}/api` },
  });
  const server = `${await replica.service.listen()}/api`;
  await app.change('POST', '/blip', { name: 'replicated' });
  const client = new ModelrefClient({ server });
  await eventually(async () => expect((await client.category('blip')).value.has('replicated')).toBe(true));
  const follower = await client.follow({ categories: ['blip'], pollSeconds: 0.05 });
  const controller = new AbortController();
  const changes = follower.changes(controller.signal);
  const next = changes.next();
  await app.change('PUT', '/blip/model/replicated', { name: 'replicated', description: 'now' });
  expect((await next).value).toMatchObject({
    operation: 'update',
    name: 'replicated',
    fields: ['description'],
  });
  controller.abort();
  await changes.return(undefined);
});
