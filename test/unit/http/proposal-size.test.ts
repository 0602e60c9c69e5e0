import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const api = '/api/model_references';
const most = 2_000;
const overrides = { bounds: { proposalBytes: most } };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overrides });
});
afterAll(() => app[Symbol.asyncDispose]());

const record = (bytes: number) => {
  const empty = JSON.stringify({ name: 'a', description: '' }).length;
  return { name: 'a', description: 'x'.repeat(bytes - empty) };
};

it('a proposal may have so many bytes, and no more', async () => {
  const post = (bytes: number) =>
    app.send('POST', `${api}/v2/clip`, { key: keys.requestor, body: record(bytes) });
  expect((await post(most)).statusCode).toBe(202);
  const refused = await post(most + 1);
  expect([refused.statusCode, refused.json()]).toEqual([
    413,
    { detail: 'The request body has 2001 bytes; the limit is 2000.' },
  ]);
});

it.each([
  ['POST', '/v2/clip'],
  ['POST', '/v2/clip/add'],
  ['PUT', '/v2/clip/model/a'],
  ['DELETE', '/v2/clip/model/a'],
  ['PUT', '/v2/pending_queue/changes/1'],
] as const)('%s %s is bounded so', async (method, path) => {
  const answer = await app.send(method, api + path, { key: keys.requestor, body: record(most + 1) });
  expect(answer.statusCode).toBe(413);
});

it.each([true, false])('so are writes of v1, with the queue enabled: %s', async (queueEnabled) => {
  await using legacy = await startTestApp({
    settings: { canonicalFormat: 'legacy', queueEnabled },
    overrides,
  });
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const path = method === 'DELETE' ? '/v1/clip/model/a' : '/v1/clip';
    const answer = await legacy.send(method, api + path, { key: keys.approver, body: record(most + 1) });
    expect([method, answer.statusCode]).toEqual([method, 413]);
  }
});

it('a call about many changes is not', async () => {
  const body = { batch_title: 'x'.repeat(100), approved_ids: Array.from({ length: 1_000 }, () => 1) };
  const answer = await app.send('POST', `${api}/v2/pending_queue/batches`, { key: keys.approver, body });
  expect(answer.statusCode).toBe(200);
});
