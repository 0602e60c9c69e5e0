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
  ['POST', '/assets', asset('new')],
  ['PUT', '/assets/other/a/b', asset('a/b')],
  ['DELETE', '/assets/other/a/b'],
];

describe('roles × operations', () => {
  let app: TestApp;
  let replica: TestApp;
  let closed: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ settings: editor });
    replica = await startTestApp({ settings: { ...editor, replicateMode: 'REPLICA' } });
    closed = await startTestApp();
    await app.send('POST', `${licensing}/assets`, { key, body: asset('a/b') });
  });
  afterAll(async () => {
    for (const each of [app, replica, closed]) await each[Symbol.asyncDispose]();
  });

  test.each(writes)('%s %s', async (method, path, body) => {
    const answer = async (at: TestApp, apikey?: string) => {
      const { statusCode, ...sent } = await at.send(method, licensing + path, {
        ...(apikey && { key: apikey }),
        body,
      });
      return [statusCode, statusCode < 300 ? '' : sent.json().detail];
    };
    const refused = [403, 'You are not a license editor.'];
    expect(await answer(app)).toEqual([401, 'Not authenticated']);
    expect(await answer(app, keys.unknown)).toEqual([401, 'Invalid API key']);
    expect(await answer(app, keys.requestor)).toEqual(refused);
    // Approvers are no editors.
    expect(await answer(app, keys.approver)).toEqual(refused);
    expect(await answer(closed, key)).toEqual(refused);
    expect((await answer(replica, key))[0]).toBe(503);
    expect((await answer(app, key))[0]).toBe(method === 'POST' ? 201 : method === 'PUT' ? 200 : 204);
  });

  test('editors may edit, and nothing else', async () => {
    const { json } = await app.get(`${v2}/me/roles`, { key });
    expect(json()).toMatchObject({ roles: ['license_editor'], is_license_editor: true, is_approver: false });
    const roles = await app.get(`${v2}/me/roles`, { key: keys.approver });
    expect(roles.json()).toMatchObject({ roles: ['approver', 'requestor'], is_license_editor: false });
    const proposal = await app.send('POST', `${v2}/blip`, { key, body: blip('x') });
    const approval = await app.send('POST', `${v2}/pending_queue/apply`, { key, body: { change_ids: [1] } });
    expect([proposal.statusCode, approval.statusCode]).toEqual([401, 401]);
  });
});

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
    `${rule}'${id}' is no license id: allowed are up to 100 letters, digits and . + : _ -, but not AND, OR, WITH or NOASSERTION`;
  test.each<[method: string, path: string, body: object | undefined, status: number, detail: string]>([
    ['POST', '/licenses', license('MIT'), 409, 'License definition already exists: MIT'],
    ['POST', '/licenses', license('mit'), 409, 'License definition already exists: MIT'],
    ['POST', '/licenses', license('NOASSERTION'), 422, badId('NOASSERTION')],
    ['POST', '/licenses', license('A OR B'), 422, badId('A OR B')],
    ['POST', '/licenses', license('a/b'), 422, badId('a/b')],
    ['POST', '/licenses', license('X', { name: ' ' }), 422, 'name: Value error, must not be blank'],
    ['POST', '/licenses', license('X', { text: '' }), 422, 'text: Extra inputs are not permitted'],
    [
      'POST',
      '/licenses',
      license('X', { notes: 'a\u0001' }),
      422,
      'notes: Value error, must not have control characters',
    ],
    [
      'PUT',
      '/licenses/MIT',
      license('WTFPL'),
      400,
      "The path names 'MIT', and the body 'WTFPL': they must match.",
    ],
    ['PUT', '/licenses/X', license('X'), 404, 'License definition not found: X'],
    ['DELETE', '/licenses/X', undefined, 404, 'License definition not found: X'],
    ['DELETE', '/licenses/MIT', undefined, 409, 'License definition is in use: MIT, by asset other/a/b'],
    [
      'DELETE',
      '/licenses/Filed-1.0',
      undefined,
      409,
      'License definition is in use: Filed-1.0, by model blip/a/b',
    ],
    [
      'DELETE',
      '/licenses/Filed-1.0?dry_run=true',
      undefined,
      422,
      'dry_run: Value error, this operation has no dry run: nothing was done',
    ],
    ['POST', '/assets', asset('a/b'), 409, 'Asset already exists: other/a/b'],
    [
      'POST',
      '/assets',
      asset('b', { asset_kind: 'model' }),
      422,
      "asset_kind: Input should be 'software_component', 'custom_node' or 'other'",
    ],
    ['POST', '/assets', asset('b', other('Lost-1.0')), 422, 'Unknown license definition: Lost-1.0'],
    [
      'POST',
      '/assets',
      asset('b', other('Old-1.0')),
      422,
      'Deprecated license definition cannot be newly assigned: Old-1.0',
    ],
    [
      'POST',
      '/assets',
      asset('b', other('((((')),
      422,
      "licensing: Value error, license_expression ends with '('",
    ],
    [
      'POST',
      '/assets',
      asset('b', { locations: Array(1_001).fill('x') }),
      422,
      'locations: List should have at most 1000 items after validation, not 1001',
    ],
    [
      'PUT',
      '/assets/other/a/b',
      asset('c'),
      400,
      "The path names 'other/a/b', and the body 'other/c': they must match.",
    ],
    ['PUT', '/assets/other/c', asset('c'), 404, 'License asset not found: other/c'],
    ['DELETE', '/assets/custom_node/a/b', undefined, 404, 'License asset not found: custom_node/a/b'],
    ['DELETE', '/assets/other:c/d', undefined, 404, 'License asset not found: other:c/d'],
    ['POST', '/assets', asset('..'), 422, "asset_identifier: Value error, must not be '.' or '..'"],
    ['POST', '/assets', asset('b', { licence: 1 }), 422, 'licence: Extra inputs are not permitted'],
    ['PUT', '/assets/other/a/b', asset('a/b', other('Lost')), 422, 'Unknown license definition: Lost'],
    [
      'PUT',
      '/licenses/MIT',
      license('MIT', { commercial_use: 'yes' }),
      422,
      `commercial_use: ${aPermission}`,
    ],
    ['DELETE', '/assets/none/a/b', undefined, 404, 'License asset not found: none/a/b'],
    ['GET', '/assets/other/lost', undefined, 404, 'License asset not found: other/lost'],
    [
      'GET',
      '/assets?asset_kind=lora',
      undefined,
      422,
      "asset_kind: Input should be 'model', 'software_component', 'custom_node' or 'other'",
    ],
    ['GET', '/assets?redistribution=yes', undefined, 422, `redistribution: ${aPermission}`],
    ['GET', '/assets?offset=-1', undefined, 422, 'offset: Input should be greater than or equal to 0'],
    ['GET', '/licenses?limit=0', undefined, 422, 'limit: Input should be greater than or equal to 1'],
    ['GET', '/history', undefined, 400, 'Provide either license_id or asset.'],
    ['GET', '/models/blip/x', undefined, 404, 'Model not found: blip/x'],
    ['GET', '/models/lost/a/b', undefined, 404, 'Model not found: lost/a/b'],
    ['GET', '/licenses/lost', undefined, 404, 'License definition not found: lost'],
    ['GET', '/licenses?limit=1001', undefined, 422, 'limit: Input should be less than or equal to 1000'],
  ])('%s %s, case %#', async (method, path, body, status, detail) => {
    const before = (await app.get(`${licensing}/export`)).body;
    const answer = await app.send(method, licensing + path, { key, body });
    const { detail: told } = answer.json();
    const [first] = Array.isArray(told) ? told : [];
    expect([answer.statusCode, first ? `${first.loc.slice(1).join('.')}: ${first.msg}` : told]).toEqual([
      status,
      detail,
    ]);
    expect((await app.get(`${licensing}/export`)).body).toBe(before);
  });

  const many = Array(1_000).fill({ source: 'x' });
  test.each<[licensing: unknown, detail: string]>([
    [{ ...mit, license_expression: 'Lost-1.0' }, 'Unknown license definition: Lost-1.0'],
    [
      { ...mit, license_expression: Array(10_000).fill('MIT').join(' OR ') },
      'licensing: Value error, license_expression has more than 2000 characters',
    ],
    [
      { ...mit, license_ids: ['MIT', 'WTFPL'] },
      'licensing: Value error, license_ids must be exactly the identifiers in license_expression: MIT',
    ],
    [
      { ...mit, license_expression: 'NOASSERTION' },
      'licensing: Value error, commercial_use and redistribution must be unknown for NOASSERTION',
    ],
    [
      { ...mit, evidence: many },
      'licensing.evidence: List should have at most 100 items after validation, not 1000',
    ],
    [{ ...mit, notes: 'a\u0007' }, 'licensing.notes: Value error, must not have control characters'],
    [
      { ...mit, files: { 'b.ckpt': mit } },
      "licensing.files.b.ckpt: Value error, 'b.ckpt' is no file_name in config.download of the record",
    ],
    [
      { ...mit, files: { 'a.bin': { ...mit, license_expression: 'Lost' } } },
      'Unknown license definition: Lost',
    ],
    [
      { ...mit, license_expression: 'Old-1.0' },
      'Deprecated license definition cannot be newly assigned: Old-1.0',
    ],
    [null, 'licensing: Value error, licensing cannot be null in an update: omit it to keep what is stored'],
  ])('an update of a model to %j', async (given, detail) => {
    const body = blip('a/b', { licensing: given });
    const answer = await app.send('PUT', `${v2}/blip/model/a/b`, { key: keys.requestor, body });
    const { detail: told } = answer.json();
    const [first] = Array.isArray(told) ? told : [];
    expect([answer.statusCode, first ? `${first.loc.slice(1).join('.')}: ${first.msg}` : told]).toEqual([
      422,
      detail,
    ]);
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
    return { ...page, ids: items.map((item: { license_id: string }) => item.license_id) };
  };
  const first = { offset: 0, limit: 2 };
  expect(await list('?limit=2')).toEqual({ ...first, total: 17, ids: ['aaa-1.0', 'AGPL-3.0-only'] });
  expect(await list('?limit=2&include_deprecated=false')).toMatchObject({
    total: 16,
    ids: ['AGPL-3.0-only', 'Apache-2.0'],
  });
  expect(await list('?offset=99')).toEqual({ offset: 99, limit: 100, total: 17, ids: [] });
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
  const paths = [
    'licenses',
    'licenses/New-1.0',
    'assets',
    'assets?license_id=MIT',
    'assets/other/a%2Fb',
    'models/blip/free',
    'models/blip/silent',
    'summary',
    'export',
  ];
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
  expect([removed.statusCode, removed.json().detail]).toEqual([
    409,
    'License definition is in use: New-1.0, by asset other/a/b',
  ]);
});

