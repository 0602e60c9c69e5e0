import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ModelrefClient } from '../../../client/src/index.ts';
import { fileStore } from '../../../src/modules/files/store.ts';
import { createGuardedFetcher, type GuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../support/emulators/hugging-face.ts';
import type { HubRepository } from '../../support/emulators/hugging-face-answers.ts';
import { openEventSource } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';
import { keys } from '../../support/identity-server.ts';
import { runSql } from '../../support/run-sql.ts';

const v2 = '/api/model_references/v2';
const [hash, otherHash, commit] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(40)];
const address = (repository: string) =>
  `https://huggingface.co/acme/${repository}/resolve/main/model.safetensors`;
const hours = 3600;

let hub: EmulatedHub;
let remote: GuardedFetcher;
let app: TestApp | undefined;
let time: number;

beforeEach(async () => {
  hub = await startHuggingFace();
  remote = fetcherFor({ hub });
  time = Math.floor(Date.now() / 1000);
});
afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  await remote.close();
  await hub[Symbol.asyncDispose]();
});

const bounds = { fileCallsPerMinute: 6_000 };

async function start(settings: TestAppOptions['settings'] = {}) {
  app = await startTestApp({
    settings: { fileChecks: true, ...settings },
    overrides: { bounds, remoteFiles: remote, fileChecksEveryMs: 20, clock: { now: () => time } },
  });
  return app;
}

function onHub(repository: string, more: { sha256?: string; gated?: 'auto' } = {}) {
  const { sha256 = hash, ...about } = more;
  const file = { size: 1000, beginning: new Uint8Array(), sha256 };
  hub.repositories.set(`acme/${repository}`, {
    id: `acme/${repository}`,
    commit,
    files: { 'model.safetensors': file },
    ...about,
  });
}

const record = (name: string, repository = name, sha256sum = hash) => ({
  name,
  description: 'Mine.',
  config: { download: [{ file_name: `${name}.safetensors`, file_url: address(repository), sha256sum }] },
});

/** Waits until nothing is looked at, nothing is due, and the service knows of every look. */
const settled = () =>
  eventually(async () => {
    const addresses = await (app as TestApp).store.read((tx) => fileStore(tx).addresses(0));
    const { files } = await filesOf();
    const live = addresses.filter((address) => address.live);
    // What a proposal alone has named is not looked at any more once that is decided; what is live is
    // looked at once more, and may not be marked yet.
    const marked = live.map(({ url }) => url);
    expect(marked).toEqual(expect.arrayContaining(files.map(({ url }: { url: string }) => url)));
    for (const { due_at, claimed_by } of live) {
      expect(due_at).toBeGreaterThan(time);
      expect(claimed_by).toBeNull();
    }
  });

const filesOf = async (query = '') => (await (app as TestApp).get(`${v2}/files${query}`)).json();
const feedOf = async () => (await (app as TestApp).get(`${v2}/feed?since=0`)).json();
const repair = (body: object, query = '') =>
  (app as TestApp).send('POST', `${v2}/files/repairs${query}`, { key: keys.requestor, body });
const changeOf = (id: number, view = '') =>
  (app as TestApp).get(`${v2}/pending_queue/changes/${id}${view}`, { key: keys.approver });
/** The findings about files in an answer. */
const fileFindings = (answer: { json(): { findings: { rule: string }[] } }) =>
  answer.json().findings.filter(({ rule }) => rule.startsWith('file_'));
const only = (verdicts: object) => eventually(async () => expect(await verdictsOf()).toEqual(verdicts));
const verdictsOf = async () => {
  const { files } = await filesOf();
  return Object.fromEntries(
    files.map((file: { model_name: string; verdict: string }) => [file.model_name, file.verdict]),
  );
};

