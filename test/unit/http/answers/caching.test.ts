import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
const reads = [
  `${v2}/clip`,
  `${v2}/clip/model/a`,
  `${v1}/clip`,
  `${v2}/clip?x=1`,
  `${v2}/clip/search`,
  '/api/model_references/statistics/clip',
  `${v2}/model_categories`,
];

/** The whole answer to a plain request on a connection of its own: that is how hot reads are answered. */
function overSocket(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (/"name":"a".*\}$/s.test(text)) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
}

async function listening(app: TestApp): Promise<number> {
  await app.seed('clip', { name: 'a' });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.server.address() as AddressInfo).port;
}

describe('without a setting', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await startTestApp();
    port = await listening(app);
  });
  afterAll(async () => app[Symbol.asyncDispose]());

  it('caches ask again each time, so people see their own writes; hot reads say so on the connection', async () => {
    for (const path of reads)
      expect([path, (await app.get(path)).headers['cache-control']]).toEqual([path, 'public, no-cache']);
    const answer = await overSocket(port, `${v2}/clip/model/a`);
    expect(answer).toContain('cache-control: public, no-cache\r\n');
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
  });

  it('what takes a key is for its caller only', async () => {
    const { headers } = await app.get(`${v2}/pending_queue/changes`, { key: keys.approver });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    ['GET', '/api/nothing', 404],
    ['GET', `${v2}/clip/model/none`, 404],
    ['GET', `${v2}/clip/model/%zz`, 400],
    ['GET', `${v2}/clip/search?limit=x`, 422],
    ['DELETE', `${v2}/clip`, 405],
    ['PUT', `${v2}/clip/model/a`, 401],
  ] as const)('an error is kept by nobody, and has an id: %s %s', async (method, path, status) => {
    const { headers, statusCode } = await app.send(method, path);
    expect([statusCode, headers]).toEqual([
      status,
      expect.objectContaining({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-\w+$/),
      }),
    ]);
  });

  it('no browser is to guess another type for JSON', async () => {
    for (const path of [...reads, '/api/heartbeat', '/api/openapi.json', '/healthz', '/readyz'])
      expect([path, (await app.get(path)).headers['x-content-type-options']]).toEqual([path, 'nosniff']);
  });
});

it.each([
  [0, 30, 'max-age=0, stale-while-revalidate=30, stale-if-error=30'],
  [5, 86_400, 'max-age=5, stale-while-revalidate=60, stale-if-error=86400'],
  [30, 0, 'max-age=30'],
])(
  'reads of models, and neither errors nor the queue, with HTTP_MAX_AGE_SECONDS=%d and HTTP_STALE_SECONDS=%d',
  async (httpMaxAgeSeconds, httpStaleSeconds, expected) => {
    await using stale = await startTestApp({ settings: { httpMaxAgeSeconds, httpStaleSeconds } });
    const port = await listening(stale);
    const line = `public, ${expected}`;
    for (const path of reads)
      expect([path, (await stale.get(path)).headers['cache-control']]).toEqual([path, line]);
    expect(await overSocket(port, `${v2}/clip`)).toContain(`cache-control: ${line}\r\n`);
    expect((await stale.get(`${v2}/clip/model/none`)).headers['cache-control']).toBe('no-store');
    const { headers } = await stale.get(`${v2}/pending_queue/changes`, { key: keys.approver });
    expect(headers['cache-control']).toBe('private, no-cache');
  },
);
