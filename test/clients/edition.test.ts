import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawGet } from '../../bench/nginx-file.ts';
import { readVerifier } from '../../src/kernel/transparency/signed-note.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasCommand, manifestIn, publishOnce, urlOf } from '../support/edition.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { minimalBody } from '../support/least-bodies.ts';
import { newFolder } from '../support/new-folder.ts';
import { startNginx } from '../support/nginx.ts';

const v2 = '/api/model_references/v2';
const encodings = ['identity', 'gzip', 'br', 'br;q=0, gzip'];
let app: TestApp;
let service: string;
const home = newFolder(afterAll);
const folder = join(home, 'site');
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  app = stack.use(await startTestApp());
  const description = 'A vision transformer. '.repeat(100);
  await app.seed('clip', ...['ViT-L/14', '50% ü?#$1', 'x'].map((name) => ({ name, description })));
  await app.seed('image_generation', minimalBody('image_generation', 'an image'));
  await app.seed('text_generation', minimalBody('text_generation', 'author/Llama-7B'));
  await app.settled();
  await publishOnce(app, folder);
  service = await app.service.listen();
});
afterAll(() => stack.disposeAsync());

const shipped = (file: string) =>
  readFileSync(`deploy/edition/${file}`, 'utf8').replaceAll('/srv/edition', folder);
const answerOf = async (url: string, headers: Record<string, string>) => {
  const answer = await fetch(url, { headers });
  const { status } = answer;
  return { status, etag: answer.headers.get('etag'), body: await answer.text() };
};
/** The paths of the edition that the service has compressed forms of, until it has made them. */
const compressed = async (path: string, encoding: string) =>
  eventually(async () => {
    const sent = await rawGet(service + path, { 'accept-encoding': encoding });
    expect(sent.headers['content-encoding']).toBeDefined();
    return sent;
  });