test('the files of live records are looked at, and shown with what was learned', async () => {
  onHub('good');
  onHub('wrong', { sha256: otherHash });
  onHub('behind-a-gate', { gated: 'auto' });
  const { seed, get } = await start();
  await seed('clip', record('good'), record('wrong'), record('behind-a-gate'));
  await only({ wrong: 'mismatch', 'behind-a-gate': 'gated', good: 'mutable' });
  const { files, total, counts, checks_enabled } = await filesOf('?limit=1');
  expect({ total, checks_enabled }).toEqual({ total: 3, checks_enabled: true });
  expect(counts).toMatchObject({
    files: 3,
    verdicts: { mismatch: 1, gated: 1, mutable: 1, verified: 0 },
    hosts: { 'huggingface.co': 3 },
    categories: { clip: 3 },
  });
  expect(files).toEqual([
    {
      category: 'clip',
      model_name: 'wrong',
      field_path: 'config.download.0',
      file_name: 'wrong.safetensors',
      url: address('wrong'),
      host: 'huggingface.co',
      expected: { sha256: hash, malformed_sha256: null, size_bytes: null },
      verdict: 'mismatch',
      weight: 'wrong',
      detail: `The host has the SHA-256 ${otherHash}; the record says ${hash}.`,
      since: time,
      learned_at: time,
      how: 'x_linked_etag',
      seen: { sha256: otherHash, size_bytes: 1000, revision: commit, moved_to: null },
      checked_at: time,
      doubted_since: null,
      failing: null,
      repairs: [],
    },
  ]);
  // Looked at as a proposal's file, it is noted once it is live.
  await eventually(async () => {
    const ofModel = (await get(`${v2}/clip/model/good/files`)).json();
    const pin = { kind: 'pin', to: address('good').replace('main', commit) };
    expect(ofModel.files).toMatchObject([
      { verdict: 'mutable', since: time, repairs: [pin, { kind: 'size', to: 1000 }] },
    ]);
  });
  const refused = await repair({ files: [{ category: 'clip', model_name: 'wrong' }] });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().detail).toContain('the evidence suggests no change');

  await seed('blip', record('of blip', 'good'));
  await eventually(async () => expect((await filesOf('?verdict=unknown')).total).toBe(0));
  expect((await filesOf('?verdict=mismatch&verdict=gone')).files).toMatchObject([{ model_name: 'wrong' }]);
  expect((await filesOf('?category=blip&host=HuggingFace.co')).files).toMatchObject([
    { model_name: 'of blip' },
  ]);
  expect((await filesOf('?host=example.org')).total).toBe(0);
  expect(await filesOf('?offset=1&limit=1')).toMatchObject({ total: 4, offset: 1, limit: 1, has_more: true });
  expect((await get(`${v2}/files?verdict=bad`)).statusCode).toBe(422);
});

test('a file is gone once its host has said so twice, hours apart, and is there again at once', async () => {
  onHub('here');
  const { seed } = await start();
  await seed('clip', record('here'));
  await only({ here: 'mutable' });
  await settled();
  // A host that fails is never counted against its files.
  const learned = time;
  hub.fault = () => ({ status: 503 });
  time += 26 * hours;
  await eventually(async () =>
    expect((await filesOf()).files).toMatchObject([
      { verdict: 'mutable', learned_at: learned, checked_at: time, failing: { since: time } },
    ]),
  );
  hub.fault = () => null;
  hub.repositories.clear();
  time += 26 * hours;
  const doubted = time;
  await eventually(async () =>
    expect((await filesOf()).files).toMatchObject([{ verdict: 'mutable', doubted_since: doubted }]),
  );
  time += 6 * hours;
  await eventually(async () =>
    expect((await filesOf()).files).toMatchObject([{ verdict: 'gone', since: time, doubted_since: null }]),
  );
  onHub('here');
  time += 25 * hours;
  await only({ here: 'mutable' });
});

