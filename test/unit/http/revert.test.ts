import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const revert = (batch: number, query = '') =>
  app.send('POST', `${queue}/audit/batches/${batch}/revert${query}`, { key: keys.approver });
const idsOf = (changes: { change_id: number }[]) => changes.map(({ change_id }) => change_id);
const namesOf = (changes: { model_name: string }[]) => changes.map(({ model_name }) => model_name);
const applyBatch = async (...ids: number[]) => {
  const batch = await app.approve(...ids);
  await app.apply(...ids);
  return batch;
};

/** The models of a category that no other test writes to, with their descriptions. */
async function world(category: string) {
  await app.seed(category, { name: 'live', description: 'old' }, { name: 'doomed', description: 'dear' });
  const write = (method: 'POST' | 'PUT' | 'DELETE', name: string, description?: string) =>
    app.propose(
      method,
      method === 'POST' ? `/${category}` : `/${category}/model/${name}`,
      method === 'DELETE' ? undefined : { name, ...(description && { description }) },
    );
  return {
    write,
    models: async () => {
      const body: Record<string, { description?: string }> = (await app.get(`${v2}/${category}`)).json();
      return Object.fromEntries(Object.entries(body).map(([name, { description }]) => [name, description]));
    },
    /** Updates `live` twice, deletes `doomed`, and creates `new`. */
    busyBatch: async () =>
      applyBatch(
        await write('PUT', 'live', 'newer'),
        await write('DELETE', 'doomed'),
        await write('POST', 'new'),
        await write('PUT', 'live', 'newest'),
      ),
  };
}

describe('reverting a batch', () => {
  it('queues, as ordinary changes, what brings back the records from before it, and can be reverted', async () => {
    const { models, busyBatch } = await world('clip');
    const before = await models();
    const batch = await busyBatch();
    const after = await models();
    const head = await app.store.read((reader) => auditStore(reader).head());
    const dry = await revert(batch, '?dry_run=true');
    expect([dry.statusCode, dry.json().dry_run]).toEqual([200, true]);
    const operations = dry
      .json()
      .changes.map(({ diff }: { diff: { net_operation: string } }) => diff.net_operation);
    expect(operations).toEqual(['modified', 'added', 'deleted']);
    expect(await app.store.read((reader) => auditStore(reader).head())).toEqual(head);

    const answer = await revert(batch);
    expect(answer.statusCode).toBe(202);
    const { queued, ...notes } = answer.json();
    expect(notes).toEqual({ batch_id: batch, skipped: [], changed_since: [] });
    expect(
      queued.map((change: Record<string, unknown>) => [change.operation, change.model_name, change.status]),
    ).toEqual([
      ['update', 'live', 'pending'],
      ['create', 'doomed', 'pending'],
      ['delete', 'new', 'pending'],
    ]);
    expect(queued[0]).toMatchObject({
      requested_by: users.approver.id,
      notes: `Reverts batch ${batch}`,
      request_metadata: { route: 'revert_batch', reverts_batch_id: batch },
      payload: { description: 'old' },
    });
    expect(await models()).toEqual(after);
    const undone = await applyBatch(...idsOf(queued));
    expect(await models()).toEqual(before);
    const netChanges = `${queue}/audit/batches/${batch}/net_changes`;
    const { model_changes } = (await app.get(netChanges, { key: keys.approver })).json();
    expect(model_changes).toHaveLength(3);

    await applyBatch(...idsOf((await revert(undone)).json().queued));
    expect(await models()).toEqual(after);
  });

  it('reports models that were written since, and leaves out those that are as they were', async () => {
    const { write, busyBatch } = await world('blip');
    const batch = await busyBatch();
    await applyBatch(
      await write('PUT', 'live', 'even newer'),
      await write('POST', 'doomed', 'dear'),
      await write('DELETE', 'new'),
    );
    const { queued, skipped, changed_since } = (await revert(batch)).json();
    expect(namesOf(queued)).toEqual(['live']);
    expect(changed_since).toEqual([
      {
        category: 'blip',
        model_name: 'live',
        reason: expect.stringMatching(/^The model was written again since by change \d+/),
      },
    ]);
    expect(skipped).toEqual([
      { category: 'blip', model_name: 'doomed', reason: 'The model is as it was before the batch.' },
      { category: 'blip', model_name: 'new', reason: 'The model that the batch created is already deleted.' },
    ]);
  });

  it('with a rename brings back the model that had the new name before', async () => {
    const { write, models } = await world('esrgan');
    const rename = { key: keys.requestor, body: { from: 'live', to: 'taken' } };
    const renamed = (await app.send('POST', `${v2}/esrgan/rename`, rename)).json().change_id;
    await app.seed('esrgan', { name: 'taken', description: 'first' });
    const before = await models();
    const batch = await applyBatch(await write('DELETE', 'taken'), renamed);
    const { queued, ...notes } = (await revert(batch)).json();
    expect(notes).toMatchObject({ skipped: [], changed_since: [] });
    await applyBatch(...idsOf(queued));
    expect(await models()).toEqual(before);
  });

  it('that is undone already queues nothing', async () => {
    const { write } = await world('gfpgan');
    const batch = await applyBatch(await write('POST', 'new'));
    await applyBatch(await write('DELETE', 'new'));
    const answer = await revert(batch);
    expect([answer.statusCode, answer.json().queued, answer.json().skipped.length]).toEqual([200, [], 1]);
  });

  it('needs a batch that has written something', async () => {
    const missing = await revert(999);
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Batch not found' }]);
    const open = await app.approve(await app.propose('POST', '/codeformer', { name: 'waiting' }));
    const nothing = await revert(open);
    expect([nothing.statusCode, nothing.json().detail]).toEqual([
      400,
      `Batch ${open} cannot be reverted: it changed no model.`,
    ]);
  });
});

it('a revert on a legacy deployment brings back legacy records, with what only they know', async () => {
  await using legacy = await startTestApp({ settings: { canonicalFormat: 'legacy' } });
  const v1 = '/api/model_references/v1';
  const body = (description: string) => ({
    name: 'x',
    description,
    mystery: 'kept',
    config: { files: [{ path: 'f.yaml', md5sum: 'a' }], download: [] },
  });
  const propose = async (method: string, path: string, sent?: object) =>
    (await legacy.send(method, v1 + path, { key: keys.requestor, body: sent })).json().change_id as number;
  const write = async (id: number) => {
    const batch = await legacy.approve(id);
    await legacy.apply(id);
    return batch;
  };
  const entry = async () => (await legacy.get(`${v1}/clip`)).json().x;
  await write(await propose('POST', '/clip', body('old')));
  const before = await entry();
  for (const change of [
    () => propose('PUT', '/clip', body('new')),
    () => propose('DELETE', '/clip/model/x'),
  ]) {
    const batch = await write(await change());
    expect(await entry()).not.toEqual(before);
    const path = `/api/model_references/v2/pending_queue/audit/batches/${batch}/revert`;
    const { queued } = (await legacy.send('POST', path, { key: keys.approver })).json();
    await write(queued[0].change_id);
    expect(await entry()).toEqual(before);
  }
});
