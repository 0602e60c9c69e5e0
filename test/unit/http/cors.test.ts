import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';

const category = '/api/model_references/v2/clip';
const origin = 'https://console.example';

const corsHeaders = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const preflight = (app: TestApp, from: string) =>
  app.send('OPTIONS', `${category}/model/x`, {
    headers: {
      origin: from,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'apikey,content-type',
    },
  });

describe('with origins configured', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: { corsAllowedOrigins: [origin, 'https://other.example'] } });
    await app.seed('clip', { name: 'a', description: 'x'.repeat(1000) });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('one of them may ask for anything', async () => {
    const answer = await preflight(app, origin);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'apikey,content-type',
      'access-control-max-age': '600',
    });
    expect(answer.headers['access-control-allow-methods']).toContain('PUT');
  });

  it('another is told that it may not', async () => {
    const answer = await preflight(app, 'https://evil.example');
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'Disallowed CORS origin' }]);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('reads say who may see them, ETag included, and vary by it', async () => {
    const answer = await app.get(category, { headers: { origin } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: 'Origin, Accept-Encoding',
    });
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    // The last copy of a replica is as old as `Age` says, and `Retry-After` says that nothing was done.
    expect(exposed).toEqual(expect.arrayContaining(['Age', 'ETag', 'Link', 'Retry-After', 'Warning']));
    const unchanged = await app.get(category, {
      headers: { origin, 'if-none-match': String(answer.headers.etag) },
    });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: 'Origin, Accept-Encoding',
    });
    const foreign = await app.get(category, { headers: { origin: 'https://evil.example' } });
    expect(foreign.statusCode).toBe(200);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('a request without an origin learns nothing, but that answers vary by it', async () => {
    for (const path of [category, '/api/heartbeat', '/api/nonsense']) {
      const { headers } = await app.get(path);
      expect([path, corsHeaders(headers), headers.vary]).toEqual([
        path,
        [],
        path === category ? 'Origin, Accept-Encoding' : 'Origin',
      ]);
    }
  });

  it('errors say so too', async () => {
    const answer = await app.get('/api/nonsense', { headers: { origin } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });
});

it('without origins no answer has a CORS header, and OPTIONS is not a method', async () => {
  await using app = await startTestApp();
  const read = await app.get('/api/heartbeat', { headers: { origin } });
  const asked = await preflight(app, origin);
  expect([read.statusCode, asked.statusCode]).toEqual([200, 405]);
  expect([...corsHeaders(read.headers), ...corsHeaders(asked.headers)]).toEqual([]);
});

it('with the origin * everyone may read', async () => {
  await using app = await startTestApp({ settings: { corsAllowedOrigins: ['*'] } });
  const read = await app.get('/api/heartbeat', { headers: { origin } });
  expect(read.headers['access-control-allow-origin']).toBe('*');
  expect((await preflight(app, origin)).statusCode).toBe(200);
  const { headers } = await app.get('/api/heartbeat');
  expect([corsHeaders(headers), headers.vary]).toEqual([[], 'Origin']);
});