test('a wall of 404 in front of all files of a host says nothing about any of them', async () => {
  await remote.close();
  remote = createGuardedFetcher({
    mirrors: { 'huggingface.co': hub.url },
    allowedHosts: [new URL(hub.cdn.url).host],
    // What stands for time elsewhere in it: hosts that ask for a pause are asked again.
    now: () => time * 1000,
    perSecond: {},
  });
  const names = Array.from({ length: 6 }, (_, at) => `model-${at}`);
  for (const name of names) onHub(name);
  const { seed } = await start();
  await seed('clip', ...names.map((name) => record(name)));
  const counts = async () => (await filesOf()).counts.verdicts;
  const looked = (models: readonly string[]) =>
    eventually(async () => {
      const { files } = await filesOf();
      for (const file of files) if (models.includes(file.model_name)) expect(file.checked_at).toBe(time);
    });
  await eventually(async () => expect(await counts()).toMatchObject({ mutable: 6 }));
  await settled();
  // One of them is let through.
  hub.fault = ({ path }) => (path.includes('model-5') ? null : { status: 404 });
  for (const later of [26, 7, 7, 26]) {
    time += later * hours;
    await looked(names.slice(0, 5));
    await settled();
    expect(await counts()).toMatchObject({ mutable: 6, gated: 0, gone: 0 });
  }
  const failing = (await filesOf()).files.filter((file: { failing: object | null }) => file.failing !== null);
  expect(failing.map((file: { model_name: string }) => file.model_name)).toEqual(
    expect.arrayContaining(names.slice(0, 5)),
  );
  hub.fault = () => null;
  time += 26 * hours;
  await looked(names);
  for (const file of (await filesOf()).files)
    expect(file).toMatchObject({ verdict: 'mutable', failing: null, doubted_since: null });
});

test('reviewers see which files were not looked at yet, as long as anybody is to look at them', async () => {
  onHub('there');
  const waiting = await startTestApp({
    settings: { fileChecks: true },
    overrides: { fileChecksEveryMs: 1e9 },
  });
  // Closed after the other one, which is on its database.
  onTestFinished(() => waiting[Symbol.asyncDispose]());
  const download = ['there', 'elsewhere'].flatMap((name) => record(name).config.download);
  const body = { name: 'two', config: { download } };
  const toldOf = (answer: { json(): { findings: { rule: string }[] } }) =>
    answer.json().findings.filter(({ rule }) => rule === 'file_not_looked_at');
  const dry = await waiting.send('POST', `${v2}/clip?dry_run=true`, { key: keys.requestor, body });
  expect([dry.statusCode, toldOf(dry)]).toEqual([200, []]);
  const id = await waiting.propose('POST', '/clip', body);
  const told = async ({ get }: TestApp, what = '') =>
    toldOf(await get(`${v2}/pending_queue/changes/${id}${what}`, { key: keys.approver }));
  const finding = {
    rule: 'file_not_looked_at',
    severity: 'note',
    field_path: 'config.download.0.file_url',
    message: `2 of 2 files have not been checked yet; the first of them is ${address('there')}.`,
  };
  expect(await told(waiting)).toEqual([finding]);
  expect(await told(waiting, '/diff')).toEqual([finding]);
  const { databaseUrl } = waiting.settings;
  {
    await using without = await startTestApp({ settings: { fileChecks: false, databaseUrl } });
    expect(await told(without)).toEqual([]);
  }
  const looking = await start({ databaseUrl });
  await eventually(async () => expect(await told(looking)).toEqual([]));
});

test('reviewers hear of an address that may not be called, of which no host has said anything', async () => {
  const body = {
    name: 'private',
    config: {
      download: [
        { file_name: 'a.bin', file_url: 'http://127.0.0.1:80/a.bin', sha256sum: hash },
        { file_name: 'b.bin', file_url: 'https://files.example:9000/b.bin', sha256sum: hash },
      ],
    },
  };
  const told = [
    'http://127.0.0.1/a.bin was not called: 127.0.0.1 is not a public address.',
    'https://files.example:9000/b.bin was not called: port 9000 is not allowed; allowed: 80, 443, 8080, 8443.',
  ].map((message, at) => ({
    rule: 'file_not_called',
    severity: 'warning',
    field_path: `config.download.${at}.file_url`,
    message,
  }));
  const { seed, send, propose } = await start();
  const dry = await send('POST', `${v2}/clip?dry_run=true`, { key: keys.requestor, body });
  expect(fileFindings(dry)).toEqual(told);
  // Also when it is believed, hours later.
  await seed('clip', body);
  const id = await propose('PUT', '/clip/model/private', { ...body, description: 'Again.' });
  await eventually(async () =>
    expect((await filesOf()).files[1].detail).toMatch(
      /8443\. It counts if a check hours later confirms it\.$/,
    ),
  );
  time += 7 * hours;
  await only({ private: 'gone' });
  expect(fileFindings(await changeOf(id))).toEqual(told);
});

