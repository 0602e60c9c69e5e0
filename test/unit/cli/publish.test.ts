import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, signManifest } from '../../../src/kernel/transparency/edition-manifest.ts';
import { readSigner } from '../../../src/modules/audit/module.ts';
import { startTestApp } from '../../support/app.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startRemoteHost } from '../../support/remote-host.ts';
import { modelref } from './terminal.ts';

const home = newFolder(afterAll);
const folder = join(home, 'site');
const settings = { databaseUrl: `sqlite:${home}/registry.db`, auditSigningKeyFile: join(home, 'key') };
const environment = {
  MODELREF_DATABASE_URL: settings.databaseUrl,
  MODELREF_AUDIT_SIGNING_KEY_FILE: settings.auditSigningKeyFile,
};
let key: string;

beforeAll(async () => {
  await using app = await startTestApp({ settings });
  await app.seed('clip', { name: 'ViT-L/14' }, { name: 'b' });
  key = (await app.get('/api/audit/checkpoint/key')).body.trim();
});

const publish = (...words: string[]) => modelref(['publish', ...words], environment);
const clip = 'model_references/v2/clip.json';

it('publishes, and checks what it has published', async () => {
  const { code, printed } = await publish(folder);
  expect([code, printed]).toEqual([
    0,
    [expect.stringMatching(/site: edition \d+-[0-9a-f]{16} with \d+ files$/)],
  ]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'current', clip), 'utf8')))).toEqual([
    'ViT-L/14',
    'b',
  ]);
  expect(await publish('--check', folder)).toMatchObject({
    code: 0,
    printed: [expect.stringContaining('signed by modelref-')],
  });
  expect((await publish('--check', folder, '--key', key)).code).toBe(0);
});

it('refuses a folder of somebody else', async () => {
  const { code, noted } = await publish(home);
  expect([code, noted.join()]).toEqual([1, expect.stringMatching(/it holds .*; allowed: an empty folder/)]);
});

describe('--check of a copy', () => {
  const copied = (change: (root: string) => void) => {
    const root = mkdtempSync(join(home, 'copy-'));
    cpSync(join(folder, 'current/'), root, { recursive: true, dereference: true });
    change(root);
    return root;
  };
  const signed = (files: object) => async (root: string) => {
    const signer = await readSigner({ databaseUrl: 'sqlite:x', auditSigningKeyFile: join(home, 'key') });
    const text = readFileSync(join(root, 'manifest.json'), 'utf8');
    const manifest = { ...readManifest(text, null), files: new Map(Object.entries(files)) };
    writeFileSync(join(root, 'manifest.json'), signManifest(manifest, signer!));
  };
  const file = { sha256: 'a'.repeat(64), size: 3, content_type: 'application/json', etag: '"a"' };
  const replaced = (from: string | RegExp, to: string) => (root: string) => {
    const path = join(root, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };

  it.each<[string, (root: string) => unknown, RegExp]>([
    ['an altered file', (root) => writeFileSync(join(root, clip), '{}'), /clip differs from the manifest/],
    ['a larger file', (root) => writeFileSync(join(root, clip), ' '.repeat(100_000)), /clip.*larger than/],
    [
      'a compressed form of other bytes',
      (root) => writeFileSync(join(root, `${clip}.gz`), gzipSync('{}')),
      /clip \(gzip\) differs from the manifest/,
    ],
    [
      'a compressed form without end',
      (root) => writeFileSync(join(root, 'manifest.json.br'), brotliCompressSync(Buffer.alloc(1e6))),
      /manifest.json \(br\): Cannot create a Buffer larger/,
    ],
    [
      'a file that is not stated',
      (root) => writeFileSync(join(root, 'model_references/v2/evil.json'), '{}'),
      /v2\/evil.json is not in the manifest/,
    ],
    ['a folder that is not stated', (root) => mkdirSync(join(root, 'x')), /x is not in the manifest/],
    ['a missing file', (root) => rmSync(join(root, clip)), /clip is missing/],
    ['an altered manifest', replaced('"event_id":', '"event_id":1'), /signature is not for this manifest/],
    [
      'a second list of files',
      replaced(/\n"note"/, '\n"files":{},"note"'),
      /expected the format of modelref publish/,
    ],
    ['another key', replaced(/— modelref-\w+/, '— modelref-0'), /not signed with the key/],
    ['no manifest', (root) => rmSync(join(root, 'manifest.json')), /has no manifest.json/],
    ['a signed path out of it', signed({ '../../etc/passwd': file }), /is not a valid path of an edition/],
    ['a signed absolute path', signed({ '/etc/passwd': file }), /is not a valid path of an edition/],
    ['a signed size without bound', signed({ a: { ...file, size: 1e12 } }), /too large/],
  ])('finds %s', async (_, change, message) => {
    const root = copied(() => {});
    await change(root);
    const { code, noted } = await publish('--check', root);
    expect([code, noted.join('\n')]).toEqual([1, expect.stringMatching(message)]);
  });

  const mirror =
    (type: string): RequestListener =>
    (request, response) => {
      const path = decodeURIComponent(request.url ?? '').slice(5);
      response.setHeader('content-type', path.startsWith('model_references/v2') ? type : 'application/json');
      response.end(readFileSync(join(folder, 'current', path === 'manifest.json' ? path : `${path}.json`)));
    };
  it.each<[string, RequestListener, number, RegExp]>([
    ['the edition', mirror('application/json; charset=utf-8'), 0, /signed by/],
    ['another content type', mirror('text/html'), 1, /v2\/clip has the content type 'text\/html'/],
    [
      'endless answers',
      (request, response) => {
        if (request.url?.endsWith('manifest.json'))
          return response.end(readFileSync(join(folder, 'current/manifest.json')));
        const send = () => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', send);
        send();
      },
      1,
      /larger than the manifest states/,
    ],
    ['errors', (_, response) => response.writeHead(500).end(), 1, /500/],
  ])('reads %s over HTTP', async (_, listener, status, message) => {
    await using host = await startRemoteHost((request, response) => void listener(request, response));
    const { code, printed, noted } = await publish('--check', `http://127.0.0.1:${host.port}/api/`);
    expect([code, [...printed, ...noted].join('\n')]).toEqual([status, expect.stringMatching(message)]);
  });
});
