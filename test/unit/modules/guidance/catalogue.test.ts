import { expect, onTestFinished, test } from 'vitest';
import { modelStore } from '../../../../src/modules/catalog/index.ts';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  assign,
  contract,
  create,
  guidancePath as path,
  proposeGuidance,
  publishGuidance,
  recipe,
  submitGuidance,
  textModel,
} from '../../../support/guidance.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { guidanceExport, modelGuidance } from '../../../support/live-shapes.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';
import { preparedDatabase } from '../../../support/prepared-database.ts';

const v2 = '/api/model_references/v2';
const queuePath = `${v2}/pending_queue`;

const start = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const app = await startTestApp(options);
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
};
const json = async (app: TestApp, at: string, key?: string) =>
  (await app.get(at, key === undefined ? {} : { key })).json();
const ofModel = async (app: TestApp, name: string) =>
  modelGuidance.parse(await json(app, `${path}/model?name=${encodeURIComponent(name)}`));
const exported = async (app: TestApp) => guidanceExport.parse(await json(app, `${path}/export`));
const problems = async (app: TestApp) => (await verifyStore(app.store)).problems;

/** A registry with a contract, a recipe and a model that has both. */
const contents = preparedDatabase(
  async (app) => {
    await app.seed(
      'text_generation',
      textModel('a/One-7B'),
      textModel('a/Two-7B', { instruct_format: 'ChatML' }),
    );
    await publishGuidance(app, {
      profile_changes: [contract('chatml', { aliases: ['im'] }), recipe('tools')].map(create),
      assignment_changes: [assign('a/One-7B', 'chatml', ['tools'])],
    });
  },
  { overrides: { clock: { now: () => 1_800_000_000 } } },
);
const filled = (options: TestAppOptions = {}) => start({ contents: contents(), ...options });

test('a change set is one change of the queue, and says which models it affects', async () => {
  const app = await filled({ overrides: { clock: { now: () => 1_800_000_000 } } });
  const before = await json(app, `${path}/profiles/chatml`);
  const changed = contract('chatml', {
    templates: [{ template_id: 't', name: 'T', syntax: 'literal', template: '<|im|>' }],
  });
  const id = await proposeGuidance(app, {
    profile_changes: [
      { operation: 'update', profile_id: 'chatml', profile: changed, expected_before: before },
    ],
    assignment_changes: [assign('a/Two-7B', 'chatml')],
  });
  const change = await json(app, `${queuePath}/changes/${id}`, keys.approver);
  expect(change).toMatchObject({
    operation: 'update',
    category: 'text_generation',
    model_name: `guidance:${change.resource_id}`,
    resource_kind: 'text_guidance',
    notes: 'A change',
    request_metadata: {
      route: 'submit_text_guidance_change_set',
      title: 'A change',
      affected_models: ['a/Two-7B', 'a/One-7B'],
    },
    related_models: ['a/Two-7B', 'a/One-7B'],
    critical_fields: ['profiles.chatml.templates'],
    findings: [
      {
        rule: 'change_set_warning',
        message: "Profile 'chatml' changes: 2 models have it: 'a/One-7B', 'a/Two-7B'.",
      },
      { rule: 'change_set_note', message: "Models that get guidance: 1: 'a/Two-7B'." },
    ],
  });
  expect(await json(app, `${queuePath}/changes/${id}/diff`, keys.approver)).toMatchObject({
    current_state: { metadata: { revision: 2 }, profiles: { chatml: { templates: [] } } },
    proposed_state: { metadata: { revision: 3 }, assignments: { 'a/Two-7B': {} } },
  });
  await app.approve(id);
  await app.apply(id);
  const whole = await exported(app);
  expect(whole.metadata).toEqual({ schema_version: 1, revision: 3, updated_at: 1_800_000_000 });
  expect(whole.profiles.chatml?.metadata).toEqual({
    revision: 2,
    created_at: 1_800_000_000,
    created_by: users.approver.username,
    updated_at: 1_800_000_000,
    updated_by: users.approver.username,
  });
  expect(await problems(app)).toEqual([]);
});

