import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys, users } from '../../support/identity-server.ts';
import { preparedDatabase } from '../../support/prepared-database.ts';

const v2 = '/api/model_references/v2';
const queue = `${v2}/pending_queue`;

const contents = preparedDatabase((app) =>
  app.seed('clip', { name: 'live', description: 'old' }, { name: 'doomed', description: 'dear' }),
);

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ contents: contents() });
});
afterEach(() => app[Symbol.asyncDispose]());

const revert = (batch: number, query = '') =>
  app.send('POST', `${queue}/audit/batches/${batch}/revert${query}`, { key: keys.approver });
const models = async () => {
  const body = (await app.get(`${v2}/clip`)).json();
  return Object.fromEntries(
    Object.entries(body as Record<string, { description?: string }>).map(([name, { description }]) => [
      name,
      description,
    ]),
  );
};
const applyBatch = async (...ids: number[]) => {
  const batch = await app.approve(...ids);
  await app.apply(...ids);
  return batch;
};

/** Updates `live` twice, deletes `doomed`, creates `new`, and creates and deletes `passing`. */
async function busyBatch(): Promise<number> {
  const ids = [
    await app.propose('PUT', '/clip/model/live', { name: 'live', description: 'newer' }),
    await app.propose('DELETE', '/clip/model/doomed'),
    await app.propose('POST', '/clip', { name: 'new' }),
    await app.propose('PUT', '/clip/model/live', { name: 'live', description: 'newest' }),
  ];
  return applyBatch(...ids);
}

describe('reverting a batch', () => {
  it('queues, as ordinary changes, what brings back the records from before it', async () => {
    const before = await models();
    const batch = await busyBatch();
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
    expect(await models()).not.toEqual(before);
    await applyBatch(...queued.map((change: { change_id: number }) => change.change_id));
    expect(await models()).toEqual(before);
    const { model_changes } = (
      await app.get(`${queue}/audit/batches/${batch}/net_changes`, { key: keys.approver })
    ).json();
    expect(model_changes).toHaveLength(3);
  });

  it('reports models that were written since, and leaves out those that are as they were', async () => {
    const batch = await busyBatch();
    await applyBatch(
      await app.propose('PUT', '/clip/model/live', { name: 'live', description: 'even newer' }),
      await app.propose('POST', '/clip', { name: 'doomed', description: 'dear' }),
      await app.propose('DELETE', '/clip/model/new'),
    );
    const { queued, skipped, changed_since } = (await revert(batch)).json();
    expect(queued.map(({ model_name }: { model_name: string }) => model_name)).toEqual(['live']);
    expect(changed_since).toEqual([
      {
        category: 'clip',
        model_name: 'live',
        reason: expect.stringMatching(/^The model was written again since by change \d+/),
      },
    ]);
    expect(skipped).toEqual([
      { category: 'clip', model_name: 'doomed', reason: 'The model is as it was before the batch.' },
      { category: 'clip', model_name: 'new', reason: 'The model that the batch created is already deleted.' },
    ]);
  });

  describe('with a rename beside other writes of the two names', () => {
    const rename = async (from: string, to: string): Promise<number> => {
      const answer = await app.send('POST', `${v2}/clip/rename`, { key: keys.requestor, body: { from, to } });
      return answer.json().change_id;
    };
    const isUndone = async (...ids: number[]) => {
      const before = await models();
      const { queued, ...notes } = (await revert(await applyBatch(...ids))).json();
      expect(notes).toMatchObject({ skipped: [], changed_since: [] });
      await applyBatch(...queued.map(({ change_id }: { change_id: number }) => change_id));
      expect(await models()).toEqual(before);
    };

    it('brings back the model that had the new name before', async () => {
      const renamed = await rename('live', 'taken');
      await app.seed('clip', { name: 'taken', description: 'first' });
      await isUndone(await app.propose('DELETE', '/clip/model/taken'), renamed);
    });
  });

  it('that is undone already queues nothing', async () => {
    const batch = await applyBatch(await app.propose('POST', '/clip', { name: 'new' }));
    await applyBatch(await app.propose('DELETE', '/clip/model/new'));
    const answer = await revert(batch);
    expect([answer.statusCode, answer.json().queued, answer.json().skipped.length]).toEqual([200, [], 1]);
  });

  it('shows in a dry run what it would queue', async () => {
    const batch = await busyBatch();
    const before = await app.store.read((reader) => auditStore(reader).head());
    const answer = await revert(batch, '?dry_run=true');
    expect(answer.statusCode).toBe(200);
    const { changes, dry_run } = answer.json();
    expect([
      dry_run,
      changes.map(({ diff }: { diff: { net_operation: string } }) => diff.net_operation),
    ]).toEqual([true, ['modified', 'added', 'deleted']]);
    expect(await app.store.read((reader) => auditStore(reader).head())).toEqual(before);
  });

  it('can itself be reverted', async () => {
    const batch = await busyBatch();
    const after = await models();
    const { queued } = (await revert(batch)).json();
    const undone = await applyBatch(...queued.map((change: { change_id: number }) => change.change_id));
    const again = (await revert(undone)).json();
    await applyBatch(...again.queued.map((change: { change_id: number }) => change.change_id));
    expect(await models()).toEqual(after);
  });

  it('needs a batch that has written something', async () => {
    const missing = await revert(99);
    expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'Batch not found' }]);
    const open = await app.approve(await app.propose('POST', '/clip', { name: 'waiting' }));
    const nothing = await revert(open);
    expect([nothing.statusCode, nothing.json().detail]).toEqual([
      400,
      `Batch ${open} cannot be reverted: it changed no model.`,
    ]);
  });
});

describe('on a legacy deployment', () => {
  it('brings back legacy records, with what only they know', async () => {
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
});