test('a record that changes is judged anew at once, and what it does not name any more is forgotten', async () => {
  onHub('here');
  // Before anything looks: what is looked at while it is only proposed is looked at again once it is live.
  const seeded = await start({ fileChecks: false });
  // Closed after the other one, which is on its database.
  onTestFinished(() => seeded[Symbol.asyncDispose]());
  await seeded.seed('clip', record('here'));
  const { change } = await start({ databaseUrl: seeded.settings.databaseUrl });
  await only({ here: 'mutable' });
  const asked = hub.requests.length;
  await change('PUT', '/clip/model/here', record('here', 'here', otherHash));
  expect(await verdictsOf()).toEqual({ here: 'mismatch' });
  expect(hub.requests).toHaveLength(asked);
});

test('without checks nobody is called; what they learn changes no record, no ETag and no category', async () => {
  onHub('here', { sha256: otherHash });
  const { seed, get } = await start({ fileChecks: false });
  await seed('clip', record('here'));
  expect(await filesOf()).toMatchObject({ total: 1, checks_enabled: false, files: [{ verdict: 'unknown' }] });
  expect(hub.requests).toEqual([]);
  const before = [await get(`${v2}/clip`), await get(`${v2}/clip/model/here`)];
  const { databaseUrl } = (app as TestApp).settings;
  await using checked = await startTestApp({
    settings: { fileChecks: true, databaseUrl },
    overrides: { bounds, remoteFiles: remote },
  });
  await only({ here: 'mismatch' });
  const after = [await checked.get(`${v2}/clip`), await checked.get(`${v2}/clip/model/here`)];
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag));
});

test('what the host says is proposed at a call, with the evidence, and once', async () => {
  onHub('here');
  const { seed, approve, apply } = await start();
  await seed('clip', record('here'), record('other', 'here'));
  await only({ here: 'mutable', other: 'mutable' });
  const body = {
    files: [{ category: 'clip', model_name: 'here', field_path: 'config.download.0' }],
    kinds: ['pin'],
  };
  const dry = await repair(body, '?dry_run=true');
  expect(dry.json().changes[0].diff.field_diffs).toMatchObject([{ field_path: 'config.download' }]);
  const queued = await repair(body);
  expect([queued.statusCode, queued.json().left_out]).toEqual([202, []]);
  const [id] = queued.json().pending_change_ids;
  expect((await changeOf(id)).json()).toMatchObject({
    model_name: 'here',
    operation: 'update',
    notes: expect.stringContaining(`file_url becomes ${address('here').replace('main', commit)}`),
    request_metadata: {
      file_repairs: [{ verdict: 'mutable', how: 'x_linked_etag', seen: { revision: commit } }],
    },
  });
  // Also when the branch has moved on.
  const moved = { commit: 'd'.repeat(40), revisions: { before: commit } };
  hub.repositories.set('acme/here', { ...(hub.repositories.get('acme/here') as HubRepository), ...moved });
  time += 30 * hours;
  await eventually(async () => {
    for (const { repairs } of (await filesOf()).files)
      expect(repairs).toMatchObject([{ kind: 'pin', to: address('here').replace('main', moved.commit) }, {}]);
  });
  const again = await repair(body);
  expect(again.statusCode).toBe(400);
  expect(again.json().detail).toBe(
    `Nothing to repair: 'here' of clip: change ${id} already proposes these repairs.`,
  );
  await approve(id);
  await apply(id);
  await only({ other: 'mutable', here: 'verified' });
});

