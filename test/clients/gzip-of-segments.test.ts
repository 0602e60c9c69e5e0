import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sharedBrowser } from '../support/browser.ts';

/** Segments have 128 kB on average: these records make some ten. */
const record = (number: number, edition: number) => ({
  name: `model ${number}`,
  description: Array.from({ length: 1_500 }, (_, at) =>
    createHash('sha256')
      .update(`${number} ${edition} ${at % 900}`)
      .digest('hex')
      .slice(0, 20),
  ).join(' '),
});

let app: TestApp;
let url: string;
let plain: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', ...Array.from({ length: 40 }, (_, number) => record(number, 0)));
  await app.settled();
  // Some pieces are those of the body before.
  for (const number of [3, 20]) {
    const change = await app.propose('PUT', `/clip/model/model%20${number}`, record(number, 1));
    await app.approve(change);
    await app.apply(change);
  }
  await app.settled();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/api/model_references/v2/clip`;
  plain = await raw('identity');
});
afterAll(() => app[Symbol.asyncDispose]());

/** The bytes of the body as they travel. */
async function raw(encoding: string): Promise<Buffer> {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': encoding } }, resolve)
      .on('error', reject)
      .end();
  });
  expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  return buffer(answer);
}

test('the body of several segments, some made for the body before, is one gzip member', async () => {
  expect(plain.length).toBeGreaterThan(8 * 128 * 1024);
  const zipped = await raw('gzip');
  expect(zipped.length).toBeLessThan(plain.length / 1.5);
  expect(gunzipSync(zipped).equals(plain)).toBe(true);
});

test.skipIf(spawnSync('curl', ['--version']).status !== 0)('curl reads it', async () => {
  const curl = spawn('curl', ['-sS', '-H', 'accept-encoding: gzip', '--compressed', url]);
  expect((await buffer(curl.stdout)).equals(plain)).toBe(true);
});

const python = `
import gzip, sys, zlib
zipped = sys.stdin.buffer.read()
member = zlib.decompressobj(31)
whole = member.decompress(zipped)
assert member.eof and member.unused_data == b'', 'not one member'
assert gzip.decompress(zipped) == whole
sys.stdout.buffer.write(whole)
`;

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'Python reads it with zlib and with gzip, to the end of its only member',
  async () => {
    const read = execFileSync('python3', ['-c', python], { input: await raw('gzip'), maxBuffer: 2 ** 26 });
    expect(read.equals(plain)).toBe(true);
  },
);

test('Chromium reads it', async () => {
  // A page of another path of the service would be the console's.
  const page = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>page</title>'),
  );
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const context = await (await sharedBrowser()).newContext();
  try {
    const zipped = await raw('gzip');
    const opened = await context.newPage();
    await opened.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`);
    const read = await opened.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      return await new Response(stream).text();
    }, zipped.toString('base64'));
    expect(read === plain.toString()).toBe(true);
  } finally {
    await context.close();
    page.close();
  }
});
