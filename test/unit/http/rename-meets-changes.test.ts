import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

/** Categories whose models need only a name, in both API versions. */
const categories = ['clip', 'blip', 'esrgan', 'gfpgan', 'codeformer', 'safety_checker', 'miscellaneous'];

/** An app, and a category that no test before has written to. */
type World = TestApp & { readonly category: string };

const apps = new Map<string, { readonly app: TestApp; readonly unused: string[] }>();
afterAll(async () => {
  for (const { app } of apps.values()) await stop(app);
});

/** Where there is a trail, it tells of all that the tests did. */
async function stop(app: TestApp): Promise<void> {
  if (app.settings.auditEnabled) expect((await verifyStore(app.store)).problems).toEqual([]);
  await app[Symbol.asyncDispose]();
}

/** A category with three models, and an empty queue, on an app that tests with the same settings share. */
async function start(settings: Partial<Settings> = {}): Promise<World> {
  const key = JSON.stringify(settings);
  let shared = apps.get(key);
  if (!shared || shared.unused.length === 0) {
    if (shared) await stop(shared.app);
    shared = { app: await startTestApp({ settings }), unused: [...categories] };
    apps.set(key, shared);
  }
  const { app } = shared;
  const category = shared.unused.shift() ?? '';
  await app.send('POST', `${queue}/purge`, { key: keys.approver, body: { purge_all: true } });
  await app.seed(category, { name: 'a' }, { name: 'old', description: 'first' }, { name: 'z' });
  return { ...app, category };
}
const rename = async (app: World, from: string, to: string, category = app.category): Promise<number> => {
  const answer = await app.send('POST', `${v2}/${category}/rename`, {
    key: keys.requestor,
    body: { from, to },
  });
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().change_id;
};
const edit = (app: World, name: string, description = 'edited') =>
  app.propose('PUT', `/${app.category}/model/${name}`, { name, description });
/** Approves and applies changes, in one call. */
const go = async (app: World, ...ids: number[]) => {
  await app.approve(...ids);
  await app.apply(...ids);
};
/** Renames a model with nothing else in the call. */
const renameNow = async (app: World, from: string, to: string) => go(app, await rename(app, from, to));
const applied = async (app: World, ...ids: number[]) => {
  const answer = await app.send('POST', `${queue}/apply`, { key: keys.approver, body: { change_ids: ids } });
  return { status: answer.statusCode, ...answer.json() };
};
/** Approves a change and says why it cannot be applied. */
const refusal = async (app: World, id: number): Promise<string> => {
  await app.approve(id);
  const { status, failed_error } = await applied(app, id);
  expect(status).toBe(409);
  return failed_error;
};
const revised = (app: World, id: number, record: object) =>
  app.send('PUT', `${queue}/changes/${id}`, { key: keys.requestor, body: { record } });
const revert = async (app: World, batch: number) =>
  (await app.send('POST', `${queue}/audit/batches/${batch}/revert`, { key: keys.approver })).json();
const shown = async (app: World, id: number) =>
  (await app.get(`${queue}/changes/${id}`, { key: keys.approver })).json();
/** The live models and their descriptions, the same in both API versions. */
const live = async (app: World): Promise<Record<string, string | undefined>> => {
  const [now, legacy] = await Promise.all(
    ['v2', 'v1'].map(async (version) => {
      const models: Record<string, { name: string; description?: string }> = (
        await app.get(`/api/model_references/${version}/${app.category}`)
      ).json();
      for (const [name, record] of Object.entries(models)) expect(record.name).toBe(name);
      return Object.fromEntries(Object.entries(models).map(([name, { description }]) => [name, description]));
    }),
  );
  expect(legacy).toEqual(now);
  return now ?? {};
};
const record = async (app: World, name: string) =>
  (await app.get(`${v2}/${app.category}/model/${name}`)).json();