test('a repair of an address with a key, which earlier versions took, is one without it', async () => {
  for (const name of ['here', 'elsewhere']) onHub(name);
  const before = await start({ fileChecks: false });
  const { databaseUrl } = before.settings;
  await before.seed('clip', record('here'), { ...record('elsewhere'), description: 'At a.example/x?a=1' });
  await runSql(
    databaseUrl,
    `UPDATE models SET v2 = replace(replace(v2, '${address('here')}', '${address('here')}?Token=SECRET'), '?a=1', '?token=SECRET')`,
  );
  onTestFinished(() => before[Symbol.asyncDispose]());
  await start({ databaseUrl });
  await only({ here: 'mutable', elsewhere: 'mutable' });
  const body = {
    files: ['here', 'elsewhere'].map((model_name) => ({ category: 'clip', model_name })),
    kinds: ['pin'],
  };
  const queued = (await repair(body)).json();
  expect(queued.left_out).toEqual([
    {
      category: 'clip',
      model_name: 'elsewhere',
      reason: "description has an address with the parameter 'token': remove it in an edit first",
    },
  ]);
  const [id] = queued.pending_change_ids;
  const change = await changeOf(id);
  expect(change.json().payload.config.download[0].file_url).toBe(address('here').replace('main', commit));
  expect(change.body).not.toContain('SECRET');
});

test('a repair of what healed bars no later one', async () => {
  onHub('there');
  hub.renamed.set('acme/here', 'acme/there');
  const { seed } = await start();
  await seed('clip', record('here'));
  await only({ here: 'moved' });
  await settled();
  const body = { files: [{ category: 'clip', model_name: 'here' }] };
  const repaired = async () => (await repair(body)).json();
  const [first] = (await repaired()).pending_change_ids;
  // The host is silent: nothing is known to have healed.
  hub.fault = () => ({ status: 503 });
  time += 30 * hours;
  await settled();
  expect((await repaired()).detail).toContain(`change ${first} already proposes these repairs`);
  hub.fault = () => null;
  hub.renamed.clear();
  onHub('here');
  time += 30 * hours;
  await settled();
  const second = await eventually(async () => {
    const { pending_change_ids, detail } = await repaired();
    expect(pending_change_ids, detail).toHaveLength(1);
    return pending_change_ids[0];
  });
  expect(second).toBeGreaterThan(first);
});

test('a text that is no SHA-256 is told, and made whole only where its digits are those of the file', async () => {
  const whole = `1234567890${'a'.repeat(54)}`;
  onHub('cut', { sha256: whole });
  const { seed, get } = await start();
  const lost = whole.slice(0, 3) + whole.slice(4);
  await seed(
    'clip',
    record('cut', 'cut', lost),
    record('auto', 'cut', '1234567890'),
    record('other', 'cut', 'b'.repeat(63)),
    record('nowhere', 'cut', 'see the page'),
  );
  await eventually(async () =>
    expect((await filesOf()).files).toMatchObject(Array(4).fill({ checked_at: time })),
  );
  expect(new Set(Object.values(await verdictsOf()))).toEqual(new Set(['malformed_hash']));
  const fileOf = async (name: string) => (await get(`${v2}/clip/model/${name}/files`)).json().files[0];
  expect(await fileOf('cut')).toMatchObject({
    weight: 'wrong',
    expected: { sha256: null, malformed_sha256: lost },
    detail: `'${lost}' in the record is not a SHA-256: it has 63 hexadecimal digits instead of 64. The host says ${whole}: the digits are the same but for one that is missing.`,
    repairs: [{ kind: 'pin' }, { kind: 'sha256', from: lost, to: whole }, { kind: 'size' }],
  });
  expect(await fileOf('auto')).toMatchObject({
    detail: expect.stringContaining('its first 10 digits are the same'),
    repairs: [{ kind: 'pin' }, { kind: 'sha256', from: '1234567890', to: whole }, { kind: 'size' }],
  });
  for (const name of ['other', 'nowhere']) {
    expect(await fileOf(name)).toMatchObject({
      detail: expect.stringContaining('the digits differ'),
      repairs: [],
    });
  }
  const files = ['cut', 'auto', 'other', 'nowhere'].map((model_name) => ({ category: 'clip', model_name }));
  const queued = (await repair({ files })).json();
  const leftOut = queued.left_out.map(({ model_name }: { model_name: string }) => model_name);
  expect(leftOut).toEqual(['other', 'nowhere']);
  const { notes } = (await changeOf(queued.pending_change_ids[0])).json();
  expect(notes).toContain(`sha256sum becomes ${whole}, ${lost} before`);
});

