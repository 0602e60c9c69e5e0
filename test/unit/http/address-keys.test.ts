import { expect, onTestFinished, test } from 'vitest';
import { auditStore } from '../../../src/modules/audit/index.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { runSql } from '../../support/run-sql.ts';

const v1 = '/api/model_references/v1';
const v2 = '/api/model_references/v2';
const good = 'https://civitai.com/api/download/models/1';
const bad = `${good}?Token=SECRET`;
const refusal = (what = "the parameter 'token'") =>
  `URL must not contain ${what}: it is a personal key, and records are public`;
const hash = 'a'.repeat(64);
const record = (name: string, file_url = good, more: object = {}) => ({
  name,
  config: { download: [{ file_name: 'a.bin', file_url, sha256sum: hash }] },
  ...more,
});
const legacy = (name: string, file_url = good, more: object = {}) => ({
  name,
  config: {
    files: [{ path: 'a.bin', sha256sum: hash }],
    download: [{ file_name: 'a.bin', file_path: '', file_url }],
  },
  ...more,
});
const place = 'body.config.download.0.file_url';

/** Starts a registry, and looks at its end whether something of it has the key. */
async function registry(options?: TestAppOptions) {
  const logged: unknown[] = [];
  const app = await startTestApp({ ...options, onLog: (line) => logged.push(line) });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const send = async (method: string, path: string, body?: unknown, key: string = keys.requestor) => {
    const answer = await app.send(method, path, { key, body });
    expect(answer.body).not.toContain('SECRET');
    return answer;
  };
  return {
    app,
    send,
    /** Sends a write that is refused for the keys at these places alone. */
    refused: async (
      method: string,
      path: string,
      body: unknown,
      places: string[] = [place],
      what?: string,
    ) => {
      const answer = await send(method, path, body);
      const { detail } = answer.json();
      expect([answer.statusCode, detail], path).toEqual([
        422,
        places.map((each) => ({
          type: 'address_with_key',
          loc: each.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
          msg: refusal(what),
        })),
      ]);
    },
    noTrace: async () => {
      const events = await app.store.read((reader) => auditStore(reader).events({ after: 0 }, 500));
      expect(JSON.stringify(events)).not.toContain('SECRET');
      expect(logged.length).toBeGreaterThan(0);
      expect(JSON.stringify(logged)).not.toContain('SECRET');
      expect((await verifyStore(app.store)).problems).toEqual([]);
    },
  };
}

/** Puts the key into what is stored, as earlier versions took it. */
async function storeKey(app: TestApp, table: string, ...columns: string[]): Promise<void> {
  await app.store.write(async () => {});
  const set = columns.map((column) => `${column} = replace(${column}, '${good}"', '${bad}"')`);
  await runSql(app.settings.databaseUrl, `UPDATE ${table} SET ${set.join(', ')}`);
}

test('a key in an address of a v2 record is refused, in whichever field, and with dry_run', async () => {
  const { app, send, refused, noTrace } = await registry();
  await app.seed('clip', record('live'));
  await refused('POST', `${v2}/clip`, record('new', bad));
  await refused('POST', `${v2}/clip/add`, record('new', bad));
  await refused('POST', `${v2}/clip?dry_run=true`, record('new', bad));
  await refused('PUT', `${v2}/clip/model/live`, record('live', bad));
  const image = { ...record('image'), baseline: 'stable_diffusion_xl', nsfw: false };
  const fields = {
    description: `get it at ${bad} now`,
    homepage: bad,
    showcases: [good, bad],
    finetune_series: { name: 'x', homepage: bad },
    no_field_of_ours: bad,
  };
  await refused('POST', `${v2}/image_generation`, { ...image, ...fields }, [
    'body.description',
    'body.homepage',
    'body.showcases.1',
    'body.finetune_series.homepage',
    'body.no_field_of_ours',
  ]);
  const withUser = record('new', 'https://me:SECRET@a.example/x');
  await refused('POST', `${v2}/clip`, withUser, [place], 'a user or a password');
  // What else is wrong is not said, since it would show what was sent.
  await refused('POST', `${v2}/clip`, { config: { download: [{ file_url: bad }] } });
  const cut = await app.send('POST', `${v2}/clip`, {
    key: keys.requestor,
    body: `{"homepage": "${bad}" x}`,
    headers: { 'content-type': 'application/json' },
  });
  expect(cut.statusCode).toBe(422);
  expect(cut.body).not.toContain('SECRET');
  expect((await send('GET', `${v2}/pending_queue/changes?status=pending`)).json().total ?? 0).toBe(0);
  // In a new version, in common fields, in a request for a model and in a comment.
  const change = await app.propose('POST', '/clip', record('new'));
  const at = `${v2}/pending_queue/changes/${change}`;
  await refused('PUT', at, { record: record('new', bad) }, ['body.record.config.download.0.file_url']);
  await app.seed('text_generation', { name: 'org/Magnum-7B', parameters: 7_000_000_000 });
  const group = `${v2}/text_generation/group/Magnum/common_fields`;
  await refused('PUT', group, { homepage: bad }, ['body.homepage']);
  await refused('POST', `${v2}/requests`, { category: 'clip', name: 'x', link: bad }, ['body.link']);
  await refused('POST', `${at}/comments`, { text: `see ${bad}` }, ['body.text']);
  await noTrace();
});

