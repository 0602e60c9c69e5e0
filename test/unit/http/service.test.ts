import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categoryNames } from '../../support/categories.ts';

const v2 = '/api/model_references/v2';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('what the deployment says of itself', () => {
  it('under the base path, and without it', async () => {
    for (const prefix of ['/api', '']) {
      expect((await app.get(`${prefix}/replicate_mode`)).json()).toEqual({
        replicate_mode: 'PRIMARY',
        canonical_format: 'v2',
        writable: true,
      });
      expect((await app.get(`${prefix}/heartbeat`)).json()).toEqual({
        status: 'ok',
        ai_horde: { degraded: false, consecutive_failures: 0, seconds_until_retry: null },
      });
    }
    expect((await app.get('/api/')).json().message).toContain('/api/docs');
    expect((await app.get('/api')).json()).toEqual((await app.get('/api/')).json());
  });

  it('what is not there is refused without the base path as under it', async () => {
    const statusesOf = async (...requests: [method: string, path: string][]) => {
      const statuses: unknown[] = [];
      for (const [method, path] of requests) {
        const { statusCode, headers } = await app.send(method, path);
        statuses.push([path, statusCode, headers.allow]);
      }
      return statuses;
    };
    expect(
      await statusesOf(
        ['POST', '/api/heartbeat'],
        ['POST', '/heartbeat'],
        ['POST', '/healthz'],
        ['GET', '/api/nothing'],
        ['GET', '/nothing'],
        ['GET', '/api/healthz'],
        ['GET', '/%61pi/heartbeat'],
        ['HEAD', '/heartbeat'],
        ['GET', '/apiary'],
      ),
    ).toEqual([
      ['/api/heartbeat', 405, 'GET, HEAD'],
      ['/heartbeat', 405, 'GET, HEAD'],
      ['/healthz', 405, 'GET, HEAD'],
      ['/api/nothing', 404, undefined],
      ['/nothing', 404, undefined],
      ['/api/healthz', 404, undefined],
      ['/%61pi/heartbeat', 200, undefined],
      ['/heartbeat', 200, undefined],
      ['/apiary', 404, undefined],
    ]);
  });

  it('tells a REPLICA from a PRIMARY', async () => {
    await using replica = await startTestApp({
      settings: { replicateMode: 'REPLICA', canonicalFormat: 'legacy' },
    });
    expect((await replica.get('/api/replicate_mode')).json()).toEqual({
      replicate_mode: 'REPLICA',
      canonical_format: 'legacy',
      writable: false,
    });
  });
});

describe('probes', () => {
  it('say whether the process lives, and whether it can serve', async () => {
    await using other = await startTestApp();
    expect((await other.get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await other.get('/readyz')).json()).toEqual({ status: 'ready' });
    await other.store.close();
    expect((await other.get('/healthz')).statusCode).toBe(200);
    const notReady = await other.get('/readyz');
    expect([notReady.statusCode, notReady.json()]).toEqual([
      503,
      { detail: 'The database has been closed.' },
    ]);
  });
});

describe('metadata', () => {
  it('tells when a category changed, and how', async () => {
    const before = (await app.get(`${v2}/metadata/clip`)).json();
    expect(before).toMatchObject({
      category: 'clip',
      last_operation_type: null,
      total_creates: 0,
      total_models: 0,
      metadata_schema_version: '1.0.0',
    });
    await app.seed('clip', { name: 'a' });
    const after = (await app.get(`${v2}/metadata/clip`)).json();
    expect(after).toMatchObject({
      last_operation_type: 'create',
      last_operation_model: 'a',
      total_creates: 1,
      total_models: 1,
    });
    const all = (await app.get(`${v2}/metadata/metadata`)).json();
    expect(Object.keys(all)).toEqual(categoryNames);
    expect(all.clip).toEqual(after);
    expect((await app.get(`${v2}/metadata/clip/last_updated`)).json()).toEqual({
      category: 'clip',
      last_updated: after.last_updated,
    });
    const latest = Math.max(...Object.values<{ last_updated: number }>(all).map((one) => one.last_updated));
    expect((await app.get(`${v2}/metadata/last_updated`)).json()).toEqual({ last_updated: latest });
  });

  it('of what is no category is 404', async () => {
    for (const path of ['/metadata/nonsense', '/metadata/nonsense/last_updated']) {
      const answer = await app.get(v2 + path);
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: "Model category 'nonsense' not found" },
      ]);
    }
  });
});

describe('metrics', () => {
  it('say that the instance is not ready, for whatever reason', async () => {
    await using other = await startTestApp({ overrides: { readyWhenEmpty: false } });
    expect((await other.get('/readyz')).statusCode).toBe(503);
    const { body } = await other.get('/metrics');
    expect(body).toContain('modelref_ready 0\n');
    expect(body).toContain('modelref_database_up 1\n');
    await other.seed('clip', { name: 'a' });
    expect((await other.get('/readyz')).statusCode).toBe(200);
    expect((await other.get('/metrics')).body).toContain('modelref_ready 1\n');
  });

  it('count what was answered by method, route and status class', async () => {
    await using other = await startTestApp();
    await other.seed('clip', { name: 'a' }, { name: 'b' });
    await other.propose('POST', '/blip', { name: 'c' });
    await other.get(`${v2}/clip/model/a`);
    await other.get(`${v2}/clip/model/a`);
    await other.get(`${v2}/clip/model/none`);
    const etag = String((await other.get(`${v2}/clip`)).headers.etag);
    await other.get(`${v2}/clip`, { headers: { 'if-none-match': etag } });
    await other.get('/made/up/path');
    const { body, headers } = await other.get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    const route = '/api/model_references/v2/:category';
    for (const line of [
      `modelref_http_requests_total{method="GET",route="${route}/model/*",status="2xx"} 2`,
      `modelref_http_requests_total{method="GET",route="${route}/model/*",status="4xx"} 1`,
      `modelref_http_requests_total{method="GET",route="${route}",status="2xx"} 1`,
      `modelref_http_requests_total{method="GET",route="${route}",status="3xx"} 1`,
      `modelref_http_requests_total{method="POST",route="${route}",status="2xx"} 3`,
      'modelref_http_requests_total{method="GET",route="unrouted",status="4xx"} 1',
      'modelref_queue_changes{status="pending"} 1',
      'modelref_queue_changes{status="applied"} 2',
    ]) {
      expect(body.split('\n')).toContain(line);
    }
    expect(body).toContain(`modelref_http_request_duration_seconds_count{method="POST",route="${route}"} 3`);
    expect(body).toMatch(/modelref_snapshot_build_seconds_count\{category="clip"\} \d/);
    expect(body).not.toContain('made/up');
  });
});
