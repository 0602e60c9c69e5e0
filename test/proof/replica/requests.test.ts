import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startChangingProxy } from './changing-proxy.ts';
import { startPrimary, startReplica } from './deployments.ts';
import { type Registry, served, v2 } from './registries.ts';

const key = { apikey: 'somebody', 'content-type': 'application/json' };
const post = async ({ url }: Registry, path: string, body: object) => {
  const answer = await fetch(`${url}/model_references/v2/requests${path}`, {
    method: 'POST',
    headers: key,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};
const paths = ['?sort=oldest&limit=2', '?state=declined', '/1', '/1/seconds?limit=1', '/1/steps', '/2'];
const shown = (registry: Registry) =>
  Promise.all(paths.map(async (path) => JSON.parse((await registry.get(`${v2}/requests${path}`)).body)));

test('a replica shows the requests of its primary, and nothing older where that does not answer', async () => {
  const primary = await startPrimary();
  for (const name of ['one', 'two', 'three'])
    expect((await post(primary, '', { category: 'clip', name, why: 'missed' })).status).toBe(201);
  await post(primary, '/1/comments', { text: 'soon?' });
  const proxy = await startChangingProxy(primary.port);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const replica = await startReplica(`${proxy.url}/api`, { cacheTtlSeconds: 0.05 });
  await eventually(async () => expect(await served(replica)).toEqual(await served(primary)));
  expect(await shown(replica)).toEqual(await shown(primary));

  await post(primary, '/1/decide', { decision: 'decline', reason: 'too large' });
  await eventually(async () => expect(await shown(replica)).toEqual(await shown(primary)));
  const list = await replica.get(`${v2}/requests`);
  const unchanged = { 'if-none-match': String(list.headers.etag) };
  expect((await replica.get(`${v2}/requests`, unchanged)).status).toBe(304);
  const missing = await replica.get(`${v2}/requests/99`);
  expect([missing.status, JSON.parse(missing.body).detail]).toEqual([404, 'Request 99 not found']);
  expect((await replica.get(`${v2}/requests?sort=nonsense`)).status).toBe(422);
  expect((await post(replica, '', { category: 'clip', name: 'four' })).status).toBe(503);
  expect((await post(replica, '/1/seconds', {})).status).toBe(503);

  proxy.change = (path, text) => {
    if (path.includes('/requests')) return { status: 500, text: '' };
    return text;
  };
  await eventually(async () => {
    const answers = await Promise.all([...paths, '/3'].map((path) => replica.get(`${v2}/requests${path}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });

  // An answer that is none of a registry is not passed on.
  proxy.change = (path, text) => (path.includes('/requests') ? '{"items": "none"}' : text);
  expect((await replica.get(`${v2}/requests?limit=7`)).status).toBe(503);
});