describe('a rename carries the name alone', () => {
  test('an edit that goes live while the rename waits is kept', async () => {
    const app = await start();
    const id = await rename(app, 'old', 'new');
    await app.approve(id);
    const other = await edit(app, 'old');
    await app.approve(other);
    await app.apply(other);
    const { stale, risk_reasons } = await shown(app, id);
    expect([stale, risk_reasons.map(({ rule }: { rule: string }) => rule)]).toEqual([
      false,
      expect.not.arrayContaining(['stale']),
    ]);
    const diff = (await app.get(`${queue}/changes/${id}/diff`, { key: keys.approver })).json();
    expect(diff.proposed_state).toMatchObject({ name: 'new', description: 'edited' });
    expect(diff.field_diffs.map(({ field_path }: { field_path: string }) => field_path)).toEqual([
      'name',
      'renamed_from',
    ]);
    const waiting = (await app.get(`${v2}/${app.category}/pending`, { key: keys.approver })).json();
    expect(waiting).toMatchObject({ new: { name: 'new', description: 'edited' } });
    await app.apply(id);
    expect(await live(app)).toEqual({ a: undefined, new: 'edited', z: undefined });
  });

  test('so does a change that follows it, which brings no deleted model back', async () => {
    const app = await start();
    const lifecycle = { state: 'deprecated', replaced_by: 'old' };
    await app.seed(app.category, { name: 'f', lifecycle }, { name: 'g', lifecycle });
    const body = { from: 'old', to: 'new', follow: true };
    const queued = await app.send('POST', `${v2}/${app.category}/rename`, { key: keys.requestor, body });
    const [ofF, ofG] = queued.json().following_change_ids;
    await app.change('PUT', `/${app.category}/model/f`, { name: 'f', description: 'edited', lifecycle });
    await app.change('DELETE', `/${app.category}/model/g`);
    const diff = (await app.get(`${queue}/changes/${ofF}/diff`, { key: keys.approver })).json();
    expect(diff.field_diffs).toMatchObject([{ field_path: 'lifecycle.replaced_by', new_value: 'new' }]);
    await go(app, queued.json().change_id, ofF);
    expect(await record(app, 'f')).toMatchObject({
      description: 'edited',
      lifecycle: { replaced_by: 'new' },
    });
    expect(await refusal(app, ofG)).toBe(
      `Change ${ofG} cannot be applied: model 'g' of ${app.category}, whose references it updates, no longer exists.`,
    );
    expect(await live(app)).not.toHaveProperty('g');
  });

  describe.each(['upsert', 'reject'] as const)('with apply_conflicts=%s', (applyConflicts) => {
    test.each([
      ['the edit first', (renaming: number, editing: number) => [editing, renaming]],
      ['the rename first', (renaming: number, editing: number) => [renaming, editing]],
    ])('an edit and a rename in one call keep both, %s', async (_which, order) => {
      const app = await start(applyConflicts === 'reject' ? { applyConflicts } : {});
      const ids = order(await rename(app, 'old', 'new'), await edit(app, 'old'));
      await app.approve(...ids);
      const { status, applied_change_ids } = await applied(app, ...ids);
      expect([status, applied_change_ids]).toEqual([200, ids]);
      expect(await live(app)).toEqual({ a: undefined, new: 'edited', z: undefined });
      expect(await record(app, 'new')).toMatchObject({ renamed_from: ['old'] });
    });

    test('a batch whose lowest id is the rename keeps both, and answers the same again', async () => {
      const app = await start(applyConflicts === 'reject' ? { applyConflicts } : {});
      const batch = await app.approve(await rename(app, 'old', 'new'), await edit(app, 'old'));
      const apply = () => app.send('POST', `${queue}/apply_batch/${batch}?job_id=j`, { key: keys.approver });
      const first = await apply();
      expect([first.statusCode, (await apply()).body]).toEqual([200, first.body]);
      expect(await live(app)).toMatchObject({ new: 'edited' });
    });
  });

  test('a model that was deleted and created again is not renamed where stale changes are refused', async () => {
    const app = await start({ applyConflicts: 'reject' });
    const id = await rename(app, 'old', 'new');
    await go(app, await app.propose('DELETE', `/${app.category}/model/old`));
    await app.seed(app.category, { name: 'old', description: 'another' });
    expect((await shown(app, id)).stale).toBe(true);
    expect(await refusal(app, id)).toBe(
      `Change ${id} cannot be applied: model 'old' of ${app.category} was deleted and created again since the change was proposed.`,
    );
    expect(await live(app)).toMatchObject({ old: 'another' });
  });
});

