import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { editionFetch, InvalidEdition, ModelrefClient, memoryCache } from '../../client/src/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { publishOnce } from '../support/edition.ts';
import { newFolder } from '../support/new-folder.ts';

let app: TestApp;
const folder = newFolder(afterAll);
let server: string;
let key: string;
/** What the mirror answers in place of its files, by path. */
const lies = new Map<string, string | number | typeof endless | null>();
const endless = Symbol();
/** The ETag that the mirror sends for every file. */
let mirrorEtag: string | undefined;
const mirror = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '').slice('/api/'.length);
  const file = join(folder, 'current', `${path}.json`);
  const text = lies.has(path) ? lies.get(path) : existsSync(file) && readFileSync(file);
  if (text === endless) {
    const send = () => {
      while (response.write(' '.repeat(1e6)));
    };
    response.on('drain', send);
    send();
  } else if (typeof text === 'number') response.writeHead(text).end();
  else if (mirrorEtag && request.headers['if-none-match'] === mirrorEtag) response.writeHead(304).end();
  else if (text) response.writeHead(200, { ...(mirrorEtag && { etag: mirrorEtag }) }).end(text);
  else response.writeHead(404).end('{"detail":"Not in this edition"}');
});

beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'ViT-L/14' });
  await publishOnce(app, folder);
  key = (await app.get('/api/audit/checkpoint/key')).body;
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  server = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/api`;
});
afterAll(async () => {
  mirror.close();
  mirror.closeAllConnections();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => lies.clear());
const clip = 'model_references/v2/clip';
const manifest = () => readFileSync(join(folder, 'current/manifest.json'), 'utf8');

it('a client reads an edition, and what was published since', async () => {
  const client = new ModelrefClient({ server, attempts: 1, fetch: editionFetch(server, key) });
  expect(await client.categories()).toContain('clip');
  expect([...(await client.category('clip')).value.keys()]).toEqual(['ViT-L/14']);
  expect((await client.model('clip', 'ViT-L/14'))?.value.name).toBe('ViT-L/14');
  expect([await client.model('clip', 'none'), (await client.category('lora')).value.size]).toEqual([null, 0]);
  await app.seed('clip', { name: 'new' });
  await publishOnce(app, folder);
  expect([...(await client.category('clip')).value.keys()]).toEqual(['ViT-L/14', 'new']);
  await expect(client.findPage({ q: 'x' })).rejects.toThrow(/only GET without a query/);
});

it.each<[string, () => [path: string, text: string | number | typeof endless | null]]>([
  ['altered records', () => [clip, '{}']],
  ['no records', () => [clip, null]],
  ['an altered manifest', () => ['manifest.json', manifest().replace('"event_id":', '"event_id":1')]],
  [
    'a manifest with a second list',
    () => ['manifest.json', manifest().replace('\n"note"', '\n"files":{},"note"')],
  ],
  ['no manifest', () => ['manifest.json', null]],
  ['an endless manifest', () => ['manifest.json', endless]],
  ['endless records', () => [clip, endless]],
  ['that what others have sent has not changed', () => [clip, 304]],
])('a mirror is not believed: %s', async (_, lie) => {
  lies.set(...lie());
  const read = editionFetch(server, key)(`${server}/${clip}`, { headers: { 'if-none-match': '"x"' } });
  await expect(read).rejects.toThrow(InvalidEdition);
});

it('errors of a mirror are passed on', async () => {
  lies.set(clip, 429);
  expect((await editionFetch(server, key)(`${server}/${clip}`)).status).toBe(429);
});

it('an older edition is refused', async () => {
  const send = editionFetch(server, key);
  const old = {
    [clip]: readFileSync(join(folder, 'current', `${clip}.json`), 'utf8'),
    'manifest.json': manifest(),
  };
  await app.seed('clip', { name: 'newest' });
  await publishOnce(app, folder);
  expect((await send(`${server}/${clip}`)).ok).toBe(true);
  for (const [path, text] of Object.entries(old)) lies.set(path, text);
  await expect(send(`${server}/${clip}`)).rejects.toThrow(/expected event \d+ or later/);
});

it('an ETag of a mirror does not stand for a copy that somebody else has stored', async () => {
  const cache = memoryCache();
  const reader = (send: typeof fetch) => new ModelrefClient({ server, attempts: 1, cache, fetch: send });
  mirrorEtag = '"x"';
  try {
    const send = editionFetch(server, key);
    await send(`${server}/${clip}`);
    lies.set(clip, '{"evil":{}}');
    await reader(fetch).category('clip');
    lies.clear();
    expect([...(await reader(send).category('clip')).value.keys()]).toContain('ViT-L/14');
    const { status } = await send(`${server}/${clip}`, {
      headers: { 'if-none-match': String((await send(`${server}/${clip}`)).headers.get('etag')) },
    });
    expect(status).toBe(304);
    lies.set(clip, 304);
    const unasked = send(`${server}/${clip}`, { headers: { 'if-none-match': '"x"' } });
    await expect(unasked).rejects.toThrow(InvalidEdition);
  } finally {
    mirrorEtag = undefined;
  }
});
