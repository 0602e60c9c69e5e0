import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys, users } from '../../../support/identity-server.ts';

interface Told {
  readonly id: number;
  readonly type: string;
  readonly user_id: string;
  readonly category: string;
  readonly model_name: string;
  readonly data: object;
}

const received: Told[] = [];
const statuses: Record<string, number> = { '/gone?with=a-secret': 410, '/broken': 500 };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const status = statuses[String(request.url)];
  if (status === undefined) received.push(JSON.parse(body));
  else response.statusCode = status;
  response.end();
});
let app: TestApp;
let host: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhooks = ['/hook', ...Object.keys(statuses)].map((path) => ({
    url: `http://${host}${path}`,
    secret: 'a secret of some length',
  }));
  app = await startTestApp({ settings: { webhooks, privateHosts: ['127.0.0.1'] } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('a running service tells its webhooks of proposals and applies, and goes on where it stopped', async () => {
  await app.seed('clip', { name: 'told', description: 'x' });
  await eventually(() =>
    expect(new Set(received.map(({ type }) => type))).toEqual(
      new Set(['queue.enqueue', 'queue.approve', 'model.create', 'queue.apply']),
    ),
  );
  expect(received.find(({ type }) => type === 'model.create')).toMatchObject({
    category: 'clip',
    model_name: 'told',
  });

  const metrics = async () => (await app.get('/metrics')).body;
  const calls = (target: string, outcome: string) =>
    `modelref_webhook_calls_total{target="${target}",outcome="${outcome}"}`;
  await eventually(async () => {
    const shown = await metrics();
    expect(shown).toContain(`${calls(host, 'delivered')} 4\n`);
    expect(shown).toContain(`${calls(`${host} #2`, 'gone')} 4\n`);
    expect(shown).not.toContain(`${calls(`${host} #3`, 'retried')} 0\n`);
    expect(shown).toContain(`modelref_webhook_events_waiting{target="${host}"} 0\n`);
    expect(shown).toContain(`modelref_webhook_events_waiting{target="${host} #3"} 4\n`);
    expect(shown).toMatch(/modelref_webhook_lag_seconds\{target="\S+"\} 0\n/);
    expect(shown).toMatch(/modelref_webhook_lag_seconds\{target="\S+ #3"\} \d+\n/);
  });
  expect(await metrics()).not.toContain('a-secret');
});

test('webhooks are told of each step of a request for a model, by the kind of the step', async () => {
  const requests = '/api/model_references/v2/requests';
  const send = (method: string, at: string, key: string, body?: object) =>
    app.send(method, requests + at, { key, ...(body && { body }) });
  await send('POST', '', keys.nobody, { category: 'clip', name: 'missed', why: 'I miss it' });
  await send('POST', '/1/seconds', keys.requestor);
  await send('POST', '/1/comments', keys.nobody, { text: 'soon?' });
  await send('POST', '/1/decide', keys.approver, { decision: 'accept' });
  const change_id = await app.propose('POST', '/clip', { name: 'missed', description: 'x' });
  await send('POST', '/1/changes', keys.requestor, { change_id });
  await app.approve(change_id);
  await app.apply(change_id);
  const told = () => received.filter(({ type }) => type.startsWith('request.'));
  await eventually(() =>
    expect(told().map(({ type }) => type)).toEqual([
      'request.ask',
      'request.second',
      'request.comment',
      'request.accept',
      'request.propose',
      'request.fulfil',
    ]),
  );
  expect(told()[0]).toMatchObject({
    user_id: users.nobody.id,
    category: 'clip',
    model_name: 'missed',
    data: { model_request: 1, after: { text: 'I miss it', name: 'missed' } },
  });
  expect(told().at(-1)).toMatchObject({
    data: { model_request: 1, after: { model_name: 'missed', change_id } },
  });
});