test('shows what each model has: profiles, a label, or nothing', async () => {
  const app = await filled();
  await app.seed('text_generation', textModel('b/Three', { instruct_format: ' ' }));
  const one = await ofModel(app, 'a/One-7B');
  expect([one.summary, one.primary_profile?.profile_id, one.supplemental_profiles.length]).toEqual([
    { status: 'published', primary_profile_id: 'chatml', supplemental_profile_ids: ['tools'] },
    'chatml',
    1,
  ]);
  const none = { primary_profile_id: null, supplemental_profile_ids: [] };
  expect(await ofModel(app, 'a/Two-7B')).toMatchObject({
    summary: { status: 'legacy_label', ...none },
    primary_profile: null,
    legacy_instruct_format: 'ChatML',
  });
  expect(await ofModel(app, 'b/Three')).toMatchObject({
    summary: { status: 'undocumented', ...none },
    legacy_instruct_format: null,
  });
  for (const name of ['aphrodite/a/One-7B', 'a/Nobody'])
    expect((await app.get(`${path}/model?name=${name}`)).statusCode).toBe(404);
  const { headers } = await app.get(`${path}/model?name=b/Three`);
  const ifChanged = { headers: { 'if-none-match': String(headers.etag) } };
  expect((await app.get(`${path}/model?name=b/Three`, ifChanged)).statusCode).toBe(304);
  // The label is of the record, not of the catalogue.
  const live = await json(app, `${v2}/text_generation/model/b/Three`);
  await app.change('PUT', '/text_generation/model/b/Three', { ...live, instruct_format: 'Alpaca' });
  const again = await app.get(`${path}/model?name=b/Three`, ifChanged);
  expect([again.statusCode, again.json().summary.status]).toEqual([200, 'legacy_label']);
});

test('groups count the guidance of their members, and follow the catalogue', async () => {
  const app = await filled();
  await app.seed('text_generation', textModel('a/One-13B', { instruct_format: 'ChatML' }));
  const group = () => json(app, `${v2}/text_generation/group/One`);
  expect(await group()).toMatchObject({
    members: [
      { name: 'a/One-7B', guidance: { status: 'published', supplemental_profile_ids: ['tools'] } },
      { name: 'a/One-13B', guidance: { status: 'legacy_label', primary_profile_id: null } },
    ],
    guidance_coverage: { published: 1, legacy_label: 1, undocumented: 0 },
  });
  await publishGuidance(app, { assignment_changes: [assign('a/One-13B', 'chatml')] });
  expect((await group()).guidance_coverage).toEqual({ published: 2, legacy_label: 0, undocumented: 0 });
});

test('a profile is deprecated, and still readable', async () => {
  const app = await filled();
  await publishGuidance(app, { profile_changes: [create(contract('old'))] });
  const before = await json(app, `${path}/profiles/old`);
  await publishGuidance(app, {
    profile_changes: [{ operation: 'deprecate', profile_id: 'old', profile: null, expected_before: before }],
  });
  expect((await json(app, `${path}/profiles/old`)).deprecated).toBe(true);
  const listed = async (query: string) =>
    (await json(app, `${path}/profiles${query}`)).items.map((each: Record<string, unknown>) => [
      each.profile_id,
      each.assigned_model_count,
    ]);
  expect(await listed('')).toEqual([
    ['chatml', 1],
    ['tools', 1],
  ]);
  expect(await listed('?include_deprecated=true')).toEqual([
    ['chatml', 1],
    ['old', 0],
    ['tools', 1],
  ]);
  expect((await app.get(`${path}/profiles/nobody`)).json()).toEqual({
    detail: "Guidance profile 'nobody' not found.",
  });
});

test('a model and its assignment are proposed together, and applied in one call', async () => {
  const app = await filled();
  const early = await submitGuidance(app, { assignment_changes: [assign('c/New', 'chatml')] });
  expect(early.statusCode).toBe(422);
  await app.seed('text_generation', textModel('c/New'));
  const gone = await app.propose('DELETE', '/text_generation/model/c/New');
  const set = await proposeGuidance(app, { assignment_changes: [assign('c/New', 'chatml')] });
  await app.approve(gone);
  await app.apply(gone);
  const model = await app.propose('POST', '/text_generation', textModel('c/New'));
  await app.approve(set, model);
  // The change set first: it is applied after the model.
  await app.apply(set, model);
  expect((await ofModel(app, 'c/New')).summary.status).toBe('published');
});

