import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const v1 = '/api/model_references/v1';
const record = `${v2}/clip/model/a`;
const long = 'A vision transformer. '.repeat(40);
const past = 'Mon, 01 Jan 2024 00:00:00 GMT';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('clip', { name: 'a', description: long });
});
afterAll(async () => app[Symbol.asyncDispose]());

describe('Accept-Encoding: identity', () => {
  it('with the ETag of the gzip form is not a 304: that client does not read gzip', async () => {
    const etag = String((await app.get(record)).headers.etag);
    const zipped = etag.replace(/"$/, '-gzip"');
    const ask = async (headers: Record<string, string>) =>
      (await app.get(record, { headers: { 'if-none-match': zipped, ...headers } })).statusCode;
    expect(await ask({ 'accept-encoding': 'identity' })).toBe(200);
    expect(await ask({ 'accept-encoding': 'br' })).toBe(200);
    expect(await ask({ 'accept-encoding': 'gzip' })).toBe(304);
    expect(await ask({})).toBe(304);
  });
});

describe('a read', () => {
  const paths = [record, `${v2}/clip`, `${v1}/clip`, `${v2}/clip/search`];

  it.each(paths)('with If-Match answers while it holds, else 412: %s', async (path) => {
    const etag = String((await app.get(path)).headers.etag);
    const ask = async (match: string) => {
      const answer = await app.get(path, { headers: { 'if-match': match } });
      return [answer.statusCode, Object.keys(answer.json())];
    };
    for (const match of [etag, '*', `"x", ${etag}`]) expect((await ask(match))[0]).toBe(200);
    for (const match of ['"x"', `W/${etag}`, 'x']) expect(await ask(match)).toEqual([412, ['detail']]);
  });

  it.each([record, `${v2}/clip`, `${v1}/clip`])(
    'with If-Unmodified-Since answers while it holds, else 412: %s',
    async (path) => {
      const ask = async (headers: Record<string, string>) => (await app.get(path, { headers })).statusCode;
      expect(await ask({ 'if-unmodified-since': future })).toBe(200);
      expect(await ask({ 'if-unmodified-since': past })).toBe(412);
      expect(await ask({ 'if-unmodified-since': 'yesterday' })).toBe(200);
      expect(await ask({ 'if-unmodified-since': past, 'if-match': '*' })).toBe(200);
    },
  );

  it('over a connection is not taken for a plain one', async () => {
    const base = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(base + record, { headers: { 'if-match': '"x"' } });
    expect([answer.status, await answer.json()]).toEqual([412, { detail: expect.stringContaining('"x"') }]);
    const late = await fetch(base + record, { headers: { 'if-unmodified-since': past } });
    expect([late.status, await late.json()]).toEqual([412, { detail: expect.stringContaining(past) }]);
  });
});

describe('a write', () => {
  const body = { name: 'a', description: 'Another.' };

  it('whose If-Match does not hold is 412 as a dry run, too', async () => {
    const headers = { 'if-match': '"old"' };
    const answer = await app.send('PUT', `${record}?dry_run=true`, { key: keys.requestor, body, headers });
    expect([answer.statusCode, answer.json().detail]).toEqual([412, expect.stringContaining('"old"')]);
  });

  it('says what else is wrong with it first', async () => {
    const headers = { 'if-match': '"old"' };
    const missing = await app.send('PUT', `${v2}/clip/model/b`, {
      key: keys.requestor,
      body: { name: 'b' },
      headers,
    });
    expect(missing.statusCode).toBe(404);
    const taken = await app.send('POST', `${v2}/clip`, { key: keys.requestor, body, headers });
    expect(taken.statusCode).toBe(409);
  });

  it('with the ETag of any form of the live record is queued', async () => {
    const etag = String((await app.get(record)).headers.etag);
    for (const match of [etag, etag.replace(/"$/, '-gzip"'), '*']) {
      const answer = await app.send('PUT', record, {
        key: keys.requestor,
        body,
        headers: { 'if-match': match, 'if-unmodified-since': past },
      });
      expect(answer.statusCode).toBe(202);
    }
    const late = await app.send('DELETE', record, {
      key: keys.requestor,
      headers: { 'if-unmodified-since': future },
    });
    expect(late.statusCode).toBe(202);
  });
});

describe('a write of v1, with and without the queue', () => {
  it.each([true, false])('may name the ETag of the category or of the record: %s', async (queueEnabled) => {
    await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy', queueEnabled } });
    const model = { name: 'a', type: 'clip', description: 'First.' };
    const write = (method: string, path: string, match: string | null, body?: object) =>
      legacy.send(method, path, {
        key: keys.approver,
        ...(body && { body }),
        headers: match === null ? {} : { 'if-match': match },
      });
    const made = await write('POST', `${v1}/clip`, null, model);
    if (queueEnabled) {
      await legacy.approve(made.json().change_id);
      await legacy.apply(made.json().change_id);
    }
    const etag = String((await legacy.get(`${v1}/clip`)).headers.etag);
    const changed = { ...model, description: 'Second.' };
    expect((await write('PUT', `${v1}/clip`, '"old"', changed)).statusCode).toBe(412);
    expect((await write('PUT', `${v1}/clip`, etag, changed)).statusCode).toBe(queueEnabled ? 202 : 200);
    // Without the queue that was live at once, and the ETag is of before.
    expect((await write('DELETE', `${v1}/clip/model/a`, etag)).statusCode).toBe(queueEnabled ? 202 : 412);
    const ofRecord = String((await legacy.get(record)).headers.etag);
    expect((await write('DELETE', `${v1}/clip/model/a`, ofRecord)).statusCode).toBe(queueEnabled ? 202 : 204);
  });
});