describe('a change of the old name that waited', () => {
  test('is refused with the new name, and revised to it', async () => {
    const app = await start();
    const id = await edit(app, 'old');
    await renameNow(app, 'old', 'new');
    const why = `model 'old' of ${app.category} was renamed to 'new' since the change was proposed. Its requestor can revise it to the new name.`;
    const { model_renamed_to, stale, risk_reasons } = await shown(app, id);
    expect({ model_renamed_to, stale }).toEqual({ model_renamed_to: 'new', stale: true });
    expect(risk_reasons).toContainEqual({
      rule: 'stale',
      level: 'look',
      message: `It cannot be applied: ${why}`,
    });
    expect(await refusal(app, id)).toBe(`Change ${id} cannot be applied: ${why}`);
    expect(await live(app)).toEqual({ a: undefined, new: 'first', z: undefined });

    const wrong = await revised(app, id, { name: 'old', description: 'edited' });
    expect([wrong.statusCode, wrong.json().detail]).toEqual([
      400,
      `Model 'old' of ${app.category} was renamed to 'new' since the change was proposed: a new version must have that name, not 'old'.`,
    ]);
    const right = await revised(app, id, { name: 'new', description: 'edited' });
    expect(right.json()).toMatchObject({ model_name: 'new', version: 2, status: 'pending' });
    expect(await shown(app, id)).toMatchObject({
      model_name: 'new',
      stale: false,
      net_operation: 'modified',
    });
    expect((await shown(app, id)).changed_fields).toEqual(['description']);
    const found = (await app.get(`${queue}/changes?model_name=new`, { key: keys.approver })).json();
    expect(found.items.map(({ change_id }: { change_id: number }) => change_id)).toContain(id);
    await go(app, id);
    expect(await live(app)).toEqual({ a: undefined, new: 'edited', z: undefined });
    expect(await record(app, 'new')).toMatchObject({ renamed_from: ['old'] });
  });

  test('is refused in a later call of the same batch, too', async () => {
    const app = await start();
    const [renaming, editing] = [await rename(app, 'old', 'new'), await edit(app, 'old')];
    await app.approve(renaming, editing);
    await app.apply(renaming);
    expect((await applied(app, editing)).failed_error).toContain("was renamed to 'new'");
    expect(await live(app)).toEqual({ a: undefined, new: 'first', z: undefined });
  });

  test('is refused with what to do instead, also when another model has the old name by then', async () => {
    const app = await start();
    const deletion = () => app.propose('DELETE', `/${app.category}/model/old`);
    const [before, editing, deleting] = [await deletion(), await edit(app, 'old'), await deletion()];
    const again = await rename(app, 'old', 'newer');
    await renameNow(app, 'old', 'new');
    const why = (advice: string) => `was renamed to 'new' since the change was proposed. ${advice}`;
    expect(await refusal(app, before)).toContain(why("Propose to delete 'new' instead."));
    expect(await live(app)).toMatchObject({ new: 'first' });
    await app.seed(app.category, { name: 'old', description: 'another' });
    for (const [id, advice] of [
      [editing, 'Its requestor can revise it to the new name.'],
      [deleting, "Propose to delete 'new' instead."],
      [again, "Propose to rename 'new' instead."],
    ] as const)
      expect(await refusal(app, id)).toContain(why(advice));
    expect(await live(app)).toMatchObject({ new: 'first', old: 'another' });
  });

  test('does not create the model a second time', async () => {
    const app = await start();
    const [mine, theirs] = [
      await app.propose('POST', `/${app.category}`, { name: 'wanted', description: 'mine' }),
      await app.propose('POST', `/${app.category}`, { name: 'wanted', description: 'theirs' }),
    ];
    await go(app, mine);
    await renameNow(app, 'wanted', 'better');
    expect((await shown(app, theirs)).model_renamed_to).toBe('better');
    expect(await refusal(app, theirs)).toContain(
      "was renamed to 'better' since the change was proposed. Propose an update of 'better' instead.",
    );
    expect(await live(app)).toMatchObject({ better: 'mine' });
    // Proposed after the rename, it is meant.
    await app.seed(app.category, { name: 'wanted', description: 'another' });
    expect(await live(app)).toMatchObject({ better: 'mine', wanted: 'another' });
  });

  test('follows a chain of renames, also after they were purged from the queue', async () => {
    const app = await start();
    const id = await edit(app, 'old');
    await renameNow(app, 'old', 'new');
    await renameNow(app, 'new', 'newest');
    await app.send('POST', `${queue}/purge`, { key: keys.approver, body: { statuses: ['applied'] } });
    expect(await refusal(app, id)).toContain("was renamed to 'newest'");
    await revised(app, id, { name: 'newest', description: 'edited' });
    await go(app, id);
    expect(await live(app)).toEqual({ a: undefined, newest: 'edited', z: undefined });
    expect(await record(app, 'newest')).toMatchObject({ renamed_from: ['new', 'old'] });
  });

  test('follows its model when two models swap their names', async () => {
    const app = await start();
    await app.seed(app.category, { name: 'other', description: 'second' });
    const ids = [
      await edit(app, 'old'),
      await app.propose('DELETE', `/${app.category}/model/old`),
      await edit(app, 'other', 'also edited'),
    ] as const;
    await renameNow(app, 'old', 'between');
    await renameNow(app, 'other', 'old');
    await renameNow(app, 'between', 'other');
    expect(await refusal(app, ids[0])).toContain("was renamed to 'other'");
    expect(await refusal(app, ids[1])).toContain("was renamed to 'other'");
    expect(await refusal(app, ids[2])).toContain("was renamed to 'old'");
    expect(await live(app)).toMatchObject({ other: 'first', old: 'second' });
    await revised(app, ids[0], { name: 'other', description: 'edited' });
    await revised(app, ids[2], { name: 'old', description: 'also edited' });
    await go(app, ids[0], ids[2]);
    expect(await live(app)).toMatchObject({ other: 'edited', old: 'also edited' });
  });

  test('is applied as ever when its model has its name back', async () => {
    const app = await start();
    const id = await edit(app, 'old');
    await renameNow(app, 'old', 'new');
    await renameNow(app, 'new', 'old');
    expect(await shown(app, id)).toMatchObject({ stale: true });
    await go(app, id);
    expect(await live(app)).toEqual({ a: undefined, old: 'edited', z: undefined });
  });

  test('names a model that was renamed and then deleted, and does not bring it back', async () => {
    const app = await start();
    const id = await edit(app, 'old');
    await renameNow(app, 'old', 'new');
    await go(app, await app.propose('DELETE', `/${app.category}/model/new`));
    expect((await shown(app, id)).model_renamed_to ?? null).toBeNull();
    expect(await refusal(app, id)).toContain(
      "was renamed to 'new' since the change was proposed, and there is no such model any more.",
    );
    expect(await live(app)).toEqual({ a: undefined, z: undefined });
  });

  test('is refused also after a rename while the audit trail was off', async () => {
    // Its trail is not whole.
    const own = await startTestApp();
    onTestFinished(() => own[Symbol.asyncDispose]());
    const app: World = { ...own, category: 'clip' };
    await app.seed('clip', { name: 'old' });
    const id = await edit(app, 'old');
    const { databaseUrl } = app.settings;
    const unaudited = await startTestApp({ settings: { databaseUrl, auditEnabled: false } });
    onTestFinished(() => unaudited[Symbol.asyncDispose]());
    await renameNow({ ...app, ...unaudited }, 'old', 'new');
    expect(await refusal(app, id)).toContain("was renamed to 'new'");
  });

  test('is refused also without an audit trail', async () => {
    const app = await start({ auditEnabled: false });
    const ids = [await edit(app, 'old'), await app.propose('DELETE', `/${app.category}/model/old`)];
    await renameNow(app, 'old', 'new');
    for (const id of ids) expect(await refusal(app, id)).toContain("was renamed to 'new'");
    expect(await live(app)).toEqual({ a: undefined, new: 'first', z: undefined });
  });

  test('of all members of a group is refused for the renamed one, and kept in one call with its rename', async () => {
    const app = await start();
    const names = ['acme/Marx-3B', 'acme/Marx-7B'];
    for (const name of names) await app.seed('text_generation', { name, parameters: 3_000_000_000 });
    const ofGroup = async (description: string): Promise<number[]> => {
      const answer = await app.send('PUT', `${v2}/text_generation/group/Marx/common_fields`, {
        key: keys.requestor,
        body: { description },
      });
      return answer.json().pending_change_ids;
    };
    const descriptions = async () =>
      Object.values<{ name: string; description: string }>(
        (await app.get(`${v2}/text_generation`)).json(),
      ).map(({ name, description }) => [name, description]);
    const renaming = await rename(app, 'acme/Marx-3B', 'acme/Marx-4B', 'text_generation');
    await go(app, renaming, ...(await ofGroup('kept')));
    expect(await descriptions()).toEqual([
      ['acme/Marx-4B', 'kept'],
      ['acme/Marx-7B', 'kept'],
    ]);
    const [first = 0, second = 0] = await ofGroup('later');
    await go(app, await rename(app, 'acme/Marx-4B', 'acme/Marx-5B', 'text_generation'));
    expect(await refusal(app, first)).toContain("was renamed to 'acme/Marx-5B'");
    await go(app, second);
    expect(await descriptions()).toEqual([
      ['acme/Marx-5B', 'kept'],
      ['acme/Marx-7B', 'later'],
    ]);
  });

  test('of a text model is revised with the names of its variants', async () => {
    const app = await start();
    const model = { name: 'acme/Then-7B', parameters: 7_000_000_000 };
    await app.seed('text_generation', model);
    const id = await app.propose('PUT', `/text_generation/model/${model.name}`, { ...model, nsfw: true });
    await go(app, await rename(app, model.name, 'acme/Now-7B', 'text_generation'));
    const answer = await revised(app, id, { ...model, name: 'acme/Now-7B', nsfw: true });
    expect(answer.json()).toMatchObject({
      model_name: 'acme/Now-7B',
      related_models: ['aphrodite/acme/Now-7B', 'koboldcpp/Now-7B'],
    });
    await go(app, id);
  });
});

