import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';
import { getRaw, type RawAnswer, sendRaw } from '../raw-request.ts';

const v2 = '/api/model_references/v2';

let app: TestApp;
const log: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await startTestApp({ settings: { bodyLimitBytes: 2048 }, onLog: (line) => log.push(line) });
});
afterAll(() => app[Symbol.asyncDispose]());

const write = (body: string | Buffer, headers: Record<string, string> = {}) =>
  app.send('POST', `${v2}/clip`, {
    key: keys.requestor,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const told = ({ status, body }: RawAnswer) => [status, JSON.parse(body).detail];

describe('an error answers {"detail": …}', () => {
  it.each(['/nonsense', '/api/nonsense', '/api/model_references', `${v2}/clip/model/`, '/apix/heartbeat'])(
    'for the unrouted path %s',
    async (path) => {
      const answer = await app.get(path);
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found' }]);
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );

  it.each([
    ['PATCH', `${v2}/clip/model/x`, 'GET, HEAD, PUT, DELETE'],
    ['POST', `${v2}/clip/model/x`, 'GET, HEAD, PUT, DELETE'],
    ['PUT', `${v2}/clip`, 'GET, HEAD, POST'],
    ['DELETE', '/api/heartbeat', 'GET, HEAD'],
    ['OPTIONS', '/api/heartbeat', 'GET, HEAD'],
    ['PROPFIND', '/api/heartbeat', 'GET, HEAD'],
    ['GET', `${v2}/pending_queue/apply`, 'POST'],
    ['POST', '/metrics', 'GET, HEAD'],
  ])('for %s of %s, saying what is allowed', async (method, path, allow) => {
    const answer = await app.send(method, path);
    expect([answer.statusCode, answer.json()]).toEqual([405, { detail: 'Method Not Allowed' }]);
    expect(answer.headers.allow).toBe(allow);
  });

  it.each(['%', '%zz', '%C3%28', 'a%2'])('for the broken encoding of %s', async (name) => {
    expect(told(await getRaw(app.server, `${v2}/clip/model/${name}`))).toEqual([
      400,
      'The path is not valid percent-encoded UTF-8.',
    ]);
  });

  it('for a path segment that is too long, and for headers that are too large', async () => {
    const answer = await app.get(`${v2}/${'c'.repeat(2000)}`);
    const detail = 'A path segment is longer than any name can be.';
    expect([answer.statusCode, answer.json()]).toEqual([414, { detail }]);
    const large = await getRaw(app.server, '/api/heartbeat', `x-large: ${'x'.repeat(20_000)}\r\n`);
    expect(told(large)).toEqual([431, expect.stringContaining('headers are larger')]);
  });

  it.each(['NONSENSE\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n'])(
    'for what is not HTTP: %j',
    async (bytes) => {
      expect(told(await sendRaw(app.server, bytes))).toEqual([400, 'The request is not valid HTTP.']);
    },
  );

  it.each(['/api/heartbeat', `${v2}/clip`, '/nonsense', '/healthz'])(
    'for no Host, or two: %s',
    async (path) => {
      const none = await sendRaw(app.server, `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`);
      expect(told(none)).toEqual([400, 'An HTTP/1.1 request must have a Host header.']);
      for (const second of ['another', 'registry']) {
        const two = await getRaw(app.server, path, `Host: ${second}\r\n`);
        expect(told(two)).toEqual([400, 'A request must have only one Host header.']);
      }
    },
  );

  it('for expectations other than 100-continue', async () => {
    const answer = await getRaw(app.server, '/api/heartbeat', 'expect: miracles\r\n');
    expect(told(answer)).toEqual([417, 'Only Expect: 100-continue is supported.']);
  });

  it('for a body that is too large, announced or not', async () => {
    const large = JSON.stringify({ name: 'x', description: 'x'.repeat(3000) });
    const announced = await write(large);
    expect([announced.statusCode, announced.json()]).toEqual([
      413,
      { detail: `The request body has ${large.length} bytes; the limit is 2048.` },
    ]);
    const chunked = await sendRaw(
      app.server,
      `POST ${v2}/clip HTTP/1.1\r\nhost: x\r\napikey: ${keys.requestor}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    );
    expect(told(chunked)).toEqual([413, 'The request body has more than 2048 bytes; the limit is 2048.']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ])('for a body sent as %j', async (type) => {
    const answer = await write('{"name":"x"}', { 'content-type': type });
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      { detail: 'The body must be sent as Content-Type: application/json.' },
    ]);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/ld+json'])(
    'but not for one sent as %s',
    async (type) => {
      expect((await write('{"name":"x"}', { 'content-type': type })).statusCode).toBe(202);
    },
  );

  it('for broken JSON, with the place', async () => {
    const answer = await write('{"name": "x",}');
    const problem = { type: 'json_invalid', loc: ['body', 13], msg: 'JSON decode error', input: {} };
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [problem]]);
  });

  it('for a missing body', async () => {
    for (const body of [undefined, '']) {
      const answer = await app.send('POST', `${v2}/clip`, {
        key: keys.requestor,
        body,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] },
      ]);
    }
  });

  it('for keys that reach for prototypes', async () => {
    const answer = await write('{"name": "x", "__proto__": {"admin": true}}');
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', '__proto__']]);
  });

  it('for a query that no database can compare with', async () => {
    const answer = await app.get(`${v2}/pending_queue/changes?model_name=%00`, { key: keys.approver });
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['query', 'model_name']]);
  });
});

it('a defect answers 500 as JSON, says nothing of itself, and is in the log with the id of the request', async () => {
  await using broken = await startTestApp({ onLog: (line) => log.push(line) });
  await broken.store.close();
  const answer = await broken.get(`${v2}/pending_queue/changes?model_name=secret`, { key: keys.approver });
  expect(answer.statusCode).toBeGreaterThanOrEqual(500);
  expect(answer.json()).toEqual({ detail: expect.any(String) });
  expect(answer.body).not.toContain('at ');
  const line = log.find((entry) => entry.reqId === answer.headers['x-request-id']);
  expect(line).toMatchObject({ path: `${v2}/pending_queue/changes`, err: { message: expect.any(String) } });
});

it('the body of a request that goes nowhere is not judged', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await app.send('POST', '/nonsense', { body: '{', headers })).statusCode).toBe(404);
});
