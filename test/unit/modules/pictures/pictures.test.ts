import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { createDemoPictureFiles, createDemoPictureUrl } from '../../../../src/app/demo/draw-picture.ts';
import { pictureStore } from '../../../../src/modules/pictures/store.ts';
import { createGuardedFetcher } from '../../../../src/outside/guarded/guarded-fetcher.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp, unreachableService } from '../../../support/app.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } });
const frames = Buffer.alloc(4 * 8 * 3, 99).fill(1, 0, 4 * 4 * 3);
const files: Record<string, Buffer> = {
  'good.png': await plain(1200, 900).png().toBuffer(),
  'good.jpg': await plain(60, 40).jpeg().toBuffer(),
  'vector.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
  'page.html': Buffer.from('<!doctype html><title>Log in</title>'),
  'moving.gif': await plain(4, 4).gif().toBuffer(),
  'moving.webp': await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .webp({ loop: 0 })
    .toBuffer(),
  'bomb.png': await plain(6_400, 6_400).png({ compressionLevel: 1 }).toBuffer(),
  'cut.png': (await plain(1200, 900).png().toBuffer()).subarray(0, 600),
  'huge.jpg': Buffer.concat([await plain(60, 40).jpeg().toBuffer(), Buffer.alloc(11 * 1024 * 1024)]),
};

async function start(settings: Partial<Settings> = { showcaseImages: true }) {
  const asked: string[] = [];
  const tokens: unknown[] = [];
  const host = createServer(({ url = '', headers }, response) => {
    const name = url.slice(1);
    asked.push(name);
    tokens.push(headers.authorization);
    if (name === 'inward.png') response.writeHead(302, { location: 'https://127.0.0.1/good.png' }).end();
    else response.writeHead(files[name] ? 200 : 404).end(files[name]);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const mirror = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  const pictureFiles = createGuardedFetcher({ mirrors: { 'pictures.example': mirror } });
  const app = await startTestApp({
    settings: { hfToken: 'secret', ...settings },
    overrides: { pictureFiles: createDemoPictureFiles(pictureFiles) },
  });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await pictureFiles.close();
    host.close();
  });
  const names = [...Object.keys(files), 'missing.png', 'inward.png'];
  const showcases = [
    ...names.map((name) => `https://pictures.example/${name}`),
    'http://pictures.example/good.png',
    'https://127.0.0.1/good.png',
    createDemoPictureUrl('A'),
  ];
  const record = { name: 'A', baseline: 'flux_1', nsfw: false, inpainting: false, showcases };
  await app.seed('image_generation', record);
  const get = (address: string, more: Record<string, string> = {}) =>
    app.get(
      `/api/pictures?${new URLSearchParams({ category: 'image_generation', name: 'A', address, ...more })}`,
    );
  return { app, get, asked, tokens };
}

it('serves a small copy of each showcase that is a picture, and nothing else', async () => {
  const { get, asked, tokens } = await start();
  for (const [address, width] of [
    ['https://pictures.example/good.png', 512],
    ['https://pictures.example/good.jpg', 60],
    [createDemoPictureUrl('A'), 480],
  ] as const) {
    const answer = await get(address);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
  }
  const refused = Object.keys(files).filter((name) => !name.startsWith('good'));
  for (const name of [...refused, 'missing.png', 'inward.png']) {
    const answer = await get(`https://pictures.example/${name}`);
    expect([name, answer.statusCode]).toEqual([name, 404]);
  }
  const askedBefore = asked.length;
  for (const [address, more] of [
    ['https://pictures.example/good.png', { name: 'B' }],
    ['https://pictures.example/good.png', { category: 'clip' }],
    ['https://pictures.example/good.png', { category: '__proto__' }],
    ['https://pictures.example/other.png', {}],
    ['http://pictures.example/good.png', {}],
    ['https://127.0.0.1/good.png', {}],
  ] as const) {
    expect((await get(address, more)).statusCode).toBe(404);
  }
  // Neither what is stored nor what was refused is fetched again.
  for (const name of ['good.png', 'page.html']) await get(`https://pictures.example/${name}`);
  expect(asked.length).toBe(askedBefore);
  expect(new Set(tokens)).toEqual(new Set([undefined]));
});

it('keeps pictures in the database, the newest 2,000, and asks for each once', async () => {
  const { app, get, asked } = await start();
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    address_hash: `${index}`,
    content: null,
    made_at: index,
  }));
  await app.store.write(async ({ db }) => {
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto('pictures')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  });
  const answers = await Promise.all([1, 2, 3].map(() => get('https://pictures.example/good.jpg')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(asked).toEqual(['good.jpg']);
  const etag = String(answers[0]?.headers.etag);
  const url = String(answers[0]?.raw.req.url);
  expect((await app.get(url, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  const { length } = await app.store.read(({ db }) =>
    db.selectFrom('pictures').select('address_hash').execute(),
  );
  expect(length).toBe(2_000);
  expect(await app.store.read((tx) => pictureStore(tx).get('0'))).toBeUndefined();
});

it('fetches nothing where the operator wants no pictures', async () => {
  await using app = await startTestApp({ overrides: { pictureFiles: unreachableService } });
  const answer = await app.get('/api/pictures?category=image_generation&name=A&address=https://a.example/b');
  expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('SHOWCASE_IMAGES')]);
});