describe.skipIf(!hasCommand('nginx'))('nginx', () => {
  let site: string;
  beforeAll(async () => {
    const configuration = shipped('nginx.conf');
    const nginx = await startNginx(
      (port) => configuration.replace('listen 8080;', `listen 127.0.0.1:${port};`),
      home,
      '/api/replicate_mode',
    );
    stack.defer(() => nginx.stop());
    site = nginx.url;
  });

  it('answers every path as the service: bytes, ETag, type, and 304', async () => {
    for (const path of [...manifestIn(folder).files.keys()].map(urlOf)) {
      const plain = await rawGet(service + path, { 'accept-encoding': 'identity' });
      const { vary: _, 'cache-control': caching, ...headers } = plain.headers;
      // Of the document, the service lets caches keep copies.
      if (!path.endsWith('openapi.json')) expect([path, caching]).toEqual([path, 'public, no-cache']);
      expect([path, await rawGet(site + path, { 'accept-encoding': 'identity' })]).toMatchObject([
        path,
        { body: plain.body, headers },
      ]);
      const tag = String(plain.headers.etag);
      for (const known of [
        tag,
        `"a", W/${tag.replace('W/', '')}`,
        '*',
        tag.replace(/"$/, '-br"'),
        '"another"',
        `"${tag}`,
        tag.slice(0, -2),
      ]) {
        const [ours, theirs] = await Promise.all(
          [site, service].map((origin) =>
            answerOf(origin + path, { 'if-none-match': known, 'accept-encoding': 'br' }),
          ),
        );
        expect([path, known, ours?.status]).toEqual([path, known, theirs?.status]);
        if (ours?.status === 304 && known !== '*')
          expect([path, known, ours.etag]).toEqual([path, known, theirs?.etag]);
      }
    }
  });

  it.each(encodings)('chooses the form for Accept-Encoding: %s', async (encoding) => {
    for (const path of [
      `${v2}/clip`,
      `${v2}/clip/model/ViT-L%2F14`,
      `${v2}/image_generation/baselines`,
      '/api/model_references/v1/clip',
    ]) {
      const sent =
        encoding === 'identity' ? await rawGet(service + path, {}) : await compressed(path, encoding);
      expect([path, await rawGet(site + path, { 'accept-encoding': encoding })]).toEqual([path, sent]);
    }
  });

  it('gives readers of AI-Horde and of the Python library what the service gives', async () => {
    const horde = [
      '/api/model_references/v1/image_generation',
      '/api/model_references/v1/stable_diffusion.json',
      '/api/model_references/v1/text_generation',
    ];
    const library = [
      `${v2}/model_categories`,
      `${v2}/image_generation`,
      `${v2}/text_generation`,
      `${v2}/metadata/metadata`,
      `${v2}/metadata/last_updated`,
      `${v2}/metadata/clip/last_updated`,
      '/api/replicate_mode',
    ];
    for (const path of [...horde, ...library]) {
      const headers = { accept: '*/*', 'accept-encoding': 'gzip, deflate' };
      // The service compresses in the background.
      await eventually(async () =>
        expect([path, await answerOf(site + path, headers)]).toEqual([
          path,
          await answerOf(service + path, headers),
        ]),
      );
    }
  });

  it('is followed by a replica that checks its signature', async () => {
    const primaryEditionKey = readVerifier((await app.get('/api/audit/checkpoint/key')).body.trim());
    const settings = { replicateMode: 'REPLICA', primaryApiUrl: `${site}/api`, primaryEditionKey } as const;
    await using replica = await startTestApp({ settings });
    for (const path of [`${v2}/clip`, '/api/model_references/v1/clip', `${v2}/image_generation/baselines`]) {
      await eventually(async () => expect((await replica.get(path)).body).toBe((await app.get(path)).body));
    }
  });

  it('has nothing else, follows the link at once, and takes GET and HEAD only', async () => {
    for (const path of [
      `${v2}/lora`,
      `${v2}/clip/model/none`,
      `${v2}/clip/`,
      `${v2}/clip.json`,
      '/api/../../objects/',
      '/edition-objects/x',
      '/api/%2e%2e/lock',
      `${v2}/clip/model/x%00`,
    ]) {
      expect([path, [400, 404].includes((await fetch(site + path)).status)]).toEqual([path, true]);
    }
    expect((await fetch(`${site}${v2}/clip`, { method: 'POST', body: '{}' })).status).toBe(403);
    const head = await fetch(`${site}${v2}/clip/model/x`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([head.status, head.headers.get('etag')]).toEqual([
      200,
      (await app.get(`${v2}/clip/model/x`)).headers.etag,
    ]);
    await app.seed('clip', { name: 'new' });
    await publishOnce(app, folder);
    expect(await answerOf(`${site}${v2}/clip`, {})).toMatchObject({
      body: (await app.get(`${v2}/clip`)).body,
    });
  });
});

describe.skipIf(!hasCommand('caddy'))('Caddy', () => {
  it('answers every path with the bytes of the service, and its own ETags', async () => {
    const site = `http://127.0.0.1:${await freePort()}`;
    const file = join(home, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n}\n${shipped('Caddyfile')}`);
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { PATH: process.env.PATH ?? '', HOME: home, SITE_ADDRESS: site },
      stdio: 'ignore',
    });
    stack.defer(async () => {
      const gone = once(caddy, 'exit');
      if (caddy.kill('SIGKILL')) await gone;
    });
    await eventually(async () => expect((await fetch(`${site}/api/replicate_mode`)).status).toBe(200));
    for (const path of [...manifestIn(folder).files.keys()].map(urlOf)) {
      const { body, etag } = await answerOf(site + path, {});
      expect([path, body]).toEqual([path, (await app.get(path)).body]);
      expect((await answerOf(site + path, { 'if-none-match': String(etag) })).status).toBe(304);
    }
    const { headers } = await rawGet(`${site}${v2}/clip`, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json',
      'cache-control': 'public, no-cache',
    });
    expect(await answerOf(`${site}${v2}/clip/model/none`, {})).toMatchObject({
      status: 404,
      body: '{"detail":"Not in this edition"}',
    });
  });
});