test('revisions, history and events of what editors write', async () => {
  const app = await started();
  const path = `${licensing}/assets`;
  const at = (identifier: string) => `${path}/other/${identifier}`;
  for (const identifier of ['a/b', 'a%2Fb', 'ä?#']) {
    const created = await app.send('POST', path, {
      key,
      body: asset(identifier, { metadata: { revision: 9 } }),
    });
    expect(created.json().metadata).toMatchObject({ revision: 1, created_by: users.nobody.username });
    const address = at(encodeURIComponent(identifier));
    expect((await app.get(address)).json()).toEqual(created.json());
    const replaced = await app.send('PUT', address, { key, body: asset(identifier, { notes: 'new' }) });
    expect(replaced.json().metadata).toMatchObject({
      ...created.json().metadata,
      revision: 2,
      updated_at: expect.any(Number),
    });
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
  const write = async (...change: Parameters<TestApp['propose']>) => {
    const id = await app.propose(...change);
    await app.approve(id);
    await app.apply(id);
  };
  await write('PUT', '/blip/model/a', blip('a', { licensing: mit }));
  await write('DELETE', '/blip/model/c');
  const second = { ...first, until: first.until + 7 * day };
  expect(await weeks()).toEqual([first, second, { until: now, models: 2, unconcluded: 1 }]);
  now += 400 * day;
  const later = await weeks();
  expect([later.length, later.at(0), later.at(-1).until]).toEqual([
    52,
    { until: expect.any(Number), models: 2, unconcluded: 1 },
    now,
  ]);
});

describe('the licence of a model', () => {
  test('is kept by updates that do not name it, critical in words, and not in v1', async () => {
    const app = await started();
    await app.seed('blip', blip('m', { licensing: mit }));
    const id = await app.propose('PUT', '/blip/model/m', blip('m', { description: 'new' }));
    const changed = await app.propose(
      'PUT',
      '/blip/model/m',
      blip('m', { licensing: { ...mit, redistribution: 'prohibited' } }),
    );
    const { changed_fields, risk_reasons } = await reviewed(app, changed);
    expect(changed_fields).toEqual(['licensing.redistribution']);
    expect(risk_reasons[0].message).toBe('Changes critical fields: redistribution: allowed → prohibited.');
    expect((await reviewed(app, id)).changed_fields).toEqual(['description']);
    await app.approve(id, changed);
    await app.apply(changed);
    await app.apply(id);
    const record = (await app.get(`${v2}/blip/model/m`)).json();
    expect(record).toMatchObject({ description: 'new', licensing: { ...mit, redistribution: 'prohibited' } });
    expect((await app.get('/api/model_references/v1/blip')).body).not.toContain('licens');
  });

  test('is kept by v1 writes', async () => {
    const database = await makeDefaultDatabase();
    onTestFinished(() => database.remove());
    const before = await started({ databaseUrl: database.url });
    await before.seed('blip', blip('m', { licensing: mit }));
    const app = await started({ databaseUrl: database.url, canonicalFormat: 'legacy' });
    const v1 = '/api/model_references/v1/blip';
    const { m } = (await app.get(v1)).json();
    const body = { ...m, description: 'new' };
    const queued = await app.send('PUT', v1, { key: keys.requestor, body });
    expect(queued.statusCode, queued.body).toBe(202);
    await app.approve(queued.json().change_id);
    await app.apply(queued.json().change_id);
    expect((await app.get(`${v2}/blip/model/m`)).json()).toMatchObject({
      description: 'new',
      licensing: mit,
    });
  });

  test('of which the definition went or was deprecated meanwhile is not applied', async () => {
    const app = await started();
    for (const id of ['Gone-1.0', 'Old-1.0'])
      await app.send('POST', `${licensing}/licenses`, { key, body: license(id) });
    const propose = (name: string, license_expression: string) =>
      app.propose('POST', '/blip', blip(name, { licensing: { ...mit, license_expression } }));
    const ids = [await propose('gone', 'Gone-1.0'), await propose('old', 'Old-1.0')];
    await app.approve(...ids);
    expect((await app.send('DELETE', `${licensing}/licenses/Gone-1.0`, { key })).statusCode).toBe(204);
    await app.send('PUT', `${licensing}/licenses/Old-1.0`, {
      key,
      body: license('Old-1.0', { deprecated: true }),
    });
    const texts = [
      'Unknown license definition: Gone-1.0',
      'Deprecated license definition cannot be newly assigned: Old-1.0',
    ];
    for (const [at, id] of ids.entries()) {
      const body = { change_ids: [id] };
      const answer = await app.send('POST', `${v2}/pending_queue/apply`, { key: keys.approver, body });
      expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining(texts[at]!)]);
    }
    expect((await app.get(`${v2}/blip`)).statusCode).toBe(404);
  });

  test('may stay deprecated, and is restored with the model', async () => {
    const app = await started();
    await app.send('POST', `${licensing}/licenses`, { key, body: license('Old-1.0') });
    const own = { ...mit, license_expression: 'Old-1.0' };
    await app.seed('blip', blip('m', { licensing: own }));
    await app.send('PUT', `${licensing}/licenses/Old-1.0`, {
      key,
      body: license('Old-1.0', { deprecated: true }),
    });
    const id = await app.propose('PUT', '/blip/model/m', blip('m', { description: 'x', licensing: own }));
    const gone = await app.propose('DELETE', '/blip/model/m');
    await app.approve(id);
    await app.apply(id);
    const batch = await app.approve(gone);
    await app.apply(gone);
    const reverted = await app.send('POST', `${v2}/pending_queue/audit/batches/${batch}/revert`, {
      key: keys.approver,
    });
    const [back] = reverted.json().queued;
    await app.approve(back.change_id);
    await app.apply(back.change_id);
    expect((await app.get(`${v2}/blip/model/m`)).json().licensing).toMatchObject(own);
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

  test('is a filter of both searches and of find', async () => {
    const app = await started();
    await app.seed('blip', blip('free', { licensing: mit }), blip('silent'));
    await app.seed('text_generation', textModel('a/Free-7B', { licensing: mit }), textModel('b/Silent-7B'));
    const names = async (path: string) =>
      (await app.get(`${v2}/${path}`)).json().results.map((each: { name: string }) => each.name);
    expect(await names('blip/search?license_id=MIT')).toEqual(['free']);
    expect(await names('search?commercial_use=allowed')).toEqual(['a/Free-7B', 'free']);
    expect(await names('find?redistribution=unknown')).toEqual(['b/Silent-7B', 'silent']);
    expect((await app.get(`${v2}/search?commercial_use=yes`)).statusCode).toBe(422);
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
      const id = await app.propose('PUT', `/blip/model/${name}`, { ...silent, name, description: 'new' });
      await app.approve(id);
      await app.apply(id);
    }
    expect((await read('free')).licensing).toMatchObject(mit);
    const { store } = app;
    const rows = await store.read(({ db }) =>
      db.selectFrom('models').select('v2').where('name', '=', 'silent').execute(),
    );
    expect(rows[0]?.v2).not.toContain('licensing');
  });
});

async function reviewed(app: TestApp, id: number) {
  const path = `${v2}/pending_queue/changes/${id}`;
  return (await app.get(path, { key: keys.approver })).json();
}
