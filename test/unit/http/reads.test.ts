import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categoryNames } from '../../support/categories.ts';

const category = '/api/model_references/v2/clip';
const record = `${category}/model/ViT-L%2F14`;
const description = 'A vision transformer. '.repeat(40);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'ViT-L/14', description }, { name: 'b', description });
  await app.settled();
});
afterAll(() => app[Symbol.asyncDispose]());

const decoded = (answer: LightMyRequestResponse): string => {
  const encoding = answer.headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(answer.rawPayload).toString();
  return (encoding === 'gzip' ? gunzipSync(answer.rawPayload) : answer.rawPayload).toString();
};

describe('a stored record', () => {
  it('is served as stored, alone and in its category', async () => {
    const one = await app.get(record);
    expect(one.statusCode).toBe(200);
    expect(one.json()).toMatchObject({ record_type: 'clip', name: 'ViT-L/14', description });
    const all = await app.get(category);
    expect(Object.keys(all.json())).toEqual(['ViT-L/14', 'b']);
    expect(all.json()['ViT-L/14']).toEqual(one.json());
    expect(all.body).toContain(one.body);
    for (const { headers } of [one, all]) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });
});

describe('compression', () => {
  it.each([
    ['gzip, br', 'br'],
    ['br;q=0.1, gzip', 'gzip'],
  ])('Accept-Encoding %s gets %s', async (accepted, expected) => {
    for (const path of [category, record]) {
      await app.compressed(path);
      const plain = await app.get(path);
      const answer = await app.get(path, { headers: { 'accept-encoding': accepted } });
      expect(answer.headers['content-encoding']).toBe(expected);
      expect(answer.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${expected}"`));
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(decoded(answer)).toBe(plain.body);
    }
  });
});

describe('If-None-Match', () => {
  it('with the ETag of any encoding answers 304 without a body', async () => {
    for (const path of [category, record]) {
      const etag = String((await app.get(path)).headers.etag);
      const known = [
        etag,
        `W/${etag}`,
        `"other", ${etag}`,
        '*',
        etag.replace(/"$/, '-br"'),
        etag.replace(/"$/, '-gzip"'),
      ];
      for (const header of known) {
        const answer = await app.get(path, { headers: { 'if-none-match': header } });
        expect([header, answer.statusCode, answer.body]).toEqual([header, 304, '']);
        expect(answer.headers).toMatchObject({
          vary: 'Accept-Encoding',
          'cache-control': 'public, no-cache',
        });
        expect(answer.headers.etag).toMatch(/^"[0-9a-f]{64}(-br|-gzip)?"$/);
        expect(answer.headers).not.toHaveProperty('content-length');
      }
    }
  });

  it.each([record, `${category}?x=1`, '/api/heartbeat', '/api/replicate_mode', '/api/schemas/v2/clip.json'])(
    'in a HEAD of %s answers 304, and nothing about a length',
    async (path) => {
      const etag = String((await app.send('HEAD', path)).headers.etag);
      const answer = await app.send('HEAD', path, { headers: { 'if-none-match': etag } });
      expect(answer.statusCode).toBe(304);
      expect(answer.headers).not.toHaveProperty('content-length');
    },
  );

  it('with another ETag answers the record', async () => {
    const answer = await app.get(record, { headers: { 'if-none-match': '"other", W/"another"' } });
    expect(answer.statusCode).toBe(200);
  });

  it('answers the new record once it has changed', async () => {
    const path = `${category}/model/changing`;
    await app.seed('clip', { name: 'changing', description: 'first' });
    const etag = String((await app.get(path)).headers.etag);
    const id = await app.propose('PUT', '/clip/model/changing', { name: 'changing', description: 'second' });
    await app.approve(id);
    expect((await app.get(path, { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    await app.apply(id);
    const after = await app.get(path, { headers: { 'if-none-match': etag } });
    expect(after.statusCode).toBe(200);
    expect(after.json().description).toBe('second');
  });
});

describe('HEAD', () => {
  it.each([category, record, '/api/heartbeat', '/api/redoc', '/healthz', '/metrics'])(
    'of %s has the headers of GET and no body',
    async (path) => {
      const head = await app.send('HEAD', path);
      const get = await app.get(path);
      expect(head.statusCode).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers.etag).toBe(get.headers.etag);
      if (path !== '/metrics') expect(head.headers['content-length']).toBe(get.headers['content-length']);
    },
  );

  it('of what is not there is 404', async () => {
    expect((await app.send('HEAD', `${category}/model/none`)).statusCode).toBe(404);
  });
});

describe('what is not there', () => {
  it.each([
    ['/api/model_references/v2/nonsense', "Model category 'nonsense' not found"],
    ['/api/model_references/v2/Clip', "Model category 'Clip' not found"],
    ['/api/model_references/v2/constructor', "Model category 'constructor' not found"],
    ['/api/model_references/v2/nonsense/model/x', "Model category 'nonsense' not found"],
    ['/api/model_references/v2/lora', "Model category 'lora' has no models"],
    [`${category}/model/none`, "Model 'none' not found in category 'clip'"],
    [`${category}/model/toString`, "Model 'toString' not found in category 'clip'"],
    [`${category}/model/__proto__`, "Model '__proto__' not found in category 'clip'"],
  ])('%s is 404', async (path, detail) => {
    const answer = await app.get(path);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail }]);
  });
});

describe('the lists of the API', () => {
  it('names the categories in their order', async () => {
    const answer = await app.get('/api/model_references/v2/model_categories');
    expect(answer.json()).toEqual(categoryNames);
    expect(answer.json()).toHaveLength(14);
  });

  it('tells what the version is', async () => {
    const answer = await app.get('/api/model_references/v2/info');
    expect(answer.json()).toEqual({ message: expect.stringContaining('v2') });
  });
});

describe('the base path', () => {
  it('may be left out, and a trailing slash may be there', async () => {
    const expected = (await app.get(category)).body;
    for (const path of ['/model_references/v2/clip', `${category}/`, '/model_references/v2/clip/']) {
      const answer = await app.get(path);
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expected]);
    }
  });

  it('can be another, or none', async () => {
    for (const basePath of ['/registry/api', '']) {
      await using other = await startTestApp({ settings: { basePath } });
      expect((await other.get(`${basePath}/heartbeat`)).statusCode).toBe(200);
      expect((await other.get('/healthz')).statusCode).toBe(200);
      if (basePath === '') continue;
      expect((await other.get(`${basePath}/openapi.json`)).json().servers).toMatchObject([{ url: basePath }]);
    }
  });
});