test('an assignment goes with its model: under the new name, or away, and comes back with a revert', async () => {
  const app = await filled();
  const rename = { from: 'a/One-7B', to: 'a/Uno-7B' };
  const renamed = (
    await app.send('POST', `${v2}/text_generation/rename`, { key: keys.requestor, body: rename })
  ).json();
  const findings = async (id: number) =>
    (await json(app, `${queuePath}/changes/${id}`, keys.approver)).findings.filter(
      ({ rule }: { rule: string }) => rule === 'named_in_catalogue',
    );
  const said = {
    rule: 'named_in_catalogue',
    severity: 'note',
    field_path: 'name',
    message:
      "The model has guidance: 'chatml', 'tools'. A deletion removes the assignment, a rename keeps it.",
  };
  expect(await findings(renamed.change_id)).toEqual([said]);
  await app.approve(renamed.change_id);
  await app.apply(renamed.change_id);
  expect((await ofModel(app, 'a/Uno-7B')).summary.primary_profile_id).toBe('chatml');
  expect(Object.keys((await exported(app)).assignments)).toEqual(['a/Uno-7B']);

  const gone = await app.propose('DELETE', '/text_generation/model/a/Uno-7B');
  expect(await findings(gone)).toEqual([said]);
  const batch = await app.approve(gone);
  await app.apply(gone);
  expect((await exported(app)).assignments).toEqual({});
  // The model comes back first: an assignment needs it.
  for (const what of ['text_generation', 'text_guidance']) {
    const undone = await app.send('POST', `${queuePath}/audit/batches/${batch}/revert`, {
      key: keys.approver,
    });
    const { queued } = undone.json();
    expect(queued.map((each: Record<string, string>) => each.resource_kind)).toEqual([
      what === 'text_guidance' ? what : 'model_reference',
    ]);
    await app.approve(queued[0].change_id);
    await app.apply(queued[0].change_id);
  }
  expect((await ofModel(app, 'a/Uno-7B')).summary.supplemental_profile_ids).toEqual(['tools']);
  const history = await json(app, `${v2}/text_generation/guidance_history?model_name=a/Uno-7B`);
  expect(
    history.items.map((each: Record<string, unknown>) => [each.operation, each.change_id !== null]),
  ).toEqual([
    ['create', true],
    ['delete', true],
    ['create', false],
  ]);
  expect(await problems(app)).toEqual([]);
});

test('an assignment whose model an import took away hinders no other change, and can be removed', async () => {
  const app = await filled();
  await app.store.write((writer) => modelStore(writer).delete('text_generation', 'a/One-7B'));
  await publishGuidance(app, { assignment_changes: [assign('a/Two-7B', 'chatml')] });
  const { assignments } = await exported(app);
  const expected_before = assignments['a/One-7B'];
  const again = await submitGuidance(app, {
    assignment_changes: [assign('a/One-7B', 'chatml', [], expected_before)],
  });
  expect(again.json().detail).toMatch(/^Unknown canonical text model: a\/One-7B /);
  await publishGuidance(app, {
    assignment_changes: [{ model_name: 'a/One-7B', assignment: null, expected_before }],
  });
  expect(Object.keys((await exported(app)).assignments)).toEqual(['a/Two-7B']);
});

test('a deletion without review takes the assignment too', async () => {
  const database = await makeDefaultDatabase(contents());
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url };
  const app = await start({ settings: { ...settings, canonicalFormat: 'legacy', queueEnabled: false } });
  const gone = await app.send('DELETE', '/api/model_references/v1/text_generation/model/a/One-7B', {
    key: keys.approver,
  });
  expect(gone.statusCode, gone.body).toBe(204);
  expect((await exported(app)).assignments).toEqual({});
  expect(await problems(app)).toEqual([]);
});

test('a batch is undone by a change set: what it created is deprecated and unassigned', async () => {
  const app = await filled();
  const before = await json(app, `${path}/profiles/chatml`);
  const batch = await publishGuidance(app, {
    profile_changes: [
      {
        operation: 'update',
        profile_id: 'chatml',
        profile: contract('chatml', { summary: 'Other' }),
        expected_before: before,
      },
      create(contract('alpaca')),
    ],
    assignment_changes: [assign('a/Two-7B', 'alpaca')],
  });
  const undone = await app.send('POST', `${queuePath}/audit/batches/${batch}/revert`, { key: keys.approver });
  const [{ change_id }] = undone.json().queued;
  await app.approve(change_id);
  await app.apply(change_id);
  const { profiles, assignments } = await exported(app);
  expect([profiles.chatml?.summary, profiles.alpaca?.deprecated, Object.keys(assignments)]).toEqual([
    before.summary,
    true,
    ['a/One-7B'],
  ]);
  const history = await json(app, `${v2}/text_generation/guidance_history?profile_id=chatml`);
  expect(history.items.map(({ revision }: { revision: number }) => revision)).toEqual([4, 3, 2]);
  for (const query of ['', '?profile_id=a&model_name=b'])
    expect((await app.get(`${v2}/text_generation/guidance_history${query}`)).statusCode).toBe(400);
  expect(await problems(app)).toEqual([]);
});

