import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { textModel } from '../../support/guidance.ts';
import { keys, users } from '../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const licensing = `${v2}/licensing`;
const editor = { licenseEditorIds: [users.nobody.id] };
const key = keys.nobody;
const mit = { license_expression: 'MIT', commercial_use: 'allowed', redistribution: 'allowed' };
const license = (license_id: string, more: object = {}) => ({
  license_id,
  name: `The ${license_id}`,
  canonical_url: 'https://example.com',
  commercial_use: 'allowed',
  redistribution: 'allowed',
  ...more,
});
const asset = (asset_identifier: string, more: object = {}) => ({
  asset_kind: 'other',
  asset_identifier,
  display_name: 'An asset',
  licensing: mit,
  ...more,
});
const blip = (name: string, more: object = {}) => ({
  name,
  config: { download: [{ file_name: 'a.bin', file_url: 'https://example.com/a.bin' }] },
  ...more,
});

async function started(settings: TestAppOptions['settings'] = {}): Promise<TestApp> {
  const app = await startTestApp({ settings: { ...editor, ...settings } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

const writes: [method: string, path: string, body?: object][] = [
  ['POST', '/licenses', license('New-1.0')],
  ['PUT', '/licenses/MIT', license('MIT')],
  ['DELETE', '/licenses/WTFPL'],
  ['POST', '/assets', asset('a/b')],
  ['PUT', '/assets/other/a/b', asset('a/b')],
  ['DELETE', '/assets/other/a/b'],
];

test('editors may edit, and nothing else; approvers are no editors', async () => {
  const app = await started();
  for (const [method, path, body] of writes) {
    const refused = await app.send(method, licensing + path, { key: keys.approver, body });
    expect([path, refused.statusCode, refused.json().detail]).toEqual([
      path,
      403,
      'You are not a license editor.',
    ]);
    const done = await app.send(method, licensing + path, { key, body });
    expect([path, done.statusCode]).toEqual([path, { POST: 201, PUT: 200 }[method] ?? 204]);
  }
  const roles = async (of: string) => (await app.get(`${v2}/me/roles`, { key: of })).json();
  expect(await roles(key)).toMatchObject({ roles: ['license_editor'], is_license_editor: true });
  expect(await roles(keys.approver)).toMatchObject({
    roles: ['approver', 'requestor'],
    is_license_editor: false,
  });
  const proposal = await app.send('POST', `${v2}/blip`, { key, body: blip('x') });
  const approval = await app.send('POST', `${v2}/pending_queue/apply`, { key, body: { change_ids: [1] } });
  expect([proposal.statusCode, approval.statusCode]).toEqual([401, 401]);
});

const deprecated = 'Deprecated license definition cannot be newly assigned: Old-1.0';

/** The first problem of a refusal, with its place. */
function problemOf(answer: { json(): { detail: string | { loc: unknown[]; msg: string }[] } }): string {
  const { detail } = answer.json();
  if (!Array.isArray(detail)) return detail;
  const [first] = detail;
  return `${first?.loc.slice(1).join('.')}: ${first?.msg}`;
}

describe('refused writes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: editor });
    for (const id of ['a/b', 'c:d']) await app.send('POST', `${licensing}/assets`, { key, body: asset(id) });
    await app.send('POST', `${licensing}/licenses`, { key, body: license('Old-1.0', { deprecated: true }) });
    await app.send('POST', `${licensing}/licenses`, { key, body: license('Filed-1.0') });
    const filed = { ...mit, license_expression: 'Filed-1.0' };
    await app.seed('blip', blip('a/b', { licensing: { ...mit, files: { 'a.bin': filed } } }));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const other = (license_expression: string) => ({ licensing: { ...mit, license_expression } });
  const aPermission = "Input should be 'allowed', 'allowed_with_conditions', 'prohibited' or 'unknown'";
  const rule = 'license_id: Value error, ';
  const badId = (id: string) =>
    `${rule}'${id}' is not a valid license id; allowed: up to 100 letters, digits and . + : _ -, except AND, OR, WITH and NOASSERTION`;
  const inUse = 'License definition is in use: ';
  const kinds = "'software_component', 'custom_node' or 'other'";
  const mismatch = (path: string, body: string) =>
    `The id in the path, '${path}', must match the id in the body, '${body}'.`;
  const refused: Record<string, [body: object | undefined, status: number, detail: string][]> = {
    'POST /licenses': [
      [license('MIT'), 409, 'License definition already exists: MIT'],
      [license('mit'), 409, 'License definition already exists: MIT'],
      [license('NOASSERTION'), 422, badId('NOASSERTION')],
      [license('A OR B'), 422, badId('A OR B')],
      [license('a/b'), 422, badId('a/b')],
      [license('X', { name: ' ' }), 422, 'name: Value error, must not be blank'],
      [license('X', { text: '' }), 422, 'text: Extra inputs are not permitted'],
      [license('X', { notes: 'a\u0001' }), 422, 'notes: Value error, must not have control characters'],
    ],
    'PUT /licenses/MIT': [
      [license('WTFPL'), 400, mismatch('MIT', 'WTFPL')],
      [license('MIT', { commercial_use: 'yes' }), 422, `commercial_use: ${aPermission}`],
    ],
    'PUT /licenses/X': [[license('X'), 404, 'License definition not found: X']],
    'DELETE /licenses/X': [[undefined, 404, 'License definition not found: X']],
    'DELETE /licenses/MIT': [[undefined, 409, `${inUse}MIT, by asset other/a/b`]],
    'DELETE /licenses/Filed-1.0': [[undefined, 409, `${inUse}Filed-1.0, by model blip/a/b`]],
    'DELETE /licenses/Filed-1.0?dry_run=true': [
      [undefined, 422, 'dry_run: Value error, this operation has no dry run: nothing was done'],
    ],
    'POST /assets': [
      [asset('a/b'), 409, 'Asset already exists: other/a/b'],
      [asset('b', { asset_kind: 'model' }), 422, `asset_kind: Input should be ${kinds}`],
      [asset('b', other('Lost-1.0')), 422, 'Unknown license definition: Lost-1.0'],
      [asset('b', other('Old-1.0')), 422, deprecated],
      [
        asset('b', other('((((')),
        422,
        "licensing: Value error, license_expression ends with '('; expected an identifier",
      ],
      [
        asset('b', { locations: Array(1_001).fill('x') }),
        422,
        'locations: List should have at most 1000 items after validation, not 1001',
      ],
      [asset('..'), 422, "asset_identifier: Value error, must not be '.' or '..'"],
      [asset('b', { licence: 1 }), 422, 'licence: Extra inputs are not permitted'],
    ],
    'PUT /assets/other/a/b': [
      [asset('c'), 400, mismatch('other/a/b', 'other/c')],
      [asset('a/b', other('Lost')), 422, 'Unknown license definition: Lost'],
    ],
    'PUT /assets/other/c': [[asset('c'), 404, 'License asset not found: other/c']],
    'DELETE /assets/custom_node/a/b': [[undefined, 404, 'License asset not found: custom_node/a/b']],
    'DELETE /assets/other:c/d': [[undefined, 404, 'License asset not found: other:c/d']],
    'GET /assets/other/lost': [[undefined, 404, 'License asset not found: other/lost']],
    'GET /assets?asset_kind=lora': [[undefined, 422, `asset_kind: Input should be 'model', ${kinds}`]],
    'GET /assets?redistribution=yes': [[undefined, 422, `redistribution: ${aPermission}`]],
    'GET /assets?offset=-1': [[undefined, 422, 'offset: Input should be greater than or equal to 0']],
    'GET /licenses?limit=0': [[undefined, 422, 'limit: Input should be greater than or equal to 1']],
    'GET /licenses?limit=1001': [[undefined, 422, 'limit: Input should be less than or equal to 1000']],
    'GET /history': [[undefined, 400, 'Provide either license_id or asset.']],
    'GET /models/blip/x': [[undefined, 404, 'Model not found: blip/x']],
    'GET /models/lost/a/b': [[undefined, 404, 'Model not found: lost/a/b']],
    'GET /licenses/lost': [[undefined, 404, 'License definition not found: lost']],
  };
  test.each(Object.entries(refused))('%s', async (request, cases) => {
    const [method, path] = request.split(' ') as [string, string];
    const before = (await app.get(`${licensing}/export`)).body;
    for (const [body, status, detail] of cases) {
      const answer = await app.send(method, licensing + path, { key, body });
      expect([answer.statusCode, problemOf(answer)]).toEqual([status, detail]);
    }
    expect((await app.get(`${licensing}/export`)).body).toBe(before);
  });

  // What else is refused in it: records/licensing/assignment.test.ts.
  test.each<[licensing: unknown, detail: string]>([
    [{ ...mit, license_expression: 'Lost-1.0' }, 'Unknown license definition: Lost-1.0'],
    [
      { ...mit, license_expression: Array(10_000).fill('MIT').join(' OR ') },
      'licensing: Value error, license_expression has more than 2000 characters',
    ],
    [
      { ...mit, files: { 'a.bin': { ...mit, license_expression: 'Lost' } } },
      'Unknown license definition: Lost',
    ],
    [{ ...mit, license_expression: 'Old-1.0' }, deprecated],
    [null, 'licensing: Value error, licensing cannot be null in an update: omit it to keep what is stored'],
  ])('an update of a model to %j', async (given, detail) => {
    const body = blip('a/b', { licensing: given });
    const answer = await app.send('PUT', `${v2}/blip/model/a/b`, { key: keys.requestor, body });
    expect([answer.statusCode, problemOf(answer)]).toEqual([422, detail]);
  });
});

test('lists are by id ignoring case, in pages, and the summary counts models and assets', async () => {
  const app = await started();
  await app.send('POST', `${licensing}/licenses`, { key, body: license('aaa-1.0', { deprecated: true }) });
  await app.send('POST', `${licensing}/assets`, { key, body: asset('b') });
  const file = { 'a.bin': { ...mit, license_expression: 'WTFPL' } };
  await app.seed('blip', blip('a', { licensing: { ...mit, files: file } }), blip('c'));
  const list = async (query: string) => {
    const { items, metadata: _, ...page } = (await app.get(`${licensing}/licenses${query}`)).json();
    return [page, ...items.map((item: { license_id: string }) => item.license_id)];
  };
  const first = { offset: 0, limit: 2 };
  expect(await list('?limit=2')).toEqual([{ ...first, total: 17 }, 'aaa-1.0', 'AGPL-3.0-only']);
  const others = await list('?limit=2&include_deprecated=false');
  expect(others).toEqual([{ ...first, total: 16 }, 'AGPL-3.0-only', 'Apache-2.0']);
  expect(await list('?offset=99')).toEqual([{ offset: 99, limit: 100, total: 17 }]);
  const counts = { allowed: 2, allowed_with_conditions: 0, prohibited: 0, unknown: 1 };
  expect((await app.get(`${licensing}/summary`)).json()).toEqual({
    total_assets: 3,
    commercial_use: counts,
    redistribution: counts,
    licenses: { MIT: 2 },
  });
  expect((await app.get(`${v2}/blip/model/c`)).json()).not.toHaveProperty('licensing');
});

test('another instance and a replica read what the primary reads, which stores no projection', async () => {
  const database = await makeDefaultDatabase();
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url, recordProjections: ['licensing' as const] };
  const [app, other] = [await started(settings), await started(settings)];
  const primaryApiUrl = `${await app.server.listen({ port: 0, host: '127.0.0.1' })}/api`;
  const replica = await started({ replicateMode: 'REPLICA', primaryApiUrl });
  await app.send('POST', `${licensing}/licenses`, { key, body: license('New-1.0') });
  await app.send('POST', `${licensing}/assets`, {
    key,
    body: asset('a/b', { licensing: { ...mit, license_expression: 'New-1.0' } }),
  });
  await app.seed('blip', blip('free', { licensing: mit }), blip('silent'));
  const lists = ['licenses', 'licenses/New-1.0', 'assets', 'assets?license_id=MIT', 'assets/other/a%2Fb'];
  const paths = [...lists, 'models/blip/free', 'models/blip/silent', 'summary', 'export'];
  for (const path of paths) {
    const own = (await app.get(`${licensing}/${path}`)).json();
    for (const follower of [other, replica])
      await eventually(async () =>
        expect([path, (await follower.get(`${licensing}/${path}`)).json()]).toEqual([path, own]),
      );
  }
  const silent = (at: TestApp) => at.get(`${v2}/blip/model/silent`).then((answer) => answer.json());
  expect(await silent(other)).toHaveProperty('licensing');
  expect(await silent(replica)).not.toHaveProperty('licensing');
  const removed = await other.send('DELETE', `${licensing}/licenses/New-1.0`, { key });
  expect([removed.statusCode, problemOf(removed)]).toEqual([
    409,
    'License definition is in use: New-1.0, by asset other/a/b',
  ]);
});

test('revisions, history and events of what editors write', async () => {
  const app = await started();
  const path = `${licensing}/assets`;
  const at = (identifier: string) => `${path}/other/${identifier}`;
  for (const identifier of ['a/b', 'a%2Fb', 'ä?#']) {
    const body = asset(identifier, { metadata: { revision: 9 } });
    const created = await app.send('POST', path, { key, body });
    const { metadata } = created.json();
    expect(metadata).toMatchObject({ revision: 1, created_by: users.nobody.username });
    const address = at(encodeURIComponent(identifier));
    expect((await app.get(address)).json()).toEqual(created.json());
    const replaced = await app.send('PUT', address, { key, body: asset(identifier, { notes: 'new' }) });
    const replacement = { ...metadata, revision: 2, updated_at: expect.any(Number) };
    expect(replaced.json().metadata).toMatchObject(replacement);
    expect((await app.send('DELETE', address, { key })).statusCode).toBe(204);
    expect((await app.get(address)).statusCode).toBe(404);
  }
  expect((await app.get(`${licensing}/export`)).json().metadata.revision).toBe(10);
  const { items } = (await app.get(`${licensing}/history?asset=other:a/b`)).json();
  expect(items.map((item: { operation: string }) => item.operation)).toEqual(['delete', 'update', 'create']);
  const first = (await app.get(`${licensing}/history?license_id=MIT`)).json().items;
  expect(first).toMatchObject([{ operation: 'create', applied_by: 'registry' }]);
});

test('models without a conclusion are counted by week', async () => {
  const day = 86_400;
  // A Monday.
  let now = 1_700_438_400;
  const app = await startTestApp({ settings: editor, overrides: { clock: { now: () => now } } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const weeks = async () => (await app.get(`${licensing}/coverage`)).json().weeks;
  expect(await weeks()).toEqual([]);
  const unknown = { license_expression: 'NOASSERTION', commercial_use: 'unknown', redistribution: 'unknown' };
  await app.seed('blip', blip('a'), blip('b', { licensing: unknown }), blip('c', { licensing: mit }));
  expect(await weeks()).toEqual([{ until: now, models: 3, unconcluded: 2 }]);
  const first = { until: now + 7 * day, models: 3, unconcluded: 2 };
  now += 15 * day;
  await app.change('PUT', '/blip/model/a', blip('a', { licensing: mit }));
  await app.change('DELETE', '/blip/model/c');
  const second = { ...first, until: first.until + 7 * day };
  expect(await weeks()).toEqual([first, second, { until: now, models: 2, unconcluded: 1 }]);
  now += 400 * day;
  const later = await weeks();
  expect([later.length, later.at(-1).until]).toEqual([52, now]);
  expect(later.at(0)).toEqual({ until: expect.any(Number), models: 2, unconcluded: 1 });
});

describe('the licence of a model', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: editor });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const define = (license_id: string) =>
    app.send('POST', `${licensing}/licenses`, { key, body: license(license_id) });
  const deprecate = (id: string) =>
    app.send('PUT', `${licensing}/licenses/${id}`, { key, body: license(id, { deprecated: true }) });

  test('is a filter of both searches and of find', async () => {
    await app.seed('clip', blip('free', { licensing: mit }), blip('silent'));
    await app.seed('text_generation', textModel('a/Free-7B', { licensing: mit }), textModel('b/Silent-7B'));
    const names = async (path: string) =>
      (await app.get(`${v2}/${path}`)).json().results.map((each: { name: string }) => each.name);
    expect(await names('clip/search?license_id=MIT')).toEqual(['free']);
    expect(await names('search?commercial_use=allowed')).toEqual(['a/Free-7B', 'free']);
    expect(await names('find?redistribution=unknown')).toEqual(['b/Silent-7B', 'silent']);
    expect((await app.get(`${v2}/search?commercial_use=yes`)).statusCode).toBe(422);
  });

  test('is kept by updates that do not name it, critical in words, and not in v1', async () => {
    await app.seed('blip', blip('m', { licensing: mit }));
    const id = await app.propose('PUT', '/blip/model/m', blip('m', { description: 'new' }));
    const changed = await app.propose(
      'PUT',
      '/blip/model/m',
      blip('m', { licensing: { ...mit, redistribution: 'prohibited' } }),
    );
    const reviewed = async (of: number) =>
      (await app.get(`${v2}/pending_queue/changes/${of}`, { key: keys.approver })).json();
    const { changed_fields, risk_reasons } = await reviewed(changed);
    expect(changed_fields).toEqual(['licensing.redistribution']);
    expect(risk_reasons[0].message).toBe('Changes critical fields: redistribution: allowed → prohibited.');
    expect((await reviewed(id)).changed_fields).toEqual(['description']);
    await app.approve(id, changed);
    await app.apply(changed);
    await app.apply(id);
    const record = (await app.get(`${v2}/blip/model/m`)).json();
    expect(record).toMatchObject({ description: 'new', licensing: { ...mit, redistribution: 'prohibited' } });
    expect((await app.get('/api/model_references/v1/blip')).body).not.toContain('licens');
  });

  test('is kept by v1 writes', async () => {
    await app.seed('blip', blip('of v1', { licensing: mit }));
    const { databaseUrl } = app.settings;
    await using legacy = await startTestApp({ settings: { databaseUrl, canonicalFormat: 'legacy' } });
    const v1 = '/api/model_references/v1/blip';
    const body = { ...(await legacy.get(v1)).json()['of v1'], description: 'new' };
    const queued = await legacy.send('PUT', v1, { key: keys.requestor, body });
    expect(queued.statusCode, queued.body).toBe(202);
    await legacy.approve(queued.json().change_id);
    await legacy.apply(queued.json().change_id);
    expect((await legacy.get(`${v2}/blip/model/of v1`)).json()).toMatchObject({
      description: 'new',
      licensing: mit,
    });
  });

  test('of which the definition went or was deprecated meanwhile is not applied', async () => {
    for (const id of ['Gone-1.0', 'Old-1.0']) await define(id);
    const propose = (name: string, license_expression: string) =>
      app.propose('POST', '/blip', blip(name, { licensing: { ...mit, license_expression } }));
    const ids = [await propose('gone', 'Gone-1.0'), await propose('old', 'Old-1.0')];
    await app.approve(...ids);
    expect((await app.send('DELETE', `${licensing}/licenses/Gone-1.0`, { key })).statusCode).toBe(204);
    await deprecate('Old-1.0');
    const texts = ['Unknown license definition: Gone-1.0', deprecated];
    for (const [at, id] of ids.entries()) {
      const body = { change_ids: [id] };
      const answer = await app.send('POST', `${v2}/pending_queue/apply`, { key: keys.approver, body });
      expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining(texts[at]!)]);
    }
    for (const name of ['gone', 'old'])
      expect((await app.get(`${v2}/blip/model/${name}`)).statusCode).toBe(404);
  });

  test('may stay deprecated, and is restored with the model', async () => {
    await define('Aged-1.0');
    const own = { ...mit, license_expression: 'Aged-1.0' };
    await app.seed('blip', blip('aged', { licensing: own }));
    await deprecate('Aged-1.0');
    const id = await app.propose(
      'PUT',
      '/blip/model/aged',
      blip('aged', { description: 'x', licensing: own }),
    );
    const gone = await app.propose('DELETE', '/blip/model/aged');
    await app.approve(id);
    await app.apply(id);
    const batch = await app.approve(gone);
    await app.apply(gone);
    const revert = `${v2}/pending_queue/audit/batches/${batch}/revert`;
    const reverted = await app.send('POST', revert, { key: keys.approver });
    const [back] = reverted.json().queued;
    await app.approve(back.change_id);
    await app.apply(back.change_id);
    expect((await app.get(`${v2}/blip/model/aged`)).json().licensing).toMatchObject(own);
  });

  test('has to be stated where the deployment asks for it', async () => {
    const app = await started({ requireLicensing: true });
    const create = (more: object) =>
      app.send('POST', `${v2}/blip`, { key: keys.requestor, body: blip('m', more) });
    const refused = await create({});
    expect([refused.statusCode, refused.json().detail]).toEqual([
      422,
      'licensing is required: this registry takes no new model without it. NOASSERTION is allowed.',
    ]);
    const none = { license_expression: 'NOASSERTION', commercial_use: 'unknown', redistribution: 'unknown' };
    expect((await create({ licensing: none })).statusCode).toBe(202);
  });

  test('is projected where the deployment asks for it, and what is projected is not stored', async () => {
    const app = await started({ recordProjections: ['licensing', 'guidance'] });
    await app.seed('blip', blip('free', { licensing: mit }), blip('silent'));
    const read = async (name: string) => (await app.get(`${v2}/blip/model/${name}`)).json();
    const silent = await read('silent');
    expect(silent.licensing).toEqual({
      license_expression: 'NOASSERTION',
      commercial_use: 'unknown',
      redistribution: 'unknown',
      notes: expect.any(String),
    });
    expect((await app.get(`${v2}/blip`)).json()).toEqual({ free: await read('free'), silent });
    for (const name of ['free', 'silent']) {
      await app.change('PUT', `/blip/model/${name}`, { ...silent, name, description: 'new' });
    }
    expect((await read('free')).licensing).toMatchObject(mit);
    const { store } = app;
    const rows = await store.read(({ db }) =>
      db.selectFrom('models').select('v2').where('name', '=', 'silent').execute(),
    );
    expect(rows[0]?.v2).not.toContain('licensing');
  });
});
