import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { sendRaw } from '../raw-request.ts';

const v2 = '/api/model_references/v2';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.server.address() as AddressInfo);
});
afterAll(() => app[Symbol.asyncDispose]());

/** A JSON content type, no body, and no `Content-Length` unless it is given. */
async function byBytes({ method, path, headers }: Asked, ...lines: string[]): Promise<Answer> {
  const sent = Object.entries({ ...headers, host: 'registry', connection: 'close' });
  const head = [`${method} ${path} HTTP/1.1`, ...sent.map(([name, value]) => `${name}: ${value}`)];
  const rest = lines.includes('transfer-encoding: chunked') ? '0\r\n\r\n' : '';
  const { status, body } = await sendRaw(app.server, `${[...head, ...lines].join('\r\n')}\r\n\r\n${rest}`);
  return { status, body: JSON.parse(body) };
}

async function byFetch({ method, path, headers }: Asked): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  return { status: answer.status, body: await answer.json() };
}

const missing = { type: 'missing', loc: ['body'], msg: 'Field required', input: null };
const jsonType = { 'content-type': 'application/json' };

describe.each([
  ["Node's fetch", byFetch],
  ['a client that gives no length', (asked: Asked) => byBytes(asked)],
  ['a client that gives the length 0', (asked: Asked) => byBytes(asked, 'content-length: 0')],
  ['a client that sends no chunks', (asked: Asked) => byBytes(asked, 'transfer-encoding: chunked')],
])('a JSON content type without a body, from %s', (from, send) => {
  const named = `of ${from}`;

  it('deletes', async () => {
    await app.seed('clip', { name: named });
    const path = `${v2}/clip/model/${encodeURIComponent(named)}`;
    const answer = await send({ method: 'DELETE', path, headers: { apikey: keys.requestor, ...jsonType } });
    expect(answer).toMatchObject({ status: 202, body: { operation: 'delete', model_name: named } });
  });

  it('applies what the query names', async () => {
    const id = await app.propose('POST', '/blip', { name: named });
    await app.approve(id);
    const path = `${v2}/pending_queue/apply?change_ids=${id}`;
    const answer = await send({ method: 'POST', path, headers: { apikey: keys.approver, ...jsonType } });
    expect(answer).toMatchObject({ status: 200, body: { applied: [{ change_id: id }] } });
    expect((await app.get(`${v2}/blip/model/${encodeURIComponent(named)}`)).statusCode).toBe(200);
  });

  it.each([
    ['creates nothing, and is told what is missing', `${v2}/clip`, keys.requestor],
    ['composes nothing, and is told what is missing', `${v2}/text_generation/compose_name`, undefined],
  ])('%s', async (_, path, apikey) => {
    const answer = await send({ method: 'POST', path, headers: { ...(apikey && { apikey }), ...jsonType } });
    expect(answer).toEqual({ status: 422, body: { detail: [missing] } });
  });

  it('is told that there is nothing at another path', async () => {
    const answer = await send({ method: 'POST', path: '/api/nonsense', headers: jsonType });
    expect(answer).toEqual({ status: 404, body: { detail: 'Not Found' } });
  });
});

// `curl -d ''` and PowerShell name the type of forms, browsers that send an empty text name `text/plain`.
describe.each([['application/x-www-form-urlencoded'], ['text/plain;charset=UTF-8'], ['']])(
  'another content type without a body: "%s"',
  (type) => {
    const headers = { 'content-type': type };

    it.each([[[]], [['content-length: 0']]])('is a request without a body (%j)', async (lines) => {
      const named = `of ${type} ${lines}`;
      await app.seed('clip', { name: named });
      const path = `${v2}/clip/model/${encodeURIComponent(named)}`;
      const asked = { method: 'DELETE', path, headers: { apikey: keys.requestor, ...headers } };
      expect(await byBytes(asked, ...lines)).toMatchObject({ status: 202, body: { model_name: named } });
      const post = { method: 'POST', path: `${v2}/clip`, headers: { apikey: keys.requestor, ...headers } };
      expect(await byBytes(post, ...lines)).toEqual({ status: 422, body: { detail: [missing] } });
    });

    it('is refused once there is a body', async () => {
      const asked = { key: keys.requestor, body: '{"name":"a"}', headers };
      expect((await app.send('POST', `${v2}/clip`, asked)).statusCode).toBe(415);
    });
  },
);
