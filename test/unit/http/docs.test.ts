import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** What a page loads: its scripts and style sheets. */
function assetsOf(page: string, path: string): string[] {
  const references = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, url]) => url ?? '',
  );
  return references.map((reference) => new URL(reference, `http://registry${path}`).href);
}

describe.each(['/api/docs', '/docs', '/api/redoc', '/redoc'])('%s', (path) => {
  it('is a page that loads everything from the service', async () => {
    const answer = await app.get(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    const assets = assetsOf(answer.body, path);
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) {
      const url = new URL(asset);
      expect(url.host).toBe('registry');
      // A proxy may pass on nothing else.
      expect(url.pathname.startsWith(`${path}/`)).toBe(true);
      const file = await app.get(url.pathname);
      expect([url.pathname, file.statusCode]).toEqual([url.pathname, 200]);
    }
  });
});

describe('the document', () => {
  it('is served with an ETag, and the same everywhere', async () => {
    const answer = await app.get('/api/openapi.json');
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
    expect((await app.get('/openapi.json')).body).toBe(answer.body);
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await app.get('/api/openapi.json', { headers })).statusCode).toBe(304);
    expect((await app.get('/api/docs/json')).json()).toEqual(answer.json());
  });

  it('does not depend on the deployment', async () => {
    await using other = await startTestApp({
      settings: { replicateMode: 'REPLICA', canonicalFormat: 'legacy', queueEnabled: false },
    });
    expect((await other.get('/api/openapi.json')).body).toBe((await app.get('/api/openapi.json')).body);
  });
});