test('a key in an address of a v1 record is refused, without the queue too', async () => {
  const { app, refused, noTrace } = await registry({ settings: { canonicalFormat: 'legacy' } });
  const made = await app.send('POST', `${v1}/clip`, { key: keys.requestor, body: legacy('live') });
  await app.approve(made.json().change_id);
  await app.apply(made.json().change_id);
  await refused('POST', `${v1}/clip`, legacy('new', bad));
  await refused('POST', `${v1}/clip`, legacy('new', good, { anything: { else: [bad] } }), [
    'body.anything.else.0',
  ]);
  await refused('PUT', `${v1}/clip`, legacy('live', bad));
  await noTrace();
  const { databaseUrl } = app.settings;
  const direct = await registry({
    settings: { databaseUrl, canonicalFormat: 'legacy', queueEnabled: false },
  });
  const answer = await direct.send('POST', `${v1}/clip`, legacy('new', bad), keys.approver);
  expect([answer.statusCode, answer.json().detail[0].msg]).toEqual([422, refusal()]);
  await direct.noTrace();
});

test('what earlier versions have stored can be read, deleted and mended, and is not proposed again', async () => {
  const { app, send } = await registry();
  await app.seed('clip', record('live'), record('other'));
  const text = { name: 'org/Magnum-7B', parameters: 7_000_000_000, url: good };
  await app.seed('text_generation', text);
  await storeKey(app, 'models', 'v2', 'legacy');
  const read = await startTestApp({ settings: { databaseUrl: app.settings.databaseUrl } });
  onTestFinished(() => read[Symbol.asyncDispose]());
  const path = `${v2}/clip/model/other`;
  expect((await read.get(path)).json().config.download[0].file_url).toBe(bad);
  const carried = async (method: string, path: string, body: unknown, at = place) => {
    const answer = await send(method, path, body);
    expect([answer.statusCode, answer.json().detail?.[0].loc.join('.')], answer.body).toEqual([422, at]);
  };
  await carried('POST', `${v2}/clip/rename`, { from: 'live', to: 'new name' });
  await carried('PUT', `${v2}/text_generation/group/Magnum/common_fields`, { style: 'chat' }, 'body.url');
  expect((await send('PUT', `${v2}/clip/model/live`, record('live'))).statusCode).toBe(202);
  expect((await app.send('DELETE', path, { key: keys.requestor })).statusCode).toBe(202);
});

test('what waits since an earlier version is not applied', async () => {
  const { app, send } = await registry();
  const change = await app.propose('POST', '/clip', record('new'));
  await app.approve(change);
  await storeKey(app, 'pending_change_bodies', 'payload');
  const applied = await send('POST', `${v2}/pending_queue/apply`, { change_ids: [change] }, keys.approver);
  expect([applied.statusCode, applied.json()]).toMatchObject([
    400,
    { failed_error: `Change ${change} cannot be applied: config.download.0.file_url: ${refusal()}` },
  ]);
  expect(applied.json().failed_error_type).toBe('PendingChangePayloadError');
});

test('a draft of an address with a key is one without it', async () => {
  const { send } = await registry();
  const text = JSON.stringify({ record_type: 'clip', ...record('x', bad), description: `see ${bad}` });
  const draft = (await send('POST', `${v2}/drafts`, { text, category: 'clip' })).json();
  expect(draft).toMatchObject({
    record: { description: `see ${good}`, config: { download: [{ file_url: good }] } },
  });
  expect(draft.notes).toContainEqual({
    field_path: null,
    message: "The input contains a URL with the parameter 'token', a personal key, which was removed.",
    open: false,
  });
  const unknown = await send('POST', `${v2}/drafts`, { url: 'https://a.example/?api_key=SECRET' });
  expect(unknown.json().detail).toMatch(/^Unsupported link 'https:\/\/a\.example\/'/);
  const long = await send('POST', `${v2}/drafts`, { url: `${bad}&x=${'x'.repeat(2_000)}` });
  expect(long.statusCode).toBe(422);
});