test('a repair is as risky as what it changes', async () => {
  const hashes = { known: '1', pinned: '2', lacking: '3', there: '4' };
  const hashFor = (name: keyof typeof hashes) => hashes[name].repeat(64);
  for (const name of Object.keys(hashes) as (keyof typeof hashes)[]) onHub(name, { sha256: hashFor(name) });
  hub.renamed.set('acme/moved', 'acme/there').set('acme/moved-unnamed', 'acme/there');
  const { seed, send, change } = await start();
  // Somebody whose changes are known.
  await change('POST', '/clip', record('known', 'known', hashFor('known')));
  await seed(
    'clip',
    record('pinned', 'pinned', hashFor('pinned')),
    record('lacking', 'lacking', 'FIXME'),
    record('moved', 'moved', hashFor('there')),
    record('unnamed', 'moved-unnamed', 'FIXME'),
  );
  await eventually(async () =>
    expect(await verdictsOf()).toMatchObject({ moved: 'moved', unnamed: 'moved', lacking: 'mutable' }),
  );
  await settled();
  const repaired = async (model_name: string, ...kinds: string[]) => {
    const answer = await repair({ files: [{ category: 'clip', model_name }], kinds });
    const [id] = answer.json().pending_change_ids;
    return async () => {
      const { risk, risk_reasons } = (await changeOf(id)).json();
      return { id, risk, rules: risk_reasons.map(({ rule }: { rule: string }) => rule) };
    };
  };
  const pin = await repaired('pinned', 'pin', 'size');
  await eventually(async () => expect(await pin()).toMatchObject({ risk: 'low', rules: [] }));
  const move = await repaired('moved', 'move');
  await eventually(async () => expect(await move()).toMatchObject({ risk: 'low', rules: [] }));
  const hashOfHost = await repaired('lacking', 'sha256');
  expect(await hashOfHost()).toMatchObject({ risk: 'look', rules: expect.arrayContaining(['repair']) });
  const anywhere = await repaired('unnamed', 'move');
  expect(await anywhere()).toMatchObject({ risk: 'high', rules: expect.arrayContaining(['repair']) });
  // Another record in the place of the repair is a change like any other.
  const { id } = await pin();
  const revised = await send('PUT', `${v2}/pending_queue/changes/${id}`, {
    key: keys.requestor,
    body: { record: record('pinned', 'elsewhere', hashFor('pinned')) },
  });
  expect(revised.statusCode).toBe(200);
  expect(await pin()).toMatchObject({ risk: 'high', rules: expect.arrayContaining(['critical_fields']) });
});

test('the files of a proposal are looked at once it is queued, and reviewers see what was learned', async () => {
  onHub('wrong', { sha256: otherHash });
  // Refused once, which reviewers hear of at once.
  hub.fault = ({ path }) => (path.includes('refused') ? { status: 403 } : null);
  const { propose, approve } = await start();
  const id = await propose('POST', '/clip', record('wrong'));
  const told = (changeId: number, finding: object, view = '') =>
    eventually(async () => expect(fileFindings(await changeOf(changeId, view))).toMatchObject([finding]));
  const isWrong = {
    rule: 'file_mismatch',
    severity: 'critical',
    field_path: 'config.download.0.sha256sum',
    message: expect.stringContaining(`The host has the SHA-256 ${otherHash}`),
  };
  await told(id, isWrong);
  await told(id, isWrong, '/diff');
  await told(await propose('POST', '/clip', record('lost')), {
    rule: 'file_not_found',
    message: expect.stringContaining('it is not confirmed yet'),
  });
  await told(await propose('POST', '/clip', record('refused')), {
    rule: 'file_gated',
    severity: 'warning',
    field_path: 'config.download.0.file_url',
    message: expect.stringMatching(
      /^Hugging Face refuses access \(403\)\. The host reported this once, on .*; it is not confirmed yet\.$/,
    ),
  });
  // Nothing was held up by it, and nothing fails by it.
  await approve(id);
  // A proposal is no live record.
  expect(await filesOf()).toMatchObject({ total: 0 });
});