test('a deprecation is undone, and a creation is undone only once', async () => {
  const app = await filled();
  const profilePath = `${path}/profiles/old`;
  const creation = await publishGuidance(app, { profile_changes: [create(contract('old'))] });
  const before = await json(app, profilePath);
  const deprecation = await publishGuidance(app, {
    profile_changes: [{ operation: 'deprecate', profile_id: 'old', profile: null, expected_before: before }],
  });
  const revert = async (batch: unknown) =>
    (await app.send('POST', `${queuePath}/audit/batches/${batch}/revert`, { key: keys.approver })).json();
  expect(await revert(creation)).toMatchObject({
    queued: [],
    skipped: [{ reason: 'The catalogue is as it was before the batch.' }],
  });
  const [{ change_id }] = (await revert(deprecation)).queued;
  await app.approve(change_id);
  await app.apply(change_id);
  expect((await json(app, profilePath)).deprecated).toBe(false);
});

test('proposes contracts for the labels of models, which can be applied as they are', async () => {
  const app = await filled();
  await app.seed(
    'text_generation',
    ...['IM', 'Llama 3.1', 'llama 3.1', 'Llama-3.1', '<b>', '  '].map((label, at) =>
      textModel(`m/${at}`, { instruct_format: label }),
    ),
  );
  const preview = (key: string | undefined = keys.requestor) =>
    app.send('POST', `${path}/migration/preview`, { ...(key && { key }) });
  expect((await app.send('POST', `${path}/migration/preview`)).statusCode).toBe(401);
  const { change_set, ...counts } = (await preview()).json();
  expect(counts).toEqual({ source_model_count: 6, format_count: 5 });
  const made = change_set.profile_changes.map(({ profile }: { profile: Record<string, unknown> }) => [
    profile.profile_id,
    profile.display_name,
    profile.interaction_modes,
  ]);
  expect(made).toEqual([
    ['llama-3-1', 'Llama 3.1', ['instruction']],
    ['llama-3-1-2', 'Llama-3.1', ['instruction']],
    ['b', '<b>', ['instruction']],
  ]);
  const assigned = change_set.assignment_changes.map(
    ({ assignment }: { assignment: Record<string, unknown> }) => [
      assignment.model_name,
      assignment.primary_profile_id,
    ],
  );
  expect(assigned).toEqual([
    ['a/Two-7B', 'chatml'],
    ['m/0', 'chatml'],
    ['m/1', 'llama-3-1'],
    ['m/2', 'llama-3-1'],
    ['m/3', 'llama-3-1-2'],
    ['m/4', 'b'],
  ]);
  expect((await exported(app)).metadata.revision).toBe(2);
  const { title, ...changes } = change_set;
  expect(title).toBe('Guidance for the formats that 6 models name');
  await publishGuidance(app, changes);
  expect((await preview()).json()).toEqual({ change_set: null, source_model_count: 6, format_count: 5 });
});

test('the feed, another instance and a replica follow', async () => {
  const database = await makeDefaultDatabase(contents());
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url };
  const [app, other] = [await start({ settings }), await start({ settings })];
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const replica = await start({ settings: { replicateMode: 'REPLICA', primaryApiUrl: `${origin}/api` } });
  const { next: since } = await json(app, `${v2}/feed?since=head`);
  await publishGuidance(app, { assignment_changes: [assign('a/Two-7B', 'chatml')] });
  expect((await json(app, `${v2}/feed?since=${since}`)).catalogue_events).toMatchObject([
    {
      catalogue: 'text_guidance',
      section: 'assignments',
      name: 'a/Two-7B',
      revision: 3,
      operation: 'create',
    },
  ]);
  const whole = await exported(app);
  for (const follower of [other, replica])
    await eventually(async () => expect(await exported(follower)).toEqual(whole));
  expect((await ofModel(replica, 'a/Two-7B')).summary.status).toBe('published');
  for (const what of ['change-sets', 'migration/preview'])
    expect(
      (await replica.send('POST', `${path}/${what}`, { key: keys.requestor, body: {} })).statusCode,
    ).toBe(503);
});
