import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { approver, openQueue, proposal, type Queue, requestor } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

/** A deployment that wrote the legacy format, and writes v2 now, where models can be renamed. */
let legacy: Queue;
let queue: Queue;

beforeEach(async () => {
  const store = await temporaryStore(onTestFinished);
  legacy = await openQueue(store, { canonicalFormat: 'legacy' });
  queue = await openQueue(store);
  await queue.write('create', 'clip', 'old', { description: 'first' });
});

const rename = async () => {
  const change = await queue.proposals.propose({ ...proposal('update', 'clip', 'old'), renamesTo: 'new' });
  return change.change_id;
};
const views = async (name: string) => {
  const row = await queue.live('clip', name);
  return row && [JSON.parse(row.v2), JSON.parse(row.legacy ?? '{}')];
};

describe('a legacy change that waited while its model was renamed', () => {
  test('is refused with the new name, and revised to it', async () => {
    const { change_id } = await legacy.propose('update', 'clip', 'old', { description: 'edited' });
    const renaming = await rename();
    await queue.approve(renaming);
    await queue.apply.applySingle(renaming, null, approver);
    await queue.approve(change_id);
    await expect(queue.apply.applySingle(change_id, null, approver)).rejects.toThrow(
      "model 'old' of clip was renamed to 'new' since the change was proposed",
    );
    expect(await views('old')).toBeNull();

    const { record } = proposal('update', 'clip', 'new', { description: 'edited' }, 'legacy');
    const how = { changeId: change_id, record: record ?? {}, caller: requestor };
    await expect(queue.proposals.revise({ ...how, record: { ...how.record, name: 'old' } })).rejects.toThrow(
      'must have that name',
    );
    expect(await queue.proposals.revise(how)).toMatchObject({ model_name: 'new', version: 2 });
    await queue.approve(change_id);
    await queue.apply.applySingle(change_id, null, approver);
    expect(await views('new')).toMatchObject([
      { name: 'new', description: 'edited', renamed_from: ['old'] },
      { name: 'new', description: 'edited' },
    ]);
    expect((await verifyStore(queue.store)).problems).toEqual([]);
  });

  test('is kept where both are applied in one call', async () => {
    const renaming = await rename();
    const { change_id } = await legacy.propose('update', 'clip', 'old', { description: 'edited' });
    await queue.approve(renaming, change_id);
    const { applied } = await queue.apply.applyMany({ changeIds: [renaming, change_id] }, approver);
    expect(applied.map((change) => change.change_id)).toEqual([renaming, change_id]);
    expect(await views('new')).toMatchObject([
      { name: 'new', description: 'edited', renamed_from: ['old'] },
      { name: 'new', description: 'edited' },
    ]);
  });
});
