import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../../src/app/build-server.ts';
import { HotReadServer } from '../../../../src/modules/catalog/hot/hot-connection.ts';
import { createHotReads } from '../../../../src/modules/catalog/hot/hot-reads.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const description = 'A vision transformer. '.repeat(40);
const names = ['plain', 'ViT-L/14', 'a b', '100%25', 'a?b', 'a#b', 'slash/', 'ünï/日本', 'search', '..'];

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** Its hash. */
  body: string;
}

interface Served {
  send(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

async function serve(server: Server): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    send: (method, path, headers) => send(port, method, path, headers),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const keepAliveTimeout = 72_000;

function byRoutes(routing: RequestListener): Promise<Served> {
  return serve(createServer({ keepAliveTimeout }, routing));
}

/** 599: left to `node:http`. */
function byHotReadsAlone(context: Parameters<typeof createHotReads>[0]): Promise<Served> {
  const left: RequestListener = (_, response) => response.writeHead(599).end();
  return serve(new HotReadServer({ keepAliveTimeout }, left, createHotReads(context)!));
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  // A connection of its own, which the client does not ask to close.
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        agent.destroy();
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: contentHash(Buffer.concat(chunks)),
        });
      });
    });
    outgoing.on('error', reject).end();
  });
}

let app: TestApp;
let hot: Served;
let routed: Served;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', ...names.map((name) => ({ name, description })));
  await app.seed('image_generation', { name: 'Picture', baseline: 'stable_diffusion_1', nsfw: false });
  await app.seed('text_generation', { name: 'north/Marx-3B-V3', parameters: 3e9, description });
  await app.seed('lora', { name: 'a lora' });
  await app.settled();
  hot = await byHotReadsAlone(app.service.context);
  routed = await byRoutes(app.server.routing);
  for (const name of names) {
    await eventually(async () => {
      const path = `${v2}/clip/model/${encodeURIComponent(name)}`;
      const { headers } = await routed.send('GET', path, { 'accept-encoding': 'br' });
      expect(headers['content-encoding']).toBe('br');
    });
  }
});
afterAll(async () => {
  await hot.close();
  await routed.close();
  await app[Symbol.asyncDispose]();
});

/** All but the time. */
function comparable({ status, headers, body }: Answer) {
  return { status, headers: Object.entries(headers).filter(([name]) => name !== 'date'), body };
}

