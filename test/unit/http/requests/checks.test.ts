import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../src/settings/settings.ts';
import { startTestApp } from '../../../support/app.ts';
import { startFilledApp } from '../../../support/filled-app.ts';
import { keys } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';

const replica: Partial<Settings> = { replicateMode: 'REPLICA' };
const legacy: Partial<Settings> = { canonicalFormat: 'legacy' };
const noQueue: Partial<Settings> = { queueEnabled: false };

const writes = [
  ['POST', `${v2}/clip`],
  ['POST', `${v2}/clip/add`],
  ['POST', `${v2}/nonsense`],
  ['PUT', `${v2}/clip/model/x`],
  ['DELETE', `${v2}/clip/model/x`],
] as const;

const queue = ['v1', 'v2'].flatMap((version) => {
  const prefix = `/api/model_references/${version}/pending_queue`;
  return [
    ['GET', `${prefix}/changes`],
    ['GET', `${prefix}/my_changes`],
    ['GET', `${prefix}/changes/1`],
    ['POST', `${prefix}/batches`],
    ['POST', `${prefix}/apply`],
    ['POST', `${prefix}/changes/1/apply`],
    ['POST', `${prefix}/apply_batch/1`],
    ['GET', `${v2}/clip/pending`],
  ] as const;
});

/** Each check wins over all that come after it: the setting that is wrong first is the one that is named. */
describe('a v2 write checks mode, format, queue, key, then the body', () => {
  it.each([
    ['mode', { ...replica, ...legacy, ...noQueue }, undefined, 503, 'REPLICA'],
    ['format', { ...legacy, ...noQueue }, undefined, 503, "canonical_format='v2', got 'legacy'"],
    ['queue', noQueue, undefined, 503, 'pending_queue.enabled'],
    ['key', {}, undefined, 401, 'Not authenticated'],
    ['role', {}, keys.nobody, 401, 'requestor list'],
  ] as const)('%s', async (_check, settings, key, status, detail) => {
    await using app = await startTestApp({ settings });
    for (const [method, path] of writes) {
      // Neither JSON nor sent as JSON: judged last.
      const answer = await app.send(method, path, {
        ...(key && { key }),
        body: '{',
        headers: { 'content-type': 'text/plain' },
      });
      expect([path, answer.statusCode, answer.json()]).toEqual([
        path,
        status,
        { detail: expect.stringContaining(detail) },
      ]);
    }
  });
});

describe('the queue checks mode, queue, then the key', () => {
  it.each([
    ['mode', { ...replica, ...noQueue }, 503, 'REPLICA'],
    ['queue', noQueue, 503, 'pending_queue.enabled'],
    ['key', {}, 401, 'Not authenticated'],
  ] as const)('%s', async (_check, settings, status, detail) => {
    await using app = await startTestApp({ settings });
    for (const [method, path] of queue) {
      const answer = await app.send(method, path);
      expect([path, answer.statusCode, answer.json()]).toEqual([
        path,
        status,
        { detail: expect.stringContaining(detail) },
      ]);
    }
  });

  it('and answers under both prefixes whatever the canonical format', async () => {
    await using app = await startTestApp({ settings: legacy });
    for (const version of ['v1', 'v2']) {
      const answer = await app.get(`/api/model_references/${version}/pending_queue/changes`, {
        key: keys.approver,
      });
      expect([version, answer.statusCode, answer.json()]).toEqual([
        version,
        200,
        { items: [], total: 0, offset: 0, limit: 50 },
      ]);
    }
  });
});

describe('reads', () => {
  it.each([
    [replica, 503],
    [legacy, 404],
    [noQueue, 404],
  ])('work on every deployment: %j', async (settings, withoutRecords) => {
    await using app = await startTestApp({ settings });
    expect((await app.get(`${v2}/model_categories`)).statusCode).toBe(200);
    expect((await app.get(`${v2}/clip`)).statusCode).toBe(withoutRecords);
  });

  it('of what only a primary knows are refused at a replica, with the address of the primary', async () => {
    const settings = { ...replica, primaryApiUrl: 'https://models.example/api' };
    await using app = await startFilledApp(settings);
    const files = [
      '/files',
      '/files/marks',
      '/files/changes',
      `/files/by-hash/${'a'.repeat(64)}`,
      '/clip/model/live/files',
      '/search?gated=false',
      '/clip/search?total_size_max=9',
      '/find?q=live&gated=true',
    ];
    const requests = ['/requests', '/requests/1', '/requests/1/seconds', '/requests/1/steps'];
    for (const [paths, what] of [
      [files, 'What is known of files is'],
      [requests, 'Requests for models are'],
    ] as const) {
      for (const path of paths) {
        const answer = await app.get(v2 + path);
        expect([path, answer.statusCode, answer.json().detail]).toEqual([
          path,
          503,
          `${what} at the primary, https://models.example/api. Setting: replicate_mode='REPLICA'.`,
        ]);
      }
    }
    expect((await app.get(`${v2}/clip/model/none/files`)).statusCode).toBe(404);
    expect((await app.get('/api/model_references/statistics/clip')).json().file_verdicts).toEqual({});
  });
});
