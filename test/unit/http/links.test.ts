/** Where the links of answers lead, whatever a request says of the address that it was sent to. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../../src/settings/settings.ts';
import { serverWith, startTestApp, type TestApp } from '../../support/app.ts';
import { readAtom } from '../../support/atom.ts';
import { getRaw, sendRaw } from './raw-request.ts';

const feed = '/api/feeds/batches.atom';
const host = 'models.example';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
let server: FastifyInstance;

/** The links of a feed to itself and to the console, as a reader gets them. */
async function links(headers: Record<string, string>): Promise<string[]> {
  const answer = await server.inject({ url: feed, headers });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  const { self, alternate } = readAtom(answer.body);
  return [self, alternate];
}

const to = (origin: string, console = origin) => [`${origin}${feed}`, `${console}/review/batches`];

/** Serves with these settings for the tests of a block. */
function served(settings: Partial<Settings>): void {
  beforeAll(() => {
    server = serverWith(app, settings);
  });
  afterAll(() => server.close());
}

describe.each<[string, Settings['trustProxy']]>([
  ['without a proxy', []],
  ['behind a trusted proxy', 1],
  ['behind a trusted proxy that is named', ['127.0.0.1']],
])('%s', (_case, trustProxy) => {
  served({ trustProxy });

  test.each(['evil.example', 'evil.example:8443', `${host}.evil.example`, `${host}@evil.example`, '"><x'])(
    'X-Forwarded-Host: %s leads no link away',
    async (named) => {
      for (const value of [named, `${host}, ${named}`, `${named}, ${host}`, `${named},`]) {
        expect(await links({ host, 'x-forwarded-host': value })).toEqual(to(`http://${host}`));
      }
    },
  );

  test('nor does another header', async () => {
    const forwarded = ['', '-server', '-prefix', '-port'].map((part) => `x-forwarded${part}`);
    const named = ['x-host', 'x-original-host', 'x-original-url', 'x-rewrite-url'];
    for (const name of ['forwarded', ...forwarded, ...named])
      for (const value of ['evil.example', 'host=evil.example;proto=https', '/evil'])
        expect(await links({ host, [name]: value }), name).toEqual(to(`http://${host}`));
  });

  test('an X-Forwarded-Proto that is none is http', async () => {
    const schemes = ['javascript', 'javascript:', 'ftp', 'https, javascript', 'https:', '', ',', '"'];
    for (const proto of [...schemes, 'https://evil.example/?', 'x'.repeat(4000)])
      expect(await links({ host, 'x-forwarded-proto': proto }), proto).toEqual(to(`http://${host}`));
  });

  test('a Host that is none leads to localhost', async () => {
    const users = ['user@evil.example', 'user:secret@evil.example'];
    const parts = ['"><x', 'a b', 'a/b', 'a?b', 'a#b', 'a\\b', 'a:b', 'a:99999', '[::1', '[x]', ''];
    for (const value of [...users, ...parts])
      expect(await links({ host: value }), value).toEqual(to('http://localhost'));
  });

  test('and so does no Host', async () => {
    const { body } = await sendRaw(server, `GET ${feed} HTTP/1.0\r\n\r\n`);
    expect(readAtom(body).self).toBe(`http://localhost${feed}`);
  });

  test('the host of an absolute request target leads no link away', async () => {
    for (const scheme of ['http', 'https']) {
      const { body } = await getRaw(server, `${scheme}://evil.example${feed}`);
      expect(readAtom(body).self).toBe(`http://registry${feed}`);
    }
  });
});

describe('a trusted proxy says that the scheme is https', () => {
  served({ trustProxy: 1 });

  test.each([
    ['plainly', host, 'https'],
    ['in capitals', host, 'HTTPS'],
    ['as the last of several', host, 'javascript, https'],
    ['with a port', `${host}:8443`, 'https'],
    ['with an IPv6 address', '[2001:db8::1]:8443', 'https'],
  ])('%s', async (_case, asked, proto) => {
    expect(await links({ host: asked, 'x-forwarded-proto': proto })).toEqual(to(`https://${asked}`));
  });
});

describe('nobody else does', () => {
  served({ trustProxy: ['10.0.0.0/8'] });

  test('from another address', async () => {
    expect(await links({ host, 'x-forwarded-proto': 'https' })).toEqual(to(`http://${host}`));
  });
});

describe('with BRIDGE_CONSOLE_URL', () => {
  const ours = `https://${host}`;
  const inside = 'primary-a:19800';
  served({ trustProxy: 1, bridgeConsoleUrl: ours });

  test.each<[string, Record<string, string>, string[]]>([
    ['its host, of a proxy that has another Host', { host: inside, 'x-forwarded-host': host }, to(ours)],
    ['in capitals and with a port', { host: inside, 'x-forwarded-host': 'Models.Example:443' }, to(ours)],
    ['as the last of several', { host: inside, 'x-forwarded-host': `evil.example, ${host}` }, to(ours)],
    ['another host', { host: inside, 'x-forwarded-host': 'evil.example' }, to(`http://${inside}`, ours)],
    ['another port', { host: inside, 'x-forwarded-host': `${host}:8443` }, to(`http://${inside}`, ours)],
    ['its host as Host, of any scheme', { host, 'x-forwarded-proto': 'javascript' }, to(ours)],
    ['another Host', { host: 'evil.example' }, to('http://evil.example', ours)],
  ])('%s', async (_case, headers, wanted) => {
    expect(await links(headers)).toEqual(wanted);
  });
});

describe('no other answer has the address by which it was asked', () => {
  served({ trustProxy: 1 });

  const model = '/api/model_references/v2/clip/model/none';
  const pages = [
    '/',
    '/browse/clip',
    '/nothing/here',
    '/api',
    '/api/docs',
    '/api/redoc',
    '/api/openapi.json',
  ];
  const lists = ['/api/model_references/v2/clip/', model, '/api/model_references/v1/clip'];
  const others = ['/api/schemas/clip.json', '/api/nothing', '/readyz', '/metrics'];
  test.each([...pages, ...lists, ...others])('%s', async (path) => {
    const headers = {
      accept: 'text/html',
      host: 'forged.example',
      'x-forwarded-host': 'forged.example',
      'x-forwarded-proto': 'javascript',
      forwarded: 'host=forged.example;proto=javascript',
    };
    const answer = await server.inject({ url: path, headers });
    expect(answer.statusCode).not.toBe(500);
    expect(JSON.stringify(answer.headers) + answer.body).not.toMatch(/forged\.example|javascript:/);
  });
});
