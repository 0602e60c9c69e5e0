import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskCache } from '../../client/src/disk-cache.ts';
import { ApiError, ModelrefClient, memoryCache } from '../../client/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { keys } from '../support/identity-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { answer, type LyingProxy, startLyingProxy, type Trick } from './lying-proxy.ts';

let app: TestApp;
let proxy: LyingProxy;
beforeAll(async () => {
  app = await startTestApp({ settings: { port: 0 } });
  proxy = await startLyingProxy(await app.service.listen());
  await app.seed('clip', { name: 'a' });
  await app.settled();
});
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await app?.[Symbol.asyncDispose]();
});

const quick = { attempts: 2 };
/** For a proxy that may never answer. */
const impatient = { ...quick, timeoutMs: 1_000 };

const clip = (response: Parameters<Trick>[1], body: string, headers = {}) =>
  answer(response, 200, body, headers);

const digestOfOther = `sha-256=:${createHash('sha256').update('{}').digest('base64')}:`;
let times = 0;
const lies: [what: string, trick: Trick][] = [
  ['a login page', (_, response) => clip(response, '<html>Sign in</html>', { 'content-type': 'text/html' })],
  ['half of the body', (_, response) => clip(response, '{"a":{"name":')],
  [
    'other bytes under its Repr-Digest',
    (_, response) => clip(response, `{"a":{"name":"${++times}"}}`, { 'repr-digest': digestOfOther }),
  ],
  ['a list', (_, response) => clip(response, '[]')],
  [
    'a body that is cut',
    (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      response.destroy();
      return true;
    },
  ],
  [
    '304 whatever is asked',
    (asked, response) => {
      if (asked.headers['if-none-match']) return answer(response, 502, '');
      response.writeHead(304).end();
      return true;
    },
  ],
  ['a 404 that no registry gives', (_, response) => answer(response, 404, '<html>Not found</html>')],
  [
    'a 404 of a gateway that knows no such route',
    (_, response) => answer(response, 404, '{"message":"no Route matched with those values"}'),
  ],
  [
    'a 404 of another service, for a path that it does not have',
    (_, response) => answer(response, 404, '{"detail":"Not Found"}'),
  ],
  ['nothing, ever', () => true],
  ['502', (_, response) => answer(response, 502, '<html>Bad gateway</html>')],
];

test.each(lies)(
  'a proxy that answers %s costs an error, or the last good copy with its age',
  async (_, lie) => {
    const server = `${proxy.url}/api`;
    const cache = memoryCache();
    const kept = await new ModelrefClient({ server, cache }).category('clip');
    proxy.misbehave(lie);
    const error = await new ModelrefClient({ server, ...impatient })
      .category('clip')
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(['bad-answer', 'unreachable', 'timeout']).toContain(error.kind);
    const copy = await new ModelrefClient({ server, ...impatient, cache }).category('clip');
    expect([...copy.value]).toEqual([...kept.value]);
    expect([copy.stale, copy.asOf]).toEqual([true, kept.asOf]);
    expect(copy.error?.kind).toMatch(/bad-answer|unreachable|timeout/);
    proxy.trick = null;
    const fresh = await new ModelrefClient({ server, cache }).category('clip');
    expect([fresh.stale, [...fresh.value]]).toEqual([false, [...kept.value]]);
  },
);

test('categories that are no list of names are an error', async () => {
  proxy.misbehave((_, response) => answer(response, 200, '{}', { 'content-type': 'application/json' }));
  const asked = new ModelrefClient({ server: `${proxy.url}/api`, ...quick }).categories();
  await expect(asked).rejects.toMatchObject({ kind: 'bad-answer' });
});