describe('a change of the new name that waited', () => {
  test('does not replace the renamed model', async () => {
    const app = await start();
    const id = await app.propose('POST', `/${app.category}`, { name: 'new', description: 'another' });
    await renameNow(app, 'old', 'new');
    expect((await shown(app, id)).stale).toBe(true);
    expect(await refusal(app, id)).toBe(
      `Change ${id} cannot be applied: the name 'new' of ${app.category} belongs to another model since the change was proposed: 'old' was renamed to it.`,
    );
    expect(await live(app)).toEqual({ a: undefined, new: 'first', z: undefined });
  });

  test('does not write or delete the renamed model in the place of the one that was deleted', async () => {
    const app = await start();
    await app.seed(app.category, { name: 'new', description: 'another' });
    const ids = [await edit(app, 'new'), await app.propose('DELETE', `/${app.category}/model/new`)];
    await go(app, await app.propose('DELETE', `/${app.category}/model/new`));
    await renameNow(app, 'old', 'new');
    for (const id of ids) expect(await refusal(app, id)).toContain("'old' was renamed to it");
    expect(await live(app)).toMatchObject({ new: 'first' });
  });
});

describe('the revert of a batch', () => {
  test('that renamed a model keeps what was written since, also while it waits, and after a purge', async () => {
    const app = await start();
    const renaming = await rename(app, 'old', 'new');
    const batch = await app.approve(renaming);
    await app.apply(renaming);
    await go(app, await edit(app, 'new', 'second'));
    await app.send('POST', `${queue}/purge`, { key: keys.approver, body: { statuses: ['applied'] } });
    const { queued, changed_since } = await revert(app, batch);
    expect([queued.length, changed_since]).toEqual([1, []]);
    const waiting = await edit(app, 'new', 'too late');
    await go(app, await edit(app, 'new', 'third'));
    await go(app, queued[0].change_id);
    expect(await live(app)).toEqual({ a: undefined, old: 'third', z: undefined });
    expect(await record(app, 'old')).not.toHaveProperty('renamed_from');
    expect(await refusal(app, waiting)).toContain("was renamed to 'old'");
    await revised(app, waiting, { name: 'old', description: 'in time' });
    await go(app, waiting);
    expect(await live(app)).toEqual({ a: undefined, old: 'in time', z: undefined });
  });

  test('that edited and renamed a model undoes both in one change', async () => {
    const app = await start();
    const before = await live(app);
    const ids = [await rename(app, 'old', 'new'), await edit(app, 'old')];
    const batch = await app.approve(...ids);
    await app.apply(...ids);
    const { queued } = await revert(app, batch);
    expect(queued).toHaveLength(1);
    await go(app, queued[0].change_id);
    expect(await live(app)).toEqual(before);
    expect(await record(app, 'old')).not.toHaveProperty('renamed_from');
  });

  test('from before a rename names the new name, and brings the old model not back', async () => {
    const app = await start();
    const editing = await edit(app, 'old');
    const batch = await app.approve(editing);
    await app.apply(editing);
    await renameNow(app, 'old', 'new');
    const skipped = [
      {
        category: app.category,
        model_name: 'old',
        reason: "The model was renamed to 'new' after the batch: change it under that name.",
      },
    ];
    expect(await revert(app, batch)).toMatchObject({ queued: [], skipped });
    await app.seed(app.category, { name: 'old', description: 'another' });
    expect(await revert(app, batch)).toMatchObject({ queued: [], skipped });
  });

  test('does not rename another model that has the new name by then', async () => {
    const app = await start();
    const renaming = await rename(app, 'old', 'new');
    const batch = await app.approve(renaming);
    await app.apply(renaming);
    await renameNow(app, 'new', 'newest');
    await app.seed(app.category, { name: 'new', description: 'another' });
    const { queued, skipped } = await revert(app, batch);
    expect([queued, skipped[0].reason]).toEqual([
      [],
      "The model was renamed to 'newest' after the batch: change it under that name.",
    ]);
  });
});
