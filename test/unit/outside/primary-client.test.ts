import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPrimaryClient, type PrimaryClient } from '../../../src/outside/primary-client.ts';

const never = new AbortController().signal;

/** A client of a primary that answers what `answer` says. */
async function clientOf(
  answer: RequestListener,
  limits: { timeoutMs?: number; silenceMs?: number } = {},
): Promise<PrimaryClient> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createPrimaryClient({
    baseUrl: `http://127.0.0.1:${port}/api/`,
    timeoutMs: 10_000,
    ...limits,
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return client;
}

const place = (id: number) => `${id}-0123456789abcdef`;
const event = (id: number, more: object = {}) => ({
  event_id: id,
  cursor: place(id),
  timestamp: 1,
  category: 'clip',
  model_name: 'a',
  operation: 'delete',
  v2: null,
  legacy: null,
  v2_hash: null,
  legacy_hash: null,
  ...more,
});
const page = (events: object[], more: object = {}) => ({ events, next: place(9), head: place(9), ...more });
const sending =
  (value: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(typeof value === 'string' ? value : JSON.stringify(value));
const limitOf = ({ url }: IncomingMessage) =>
  Number(new URL(String(url), 'http://x').searchParams.get('limit'));

test.each([
  ['no page', {}, 'not a page of a feed'],
  ['a place that is none', page([], { next: 'here' }), 'not a page of a feed'],
  ['an end that is none', page([], { head: '../..' }), 'not a page of a feed'],
  ['an event that is none', page([{ event_id: 1 }]), 'is not understood'],
  ['an event with the place of another', page([event(1, { cursor: place(2) })]), 'is not understood'],
  ['events in disorder', page([event(2), event(1)]), 'not in the order'],
  ['an event twice', page([event(2), event(2)]), 'not in the order'],
  ['half a page', '{"events":[', 'not JSON'],
])('a page of the feed is not taken that holds %s', async (_case, body, problem) => {
  const client = await clientOf(sending(body));
  await expect(client.page('0', never)).rejects.toThrow(problem);
});

test('a page that cannot be had is asked for in smaller pieces', async () => {
  const limits: number[] = [];
  const client = await clientOf((request, response) => {
    limits.push(limitOf(request));
    response.writeHead(limitOf(request) > 70 ? 500 : 200).end(JSON.stringify(page([])));
  });
  for (let i = 0; i < 2; i += 1) await expect(client.page('0', never)).rejects.toThrow('it answered 500');
  for (let i = 0; i < 2; i += 1) expect(await client.page('0', never)).toMatchObject({ kind: 'page' });
  expect(limits).toEqual([200, 100, 50, 60]);
});

test('a redirect is not followed', async () => {
  const asked: string[] = [];
  const client = await clientOf((request, response) => {
    asked.push(String(request.url));
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await expect(client.view('v2', 'clip', null, never)).rejects.toThrow('it answered 302');
  await expect(client.page('0', never)).rejects.toThrow('it answered 302');
  await expect(client.stream('0', never)).rejects.toThrow('it answered 302');
  expect(asked.filter((path) => path === '/elsewhere')).toEqual([]);
});

test('a primary that says nothing is not waited for', async () => {
  const client = await clientOf(() => {}, { timeoutMs: 50 });
  const late = 'no answer within 0.05 s';
  await expect(client.view('v2', 'clip', null, never)).rejects.toThrow(late);
  await expect(client.page('0', never)).rejects.toThrow(late);
  await expect(client.stream('0', never)).rejects.toThrow(late);
});

test('a stream that has begun and then is silent is given up', async () => {
  const client = await clientOf(
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
    { silenceMs: 50 },
  );
  const stream = await client.stream('0', never);
  if (stream.kind !== 'stream') throw new Error(`It is ${stream.kind}.`);
  const read = async () => {
    for await (const events of stream.batches) expect(events).toEqual([]);
  };
  await expect(read()).rejects.toThrow('no answer within');
});

test('of an endless excuse only the beginning is read', async () => {
  const client = await clientOf((_request, response) => {
    const piece = 'x'.repeat(16_384);
    const pour = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(500).on('drain', pour);
    pour();
  });
  await expect(client.stream('0', never)).rejects.toThrow('it answered 500');
  await expect(client.page('0', never)).rejects.toThrow('it answered 500');
});

test.each([
  [410, '{"detail":"gone"}', 'gone'],
  [404, '{"detail":"Not Found"}', 'no feed'],
  [422, '{"detail":"no category"}', 'no feed'],
  [503, '{"detail":"… Setting: audit.enabled=false"}', 'no feed'],
])('an answer of %i says why there is no feed', async (status, text, kind) => {
  const client = await clientOf(sending(text, status));
  expect(await client.page('0', never)).toEqual({ kind });
  expect(await client.stream('0', never)).toEqual({ kind });
});
