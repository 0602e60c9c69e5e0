import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summariseMetrics } from '../../../src/modules/operations/http.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

describe('what operators are shown', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      settings: {
        // Nobody listens there.
        webhooks: [{ url: 'http://127.0.0.1:9/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
        privateHosts: ['127.0.0.1'],
      },
    });
    await app.seed('clip', { name: 'told' });
  });
  afterAll(() => app?.[Symbol.asyncDispose]());

  const ask = (path: string, key: string | undefined = keys.approver) =>
    app.get(`${v2}/operations/${path}`, key ? { key } : {});

  test('the status says what stands in the way, and a few numbers', async () => {
    const status = (await ask('status')).json();
    expect(status).toMatchObject({ obstacle: null, replica: null });
    for (const part of ['database', 'identity', 'usage', 'disk']) {
      expect(status.parts).toContainEqual({
        part,
        // How full the disk of whoever runs the tests is, nobody knows.
        problem: part === 'disk' ? expect.toSatisfy(() => true) : null,
        since: expect.any(Number),
      });
    }
    expect(status.metrics.workers).toBe(1);
    expect(status.metrics.requests['2xx']).toBeGreaterThan(0);
    expect(status.metrics.resident_memory_bytes).toBeGreaterThan(10_000_000);
  });

  test('the space of the disks is measured', async () => {
    const { body } = await app.get('/metrics');
    expect(body).toMatch(/^modelref_disk_free_bytes\{folder="temporary"\} \d+/m);
    expect(body).toMatch(/^modelref_disk_size_bytes\{folder="temporary"\} \d+/m);
    expect(body.includes('folder="data"')).toBe(app.store.dialect === 'sqlite');
  });

  test('the delivery log is filtered, bounded, and sent again', async () => {
    const page = (await ask('webhooks?limit=2')).json();
    expect(page.targets).toEqual(['http://127.0.0.1:9/hook']);
    expect(page.total).toBeGreaterThan(2);
    expect(page.items).toHaveLength(2);
    expect(page.items[0].event_id).toBeGreaterThan(page.items[1].event_id);
    expect((await ask('webhooks?state=delivered')).json().total).toBe(0);
    expect((await ask('webhooks?limit=501')).statusCode).toBe(422);
    expect((await ask('webhooks?state=lost')).statusCode).toBe(422);

    const replay = (body: object) =>
      app.send('POST', `${v2}/operations/webhooks/replay`, { key: keys.approver, body });
    expect((await replay({ state: 'waiting', limit: 1 })).json()).toEqual({
      replayed: 1,
      left: page.total - 1,
    });
    expect((await replay({ target: 'https://nobody.example/' })).json()).toEqual({ replayed: 0, left: 0 });
    expect((await replay({ limit: 0 })).statusCode).toBe(422);
  });
});

test('a glance adds up what the routes say', () => {
  const text = [
    'modelref_process_start_time_seconds 2000',
    'modelref_http_requests_total{method="GET",route="/a{b}",status="2xx"} 3',
    'modelref_http_requests_total{method="GET",route="/c",status="2xx"} 4',
    'modelref_http_requests_total{method="GET",route="/c",status="5xx"} 1',
    'modelref_http_request_duration_seconds_sum{method="GET",route="/c"} 2',
    'modelref_http_request_duration_seconds_count{method="GET",route="/c"} 8',
  ].join('\n');
  expect(summariseMetrics(text)).toEqual({
    workers: 1,
    started_at: 2000,
    resident_memory_bytes: 0,
    requests: { '2xx': 7, '5xx': 1 },
    mean_answer_seconds: 0.25,
    feed_streams: 0,
  });
  expect(summariseMetrics('')).toMatchObject({ started_at: null, mean_answer_seconds: null, requests: {} });
});
