import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsolePages } from '../../../../src/app/pages/console.ts';
import type { RouteContext } from '../../../../src/serving/context.ts';

const page = `<meta name="modelref-api" content="%MODELREF_API%"><meta name="modelref-pictures" content="%MODELREF_PICTURES%"><meta name="modelref-demo" content="%MODELREF_DEMO%"><meta nonce="%MODELREF_NONCE%">`;
const script = `console.log(${JSON.stringify('x'.repeat(500))})`;

const root = mkdtempSync(join(tmpdir(), 'modelref-console-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, 'made-'));

function built(): string {
  const directory = folder();
  mkdirSync(join(directory, 'assets'));
  writeFileSync(join(directory, 'index.html'), page);
  writeFileSync(join(directory, 'paths.json'), '["browse"]');
  writeFileSync(join(directory, 'assets/index-abc.js'), script);
  writeFileSync(join(directory, 'assets/index-abc.js.gz'), gzipSync(script));
  writeFileSync(join(directory, 'assets/notes.txt'), 'not an asset');
  return directory;
}

async function serve(
  directory: string,
  basePath = '/api',
  more: { showcaseImages?: boolean; demoAccounts?: RouteContext['demoAccounts'] } = {},
): Promise<FastifyInstance> {
  const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const { showcaseImages = false, demoAccounts } = more;
  const context = { settings: { basePath, showcaseImages }, ...(demoAccounts && { demoAccounts }) };
  await server.register(createConsolePages(directory).routes(context as RouteContext));
  return server;
}

describe('the console’s page', () => {
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await serve(built(), '/registry/api');
  });

  it('is at the paths of the console, and nowhere else', async () => {
    for (const url of ['/', '/browse', '/browse/', '/browse/text_generation', '/browse/a/b?q=x']) {
      const answer = await server.inject(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('content="/registry/api"');
    }
    for (const url of ['/nothing', '/browser', '/model_references/v2/nothing', '/api/nothing', '/assets'])
      expect([url, (await server.inject(url)).statusCode]).toEqual([url, 404]);
  });

  it('allows scripts and styles of the service alone, and style elements by a nonce that no other answer has', async () => {
    const answers = [await server.inject('/'), await server.inject('/')];
    const nonces = answers.map(({ body }) => /nonce="([^"%]+)"/.exec(body)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    const policy = String(answers[0]?.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answers[0]?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('loads pictures of the service alone, also where showcases are pictures', async () => {
    await using pictured = await serve(built(), '/api', { showcaseImages: true });
    const answer = await pictured.inject('/');
    expect(answer.headers['content-security-policy']).toContain("img-src 'self' data:;");
    expect(answer.body).toContain('name="modelref-pictures" content="true"');
  });

  it('names accounts in a demo only, whatever they are called', async () => {
    expect((await server.inject('/')).body).toContain('name="modelref-demo" content=""');
    const demoAccounts = [{ key: 'k', username: `"><b>'&`, may: 'read' }];
    await using demo = await serve(built(), '/api', { demoAccounts });
    const content = /name="modelref-demo" content="([^"]*)"/.exec((await demo.inject('/')).body)?.[1] ?? '';
    expect(content).not.toMatch(/[<"]/);
    const decoded = content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(decoded)).toEqual(demoAccounts);
  });
});

describe('the console’s assets', () => {
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await serve(built());
  });

  it('may be kept forever', async () => {
    const { statusCode, headers, body } = await server.inject('/assets/index-abc.js');
    expect(statusCode).toBe(200);
    expect(body).toBe(script);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('go out in the form that the build has compressed', async () => {
    const accepting = (encoding: string) =>
      server.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': encoding } });
    const zipped = await accepting('gzip');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload).toEqual(gzipSync(script));
    expect((await accepting('br')).headers['content-encoding']).toBeUndefined();
  });

  it('answer 304 to who has them, and 404 for any other file', async () => {
    const url = '/assets/index-abc.js';
    const headers = { 'if-none-match': String((await server.inject(url)).headers.etag) };
    expect((await server.inject({ url, headers })).statusCode).toBe(304);
    for (const name of ['index-old.js', 'notes.txt', '..%2Findex.html', 'index-abc.js.gz'])
      expect([name, (await server.inject(`/assets/${name}`)).statusCode]).toEqual([name, 404]);
  });
});

it('says how to build a console that is not built', async () => {
  const server = await serve(folder());
  const answer = await server.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm run console');
  expect(answer.body).toContain('href="/api/docs"');
  expect((await server.inject('/browse')).statusCode).toBe(404);
});
