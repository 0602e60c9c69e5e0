import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { keys } from '../../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../../support/make-database.ts';

const v2 = '/api/model_references/v2';
const path = `${v2}/image_generation/baselines`;
const queuePath = `${v2}/pending_queue`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const json = async (at: string, { key, of = app }: { key?: string; of?: TestApp } = {}) =>
  (await of.get(at, key === undefined ? {} : { key })).json();
const approvers = (at: string) => json(at, { key: keys.approver });
const propose = async (changes: object[], of = app): Promise<number> => {
  const body = { title: 'A change', changes };
  const answer = await of.send('POST', `${path}/change-sets`, { key: keys.requestor, body });
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().change_id;
};
const add = (name: string, record: object = {}) => ({
  operation: 'upsert',
  name,
  record: { name, ...record },
  expected_before: null,
});
const price = async (name: string, kudos: number) => {
  const before = await json(`${path}/${name}`);
  const record = { ...before, horde_policy: { ...before.horde_policy, kudos } };
  return { operation: 'upsert', name, record, expected_before: before };
};
const apply = (...ids: number[]) =>
  app.send('POST', `${queuePath}/apply`, { key: keys.approver, body: { change_ids: ids } });

test('lists, counts and beta views tell change sets from changes of models', async () => {
  const set = await propose([add('cosmos_9')]);
  const model = await app.propose('POST', '/image_generation', {
    name: 'A',
    baseline: 'flux_1',
    nsfw: false,
  });
  const idsOf = async (filter: string) =>
    (await approvers(`${queuePath}/changes?${filter}`)).items.map(
      ({ change_id, resource_kind }: { change_id: number; resource_kind: string }) => [
        change_id,
        resource_kind,
      ],
    );
  expect(await idsOf('')).toEqual([
    [set, 'image_baseline'],
    [model, 'model_reference'],
  ]);
  expect(await idsOf('resource_kinds=image_baseline')).toEqual([[set, 'image_baseline']]);
  expect(await idsOf('resource_kinds=model_reference&resource_kinds=text_guidance')).toEqual([
    [model, 'model_reference'],
  ]);
  expect((await approvers(`${queuePath}/counts?resource_kinds=image_baseline`)).statuses.pending).toBe(1);
  expect(Object.keys(await json(`${v2}/image_generation/pending`, { key: keys.requestor }))).toEqual(['A']);
  const wrong = await app.get(`${queuePath}/changes?resource_kinds=lora`, { key: keys.approver });
  expect(wrong.statusCode).toBe(422);
});

test('reviewers see the whole catalogue before and after, with what changes for live models', async () => {
  await app.seed('image_generation', { name: 'A', baseline: 'flux_1', nsfw: false });
  const id = await propose([await price('flux_1', 12), add('cosmos_9')]);
  const diff = await approvers(`${queuePath}/changes/${id}/diff`);
  expect(diff).toMatchObject({
    operation: 'update',
    current_state: { metadata: { revision: 1 }, baselines: { flux_1: { horde_policy: { kudos: 8 } } } },
    proposed_state: { metadata: { revision: 2 }, baselines: { flux_1: { horde_policy: { kudos: 12 } } } },
    stale: false,
    is_critical: true,
    fields_modified: ['baselines.flux_1.horde_policy.kudos'],
    findings: [
      {
        rule: 'change_set_warning',
        severity: 'warning',
        message: "horde_policy.kudos of baseline 'flux_1' becomes 12, was 8: 1 live image model names it.",
      },
      { rule: 'change_set_note', severity: 'note' },
    ],
  });
  expect(await approvers(`${queuePath}/changes/${id}`)).toMatchObject({
    risk: 'look',
    net_operation: 'modified',
    critical_fields: expect.arrayContaining(['baselines.flux_1.horde_policy.kudos']),
  });
  expect(await approvers(`${queuePath}/diffs?change_ids=${id}`)).toMatchObject({
    diffs: [{ change_id: id, is_critical: true }],
  });
});

