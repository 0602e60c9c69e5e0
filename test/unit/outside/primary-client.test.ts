import { hash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createPrimaryClient, type PrimaryClient } from '../../../src/outside/primary-client.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

const never = new AbortController().signal;

/** A client of a primary that answers what `answer` says. */
async function clientOf(
  answer: RequestListener,
  limits: { timeoutMs?: number; silenceMs?: number } = {},
): Promise<PrimaryClient> {
  const host = await startRemoteHost(answer);
  const baseUrl = `http://127.0.0.1:${host.port}/api/`;
  const client = createPrimaryClient({ baseUrl, timeoutMs: 10_000, ...limits });
  onTestFinished(async () => {
    await client.close();
    await host[Symbol.asyncDispose]();
  });
  return client;
}

const heard = () => {};

test('a redirect is not followed', async () => {
  const asked: string[] = [];
  const client = await clientOf((request, response) => {
    asked.push(String(request.url));
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await expect(client.view('v2', 'clip', null, never)).rejects.toThrow('it answered 302');
  await expect(client.listen(heard, never)).rejects.toThrow('it answered 302');
  expect(asked.filter((path) => path === '/elsewhere')).toEqual([]);
});

test('a category whose bytes are not those of its Repr-Digest is not taken', async () => {
  const digest = `sha-256=:${hash('sha256', '{"a":{}}', 'base64')}:`;
  const sending = (body: string) =>
    clientOf((_request, response) => void response.writeHead(200, { 'repr-digest': digest }).end(body));
  expect(await (await sending('{"a":{}}')).view('v2', 'clip', null, never)).toMatchObject({ kind: 'text' });
  await expect((await sending('{"b":{}}')).view('v2', 'clip', null, never)).rejects.toThrow(
    'its body does not match its Repr-Digest',
  );
});

test('a primary that says nothing is not waited for', async () => {
  const client = await clientOf(() => {}, { timeoutMs: 50 });
  const late = 'no answer within 0.05 s';
  await expect(client.view('v2', 'clip', null, never)).rejects.toThrow(late);
  await expect(client.listen(heard, never)).rejects.toThrow(late);
});

const eventStream = { 'content-type': 'text/event-stream' };

test('a stream whose beginning is kept back, and one that is silent later, are given up', async () => {
  const waiting = await clientOf(
    (_request, response) => response.writeHead(200, eventStream).flushHeaders(),
    { timeoutMs: 50 },
  );
  await expect(waiting.listen(heard, never)).rejects.toThrow('no answer within');
  const silent = await clientOf(
    (_request, response) => void response.writeHead(200, eventStream).write(':\n\n'),
    { silenceMs: 50 },
  );
  await expect(silent.listen(heard, never)).rejects.toThrow('no answer within');
});

test('a stream is heard when it begins, and at each change of a live model', async () => {
  const { promise: stream, resolve: opened } = Promise.withResolvers<ServerResponse>();
  const client = await clientOf((_request, response) => {
    response.writeHead(200, eventStream).write('id: 1\n\n');
    opened(response);
  });
  let times = 0;
  const listening = client.listen(() => {
    times += 1;
    void stream.then((response) => {
      if (times < 3) response.write(`id: ${times}\nevent: model\ndata: {}\n\n`);
      else response.end(':\n\nid: 3\nevent: file_verdict\ndata: {}\n\n');
    });
  }, never);
  await listening;
  expect(times).toBe(3);
});

test('of an endless error answer only the beginning is read', async () => {
  const client = await clientOf((_request, response) => {
    const piece = 'x'.repeat(16_384);
    const pour = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.writeHead(500).on('drain', pour);
    pour();
  });
  await expect(client.view('v2', 'clip', null, never)).rejects.toThrow('it answered 500');
  await expect(client.listen(heard, never)).rejects.toThrow('it answered 500');
});
