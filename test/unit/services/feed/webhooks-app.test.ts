import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';

test('a running service tells its webhooks of proposals and applies, and goes on where it stopped', async () => {
  const received: { id: number; type: string; model_name: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(JSON.parse(body));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

  const app = await startTestApp({
    settings: { webhooks: [{ url, secret: 'a secret of some length' }], webhooksAllowPrivate: true },
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
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
});