test('what was changed after review is the failure of the apply, and nothing is written', async () => {
  const [first, second] = [
    await propose([await price('flux_1', 9)]),
    await propose([await price('flux_1', 10), add('cosmos_7')]),
  ];
  await app.approve(first, second);
  await app.apply(first);
  const refused = await apply(second);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      failed_change_id: second,
      failed_error: `Change ${second} cannot be applied: Baseline 'flux_1' changed after review: expected revision 1; found 2. Read it again.`,
    },
  ]);
  expect((await app.get(`${path}/cosmos_7`)).statusCode).toBe(404);
  expect((await json(path)).metadata.revision).toBe(2);
  expect(await approvers(`${queuePath}/changes/${second}`)).toMatchObject({
    stale: true,
    risk: 'high',
    findings: [{ rule: 'change_set_refused', severity: 'critical' }],
  });

  // Its requestor proposes a new version, under the same id.
  const next = { title: 'Again', changes: [await price('flux_1', 10)] };
  const revised = await app.send('PUT', `${queuePath}/changes/${second}`, {
    key: keys.requestor,
    body: { record: next },
  });
  expect(revised.json()).toMatchObject({ version: 2, notes: 'Again', request_metadata: { title: 'Again' } });
  await app.approve(second);
  await app.apply(second);
  const live = await json(`${path}/flux_1`);
  expect([live.horde_policy.kudos, live.metadata.revision]).toEqual([10, 3]);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

test('a model may name what an open change set would publish, and waits for it', async () => {
  const model = { name: 'Nova', baseline: 'cosmos_8', nsfw: false };
  const set = await propose([add('cosmos_8')]);
  const early = await app.propose('POST', '/image_generation', model);
  expect((await approvers(`${queuePath}/changes/${early}`)).findings).toContainEqual(
    expect.objectContaining({
      rule: 'baseline_not_live',
      message: expect.stringContaining(`change ${set} proposes it`),
    }),
  );
  await app.approve(early);
  expect((await apply(early)).json().failed_error).toContain(`change ${set} proposes it`);
  await app.send('POST', `${queuePath}/batches`, {
    key: keys.approver,
    body: { batch_title: 'No', rejected_ids: [set], reject_reason: 'no' },
  });
  expect((await apply(early)).json().failed_error).toContain('no open change proposes it');
  const other = await app.send('POST', `${v2}/image_generation`, {
    key: keys.requestor,
    body: { ...model, name: 'B' },
  });
  expect(other.statusCode).toBe(422);
});

test('another instance and its known baselines follow', async () => {
  const database = await makeDefaultDatabase();
  onTestFinished(() => database.remove());
  const settings = { databaseUrl: database.url };
  const [app, other] = [await startTestApp({ settings }), await startTestApp({ settings })];
  onTestFinished(async () => {
    for (const each of [app, other]) await each[Symbol.asyncDispose]();
  });
  const id = await propose([add('cosmos_9', { alternative_names: ['cosmos 9'] })], app);
  const model = await app.propose('POST', '/image_generation', {
    name: 'Nebula',
    baseline: 'cosmos_9',
    nsfw: false,
  });
  await app.approve(id, model);
  await app.apply(id, model);
  await eventually(async () => {
    // The models first, and the catalogue second: everything that they name is there.
    const models = await other.get(`${v2}/image_generation`);
    const { baselines } = await json(`${path}/export`, { of: other });
    expect(models.statusCode).toBe(200);
    expect(baselines).toHaveProperty('cosmos_9');
  });
  const named = (await json('/api/openapi.json', { of: other })).components.schemas
    .KNOWN_IMAGE_GENERATION_BASELINE;
  expect(named.enum).toContain('cosmos_9');
  await app.seed('image_generation', { name: 'Pulsar', baseline: 'cosmos 9', nsfw: false });
  expect((await json(`${v2}/image_generation/model/Pulsar`, { of: app })).baseline).toBe('cosmos_9');
});

test('is written row by row, and a row that differs from the trail is found', async () => {
  const id = await propose([await price('flux_1', 14)]);
  await app.approve(id);
  await app.apply(id);
  expect((await verifyStore(app.store)).problems).toEqual([]);
  const { revision } = (await json(path)).metadata;
  await app.store.write(({ db }) =>
    db
      .updateTable('catalogue_entries')
      .set({ body: '{"name":"flux_1"}' })
      .where('name', '=', 'flux_1')
      .execute(),
  );
  await app.store.write(({ db }) => db.deleteFrom('catalogue_entries').where('name', '=', 'anima').execute());
  await app.store.write(({ db }) => db.updateTable('catalogues').set({ revision: 99 }).execute());
  const texts = (await verifyStore(app.store)).problems.map(({ text }) => text);
  expect(texts.sort()).toEqual([
    expect.stringMatching(
      /^'anima' in baselines of the catalogue image_baseline is missing, but event \d+ wrote/,
    ),
    expect.stringMatching(/^'flux_1' in baselines of the catalogue image_baseline differs from what event/),
    `the catalogue image_baseline is at revision 99, but the events give ${revision}`,
  ]);
});