test('a verdict that becomes another one is told in the feed and to webhooks, and counted', async () => {
  const told: { type: string; model_name: string; data: unknown }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push(JSON.parse(body));
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => receiver.close(() => resolve())));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  onHub('good');
  onHub('wrong', { sha256: otherHash });
  const { seed, get } = await start({
    webhooks: [{ url, secret: 'a secret of some length' }],
    privateHosts: ['127.0.0.1'],
  });
  await seed('clip', record('good'), record('wrong'));
  await eventually(() => expect(told.filter(({ type }) => type === 'file.verdict')).toHaveLength(1));
  await settled();
  const news = { verdict_before: null, verdict: 'mismatch', url: address('wrong'), how: 'x_linked_etag' };
  expect(told.find(({ type }) => type === 'file.verdict')).toMatchObject({
    model_name: 'wrong',
    data: { file_verdict: news },
  });
  const feed = await feedOf();
  expect(feed.events.map(({ model_name }: { model_name: string }) => model_name)).toEqual(['good', 'wrong']);
  expect(feed.file_verdicts).toMatchObject([{ category: 'clip', model_name: 'wrong', ...news }]);
  expect(feed.has_more).toBe(false);
  const metrics = (await get('/metrics')).body;
  expect(metrics).toContain('modelref_files{verdict="mismatch"} 1');
  expect(metrics).toContain('modelref_files{verdict="mutable"} 1');
  expect(metrics).toMatch(/modelref_files_oldest_look_seconds \d+/);
});

test('the stream tells verdicts among the records, and a reader goes on behind the last it has', async () => {
  onHub('wrong', { sha256: otherHash });
  const { seed, service } = await start({ port: 0 });
  const origin = await service.listen();
  const open = async (headers: Record<string, string>, since = '') => {
    const stream = await openEventSource(`${origin}${v2}/feed/stream${since}`, headers);
    onTestFinished(() => stream.cut());
    const told = () =>
      stream.events.flatMap(({ id, event, data }) => (data ? [{ id, event, ...JSON.parse(data) }] : []));
    return { ...stream, told };
  };
  const live = await open({}, '?since=0');
  await seed('clip', record('wrong'));
  await eventually(() => expect(live.told()).toHaveLength(2));
  const client = new ModelrefClient({ server: `${origin}/api`, attempts: 1 });
  const follower = await client.follow({ categories: ['clip'] });
  const stopping = new AbortController();
  const changes: string[] = [];
  const following = (async () => {
    for await (const { name, by } of follower.changes(stopping.signal)) changes.push(`${name} by ${by}`);
  })();
  await eventually(() => expect(follower.by).toBe('stream'));

  await settled();
  onHub('wrong');
  time += 30 * hours;
  await eventually(() => expect(live.told()).toHaveLength(3));
  const [written, first, second] = live.told();
  expect(written).toMatchObject({ event: 'model', model_name: 'wrong', operation: 'create' });
  expect(first).toMatchObject({ event: 'file_verdict', verdict_before: null, verdict: 'mismatch' });
  expect(second).toMatchObject({ event: 'file_verdict', verdict_before: 'mismatch', verdict: 'mutable' });
  expect([first.cursor, second.cursor]).toEqual([first.id, second.id]);
  expect((await feedOf()).file_verdicts).toEqual(
    [first, second].map(({ id: _, event: __, ...told }) => told),
  );
  const behindFirst = await open({ 'last-event-id': first.id });
  const behindSecond = await open({ 'last-event-id': second.id });
  await seed('clip', record('later'));
  await eventually(() => expect(behindFirst.told()[1]).toMatchObject({ model_name: 'later' }));
  expect(behindFirst.told()[0]).toEqual(second);
  await eventually(() => expect(behindSecond.told()[0]).toMatchObject({ model_name: 'later' }));
  await eventually(() => expect(changes).toEqual(['later by stream']));
  expect(follower.error).toBeNull();
  stopping.abort();
  await following;
});