describe('a hot read is answered as the routes answer it', () => {
  const paths = [
    `${v2}/clip`,
    '/model_references/v2/clip',
    ...names.map((name) => `${v2}/clip/model/${encodeURIComponent(name)}`),
    `${v2}/clip/model/ViT-L/14`,
    `${v2}/clip/model/ViT%2dL%2f14`,
    `${v2}/clip/model/..`,
    '/model_references/v2/clip/model/plain',
    `${v1}/clip`,
    `${v1}/clip.json`,
    `${v1}/text_generation`,
    `${v1}/stable_diffusion`,
    '/model_references/v1/clip',
  ];
  const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br', 'gzip;q=0'];

  it.each(paths)('%s', async (path) => {
    const { headers } = await routed.send('GET', path);
    const etag = String(headers.etag);
    const conditions = [
      etag,
      `W/${etag}`,
      etag.replace(/"$/, '-br"'),
      `"other", ${etag}`,
      '*',
      '"other"',
      '',
    ];
    const requests = [
      {},
      ...encodings.map((encoding) => ({ 'accept-encoding': encoding })),
      ...conditions.map((condition) => ({ 'if-none-match': condition })),
      { 'accept-encoding': 'gzip', 'if-none-match': etag.replace(/"$/, '-gzip"') },
      { 'accept-encoding': 'gzip', 'if-none-match': etag },
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const sent of requests) {
        const answer = comparable(await hot.send(method, path, sent));
        expect({ method, sent, answer }).toEqual({
          method,
          sent,
          answer: comparable(await routed.send(method, path, sent)),
        });
      }
    }
  });
});

describe.each([
  ['a replica', []],
  ['a replica with origins', ['https://console.example']],
  ['a replica with every origin', ['*']],
])('%s', (_, corsAllowedOrigins) => {
  it.each([`${v2}/clip`, `${v2}/clip/model/plain`, `${v1}/clip`])('says the same of %s', async (path) => {
    const replica = { hasData: () => true, lagSeconds: () => 7, status: () => null as never };
    const { settings, ...others } = app.service.context;
    const context = { ...others, replica, settings: { ...settings, corsAllowedOrigins } };
    const server = buildServer(context);
    await server.ready();
    const [routes, byHotReads] = [await byRoutes(server.routing), await byHotReadsAlone(context)];
    for (const condition of ['"other"', '*']) {
      const answer = comparable(await byHotReads.send('GET', path, { 'if-none-match': condition }));
      expect(answer.headers).toContainEqual(['age', '7']);
      expect(answer.headers).toContainEqual([
        'vary',
        corsAllowedOrigins.length > 0 ? 'Origin, Accept-Encoding' : 'Accept-Encoding',
      ]);
      expect(answer).toEqual(comparable(await routes.send('GET', path, { 'if-none-match': condition })));
    }
    await Promise.all([routes.close(), byHotReads.close(), server.close()]);
  });
});

describe('left to the routes is', () => {
  it.each([
    ['POST', `${v2}/clip`],
    ['DELETE', `${v2}/clip/model/plain`],
    ['OPTIONS', `${v2}/clip`],
    ['GET', `${v2}/clip/`],
    ['GET', `${v2}/clip?x=1`],
    ['GET', `${v2}/cl%69p`],
    ['GET', `${v2}/clip/model/plain?x=1`],
    ['GET', `${v2}/clip/model/plain/`],
    ['GET', `${v2}/clip/model/slash/`],
    ['GET', `${v2}/clip/model/a?b`],
    ['GET', `${v2}/clip/model/none`],
    ['GET', `${v2}/clip/model/`],
    ['GET', `${v2}/clip/model`],
    ['GET', `${v2}/clip/model/%zz`],
    ['GET', `${v2}/clip/model/__proto__`],
    ['GET', `${v2}/clip/plain`],
    ['GET', `${v2}/ti`],
    ['GET', `${v2}/nonsense`],
    ['GET', `${v2}/model_categories`],
    ['GET', `${v2}/`],
    ['GET', `${v1}/clip/`],
    ['GET', `${v1}/clip?x=1`],
    ['GET', `${v1}/text_generation?include_group=true`],
    ['GET', `${v1}/esrgan`],
    ['GET', `${v1}/lora`],
    ['GET', `${v1}/model_categories`],
    ['PUT', `${v1}/clip/x`],
    ['GET', '/api/v2/clip'],
    ['GET', '/'],
  ])('%s %s', async (method, path) => {
    expect((await hot.send(method, path)).status).toBe(599);
  });

  it('a request with an origin', async () => {
    const answer = await hot.send('GET', `${v2}/clip`, { origin: 'https://console.example' });
    expect(answer.status).toBe(599);
  });

  it('everything where each request is logged', () => {
    const { context } = app.service;
    expect(createHotReads({ ...context, settings: { ...context.settings, accessLog: 'all' } })).toBeNull();
  });

  it('everything where each host is looked at', () => {
    expect(createHotReads({ ...app.service.context, allowHost: () => true })).toBeNull();
  });

  it('every read of a replica that has no copy yet', async () => {
    const replica = { hasData: () => false, lagSeconds: () => null, status: () => null as never };
    const empty = await byHotReadsAlone({ ...app.service.context, replica });
    expect((await empty.send('GET', `${v2}/clip`)).status).toBe(599);
    await empty.close();
  });
});

describe('the service', () => {
  it('answers both kinds, counts them alike, and stops', async () => {
    await using served = await startTestApp({ settings: { port: 0 } });
    await served.seed('clip', { name: 'plain', description });
    const port = Number(new URL(await served.service.listen()).port);
    const path = `${v2}/clip/model/plain`;
    const statuses = async (...requests: [string, string, Record<string, string>?][]) => {
      const answers = await Promise.all(
        requests.map(([method, url, headers]) => send(port, method, url, headers)),
      );
      return answers.map(({ status }) => status);
    };
    const etag = String((await send(port, 'GET', path)).headers.etag);
    expect(
      await statuses(
        ['GET', path, { 'if-none-match': etag }],
        ['HEAD', path],
        ['GET', `${path}?x=1`],
        ['GET', `${v2}/clip`],
        ['GET', `${v2}/clip/model/none`],
      ),
    ).toEqual([304, 200, 200, 200, 404]);
    const { body } = await served.get('/metrics');
    const counted = (route: string, status: string) =>
      body.includes(`modelref_http_requests_total{method="GET",route="${v2}${route}",status="${status}"} `)
        ? Number(body.split(`route="${v2}${route}",status="${status}"} `)[1]?.split('\n')[0])
        : 0;
    expect(counted('/:category/model/*', '2xx')).toBe(3);
    expect(counted('/:category/model/*', '3xx')).toBe(1);
    expect(counted('/:category/model/*', '4xx')).toBe(1);
    expect(counted('/:category', '2xx')).toBe(1);
  });
});