test('a redirect to another host does not get the key', async () => {
  await using thief = await startLyingProxy(proxy.url);
  proxy.misbehave((asked, response) => {
    response.writeHead(307, { location: `${thief.url}${asked.url}` }).end();
    return true;
  });
  const client = new ModelrefClient({ server: `${proxy.url}/api`, key: keys.approver, ...quick });
  await expect(client.roles()).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(client.queue.approve([1], 'x')).rejects.toMatchObject({ kind: 'unreachable' });
  expect(thief.keys).toEqual([]);
});

test.each([301, 307])(
  'a write without a key does not follow a redirect (%i): nothing would be written',
  async (status) => {
    await using other = await startLyingProxy(proxy.url);
    proxy.misbehave((asked, response) => {
      response.writeHead(status, { location: `${other.url}${asked.url}` }).end();
      return true;
    });
    const { queue } = new ModelrefClient({ server: `${proxy.url}/api`, ...quick });
    const proposal = { category: 'clip', operation: 'create', name: 'b', record: { name: 'b' } } as const;
    await expect(queue.propose(proposal)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(other.log).toEqual([]);
  },
);

test.each(['one\nSECRET', 'SECRET\u200b', '\ufeffSECRET'])(
  'a key that no header can carry is not quoted, and nothing is sent: %j',
  async (key) => {
    const client = new ModelrefClient({ server: `${proxy.url}/api`, key, ...quick });
    const sent = proxy.log.length;
    const error = await client.roles().catch((reason) => reason);
    expect([error.kind, error.status, proxy.log.length]).toEqual(['unauthorized', 0, sent]);
    expect(error.message).not.toContain('SECRET');
  },
);

test('a dead server: the copy on disk is there for the next process, whole, and says its age', async () => {
  const directory = newFolder();
  const gone = `http://127.0.0.1:${await freePort()}/api`;

  const server = `${proxy.url}/api`;
  const before = await new ModelrefClient({ server, cache: diskCache(join(directory, 'new')) }).category(
    'clip',
  );
  // The same server under its old address, whose copy this is.
  proxy.misbehave((_, response) => {
    response.destroy();
    return true;
  });
  const client = new ModelrefClient({ server, ...quick, cache: diskCache(join(directory, 'new')) });
  const copy = await client.category('clip');
  expect([copy.stale, [...copy.value], copy.error?.kind]).toEqual([true, [...before.value], 'unreachable']);
  expect([copy.asOf, copy.ageSeconds]).toEqual([before.asOf, expect.any(Number)]);

  const other = new ModelrefClient({ server: gone, ...quick, cache: diskCache(join(directory, 'new')) });
  await expect(other.category('clip')).rejects.toMatchObject({ kind: 'unreachable', status: 0 });
});

test('a copy on disk that was damaged is none, and nothing unfinished is left beside it', async () => {
  const directory = newFolder();
  const server = `${proxy.url}/api`;
  const open = () => new ModelrefClient({ server, cache: diskCache(directory), ...quick });
  await open().category('clip');
  const files = await readdir(directory);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  await writeFile(join(directory, String(files[0])), '{"etag":"x","asOf":1,"te');
  expect((await open().category('clip')).value.size).toBe(1);
  proxy.misbehave((_, response) => answer(response, 502, ''));
  expect((await open().category('clip')).stale).toBe(true);
});

test('what cannot be kept is read all the same', async () => {
  const directory = join(newFolder(), 'file');
  await writeFile(directory, 'not a directory');
  const client = new ModelrefClient({ server: `${proxy.url}/api`, cache: diskCache(directory) });
  expect((await client.category('clip')).stale).toBe(false);
});

test('what the registry refuses is an error, not an old copy', async () => {
  const cache = memoryCache();
  const client = new ModelrefClient({ server: `${proxy.url}/api`, cache, ...quick });
  await client.read('/model_references/v2/clip/model/a');
  proxy.misbehave((_, response) => answer(response, 404, '{"detail":"Model not found"}'));
  await expect(client.read('/model_references/v2/clip/model/a')).rejects.toMatchObject({ kind: 'not-found' });
});
