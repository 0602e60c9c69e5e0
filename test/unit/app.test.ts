import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import { loadSamples } from '../../src/app/demo/load-samples.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { readSettings } from '../../src/app/settings.ts';
import { RegistryError } from '../../src/kernel/errors.ts';
import { auditStore } from '../../src/modules/audit/store.ts';
import { changeStore } from '../../src/modules/queue/store.ts';
import { usualCategories } from '../support/categories.ts';
import { eventually } from '../support/eventually.ts';
import { versionsOf } from '../support/versions.ts';

const atEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

async function temporarySettings(more: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-root-'));
  atEnd.push(() => rm(directory, { recursive: true, force: true }));
  const environment = {
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}`,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: '7',
    MODELREF_PENDING_QUEUE__APPROVER_IDS: '7',
    MODELREF_LOG_LEVEL: 'info',
    MODELREF_PORT: '0',
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    ...more,
  };
  return readSettings(environment).settings;
}

const identity = { authenticate: async () => ({ userId: '7', username: 'Seven#7' }) };
const v2 = '/api/model_references/v2';
const headers = { apikey: 'secret-key', 'content-type': 'application/json' };

test('an app answers before it listens, and then under its origin', async () => {
  const settings = await temporarySettings();
  await using app = await createApp(settings, { logTo: { write: () => {} }, readyWhenEmpty: true });
  expect((await app.server.inject('/readyz')).statusCode).toBe(200);
  const origin = await app.listen();
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

test('the overrides are what the app works with', async () => {
  const settings = await temporarySettings();
  const lines: string[] = [];
  await using app = await createApp(settings, {
    clock: { now: () => 1234 },
    identity,
    logTo: { write: (line) => lines.push(line) },
  });
  const answer = await app.server.inject({
    method: 'POST',
    url: `${v2}/clip`,
    headers,
    payload: '{"name":"a"}',
  });
  expect(answer.json()).toMatchObject({ requested_username: 'Seven#7', requested_at: 1234 });
  expect(lines.join('')).toContain('"status":202');
  expect(lines.join('')).not.toContain('secret-key');
});

test('a refusal that is logged says what it is, a defect also where it was thrown', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  await using app = await createApp(await temporarySettings(), { logTo });
  app.context.logger.warn({ err: new RegistryError('conflict', 'It is taken.') }, 'refused');
  app.context.logger.warn({ err: new TypeError('x is undefined') }, 'defect');
  const [refused, defect] = ['refused', 'defect'].map((msg) =>
    lines.map((line) => JSON.parse(line)).find((line) => line.msg === msg),
  );
  expect(refused.err).toEqual({ type: 'RegistryError', code: 'conflict', message: 'It is taken.' });
  expect(defect.err).toMatchObject({ type: 'TypeError', stack: expect.stringContaining('app.test.ts') });
});

test('a primary that is away is logged as an outage, without the place where that was noticed', async () => {
  const lines: string[] = [];
  const settings = await temporarySettings({
    MODELREF_REPLICATE_MODE: 'REPLICA',
    MODELREF_PRIMARY_API_URL: 'http://127.0.0.1:1/api',
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
  });
  await using _app = await createApp(settings, { logTo: { write: (line) => void lines.push(line) } });
  const line = await eventually(() => {
    const found = lines.map((each) => JSON.parse(each)).find(({ err }) => err);
    expect(found).toBeDefined();
    return found;
  });
  expect(line.msg).toBe('the replica could not bring its copy up to date');
  expect(line.err).toEqual({
    type: 'OutageError',
    code: 'primary_unavailable',
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:1\/api\S+ cannot be read: no connection, ECONNREFUSED\.$/,
    ),
  });
});

test('disposing of an app closes what it opened, and nothing that it was given', async () => {
  const settings = await temporarySettings();
  const quiet = { logTo: { write: () => {} } };
  const store = await openDatabase(settings, {});
  atEnd.push(() => store.close());
  const given = await createApp(settings, { ...quiet, store });
  await given[Symbol.asyncDispose]();
  expect(await versionsOf(store)).toBeInstanceOf(Map);

  const own = await createApp(settings, quiet);
  const origin = await own.listen();
  await own[Symbol.asyncDispose]();
  await expect(versionsOf(own.store)).rejects.toThrow();
  await expect(fetch(`${origin}/readyz`)).rejects.toThrow();
});

test('without an audit trail writes leave no events', async () => {
  const settings = await temporarySettings({ MODELREF_AUDIT__ENABLED: 'false' });
  await using app = await createApp(settings, { identity, logTo: { write: () => {} } });
  await app.server.inject({ method: 'POST', url: `${v2}/clip`, headers, payload: '{"name":"a"}' });
  const { store } = app;
  expect(await store.read((reader) => changeStore(reader).counts())).toMatchObject({ pending: 1 });
  expect(await store.read((reader) => auditStore(reader).events({}, 10))).toEqual([]);
});

test('what another process writes is served without a restart', async () => {
  const settings = await temporarySettings();
  await using app = await createApp(settings, { logTo: { write: () => {} } });
  expect((await app.server.inject(`${v2}/clip`)).statusCode).toBe(404);
  const swapped = new Promise<void>((resolve) => {
    app.context.catalog.onChange((category) => category === 'clip' && resolve());
  });
  const other = await openDatabase(settings, {});
  await loadSamples(other, { now: 1000, categories: usualCategories });
  await other.close();
  await swapped;
  expect((await app.server.inject(`${v2}/clip`)).statusCode).toBe(200);
});

test('a request under way is answered while the app stops, and does not hold that up', async () => {
  const settings = await temporarySettings();
  const app = await createApp(settings, { identity, logTo: { write: () => {} } });
  const { hostname, port } = new URL(await app.listen());
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.write(
    `POST ${v2}/clip HTTP/1.1\r\nHost: x\r\napikey: k\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n`,
  );
  await eventually(() => expect(received).toContain('100 Continue'));
  const cut = vi.spyOn(app.server.server, 'closeAllConnections');
  const stopped = app[Symbol.asyncDispose]();
  await eventually(() => expect(app.server.server.listening).toBe(false));
  socket.write('{"name":"a"}');
  await Promise.all([stopped, once(socket, 'close')]);
  expect(received).toContain('HTTP/1.1 202 Accepted');
  expect(received).toContain('\r\nconnection: close\r\n');
  expect(cut).not.toHaveBeenCalled();
});
