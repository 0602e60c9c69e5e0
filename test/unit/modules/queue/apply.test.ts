import { describe, expect, onTestFinished, test } from 'vitest';
import { metadataStore, modelStore } from '../../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { contentHash } from '../../../../src/records/hash.ts';
import { approver, everything, idsOf, openQueue, proposal } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const newQueue = async (settings?: Parameters<typeof openQueue>[1]) =>
  openQueue(await temporaryStore(onTestFinished), settings);

describe('applying a change', () => {
  test('makes it live in both views, stamped by the server, and says so everywhere', async () => {
    const queue = await newQueue();
    const body = { baseline: 'stable_diffusion_xl', nsfw: false, metadata: { created_by: 'forged' } };
    await queue.propose('create', 'image_generation', 'x', body);
    await queue.approve(1);
    queue.time.seconds += 60;
    const { record, split } = await queue.apply.applySingle(1, ' job ', approver);

    const now = queue.time.seconds;
    expect(split).toBeNull();
    expect(record).toMatchObject({
      change_id: 1,
      status: 'applied',
      batch_id: 1,
      applied_at: now,
      applied_by: '22',
      applied_username: 'anna#22',
      applied_job_id: 'job',
      updated_at: now,
    });
    const live = await queue.live('image_generation', 'x');
    const v2 = JSON.parse(live?.v2 ?? 'null');
    expect(v2.metadata).toEqual({
      schema_version: '2.0.0',
      created_at: now,
      updated_at: now,
      created_by: 'rita#11',
      updated_by: 'rita#11',
    });
    expect(live).toMatchObject({
      v2_hash: contentHash(live?.v2 ?? ''),
      legacy_hash: contentHash(live?.legacy ?? ''),
    });
    expect(queue.catalog.snapshot('v2', 'image_generation').get('x')?.record).toEqual(v2);
    expect(queue.catalog.snapshot('legacy', 'image_generation').get('x')?.record).toMatchObject({
      name: 'x',
      baseline: 'stable_diffusion_xl',
    });
    expect(await queue.stored(1)).toMatchObject({
      before_state: null,
      after_state: v2,
      applied_event_id: 3,
    });
    const metadata = await queue.store.read((reader) => metadataStore(reader).get('image_generation'));
    expect(metadata).toMatchObject({
      last_updated: now,
      last_operation_type: 'create',
      last_operation_model: 'x',
      total_creates: 1,
      total_updates: 0,
      total_deletes: 0,
    });
  });

  test('to an existing model replaces it, but for its creation and what only legacy knows', async () => {
    const queue = await newQueue({ canonicalFormat: 'legacy' });
    const body = { baseline: 'stable diffusion 1', nsfw: false, mystery: 'kept' };
    await queue.write('create', 'image_generation', 'x', body);
    const before = (await queue.events()).length;
    queue.time.seconds += 60;
    const update = { baseline: 'stable_diffusion_1', nsfw: true };
    await queue.proposals.propose(proposal('update', 'image_generation', 'x', update, 'v2'));
    await queue.approve(2);
    await queue.apply.applySingle(2, null, approver);

    const live = await queue.live('image_generation', 'x');
    expect(JSON.parse(live?.v2 ?? 'null')).toMatchObject({
      nsfw: true,
      metadata: {
        created_at: queue.time.seconds - 60,
        updated_at: queue.time.seconds,
        created_by: 'rita#11',
      },
    });
    expect(JSON.parse(live?.legacy ?? 'null')).toMatchObject({ nsfw: true, mystery: 'kept' });
    const event = (await queue.events())[before + 2];
    expect(event).toMatchObject({ domain: 'legacy', operation: 'update' });
    expect(event?.payload).toMatchObject({
      delta: { nsfw: { old: false, new: true } },
      after: { mystery: 'kept' },
      counterpart: { record_type: 'image_generation' },
    });
  });

  test('of a category without a legacy form speaks v2 on a legacy deployment', async () => {
    const queue = await newQueue({ canonicalFormat: 'legacy' });
    await queue.proposals.propose(proposal('create', 'lora', 'x', {}, 'v2'));
    await queue.approve(1);
    await queue.apply.applySingle(1, null, approver);
    expect((await queue.events()).map((event) => event.domain)).toEqual(['legacy', 'legacy', 'v2', 'legacy']);
    expect(await queue.live('lora', 'x')).toMatchObject({ legacy: null, legacy_hash: null });
    expect(await queue.stored(1)).toMatchObject({ after_state: { record_type: 'lora' } });
  });

  test('upserts: a create over a live model, an update of a missing one', async () => {
    const queue = await newQueue();
    await queue.propose('create', 'clip', 'a', { description: 'first' });
    await queue.propose('create', 'clip', 'a', { description: 'second' });
    await queue.approve(1, 2);
    await queue.apply.applyBatch(1, null, approver);
    expect(JSON.parse((await queue.live('clip', 'a'))?.v2 ?? 'null').description).toBe('second');

    await queue.propose('update', 'clip', 'a', { description: 'third' });
    await queue.write('delete', 'clip', 'a');
    await queue.approve(3);
    await queue.apply.applySingle(3, null, approver);
    expect(JSON.parse((await queue.live('clip', 'a'))?.v2 ?? 'null').description).toBe('third');
    const models = (await queue.events()).filter((event) => event.category === 'clip');
    expect(models.map((event) => event.operation)).toEqual(['create', 'update', 'delete', 'create']);
    const metadata = await queue.store.read((reader) => metadataStore(reader).get('clip'));
    expect(metadata).toMatchObject({ total_creates: 2, total_updates: 1, total_deletes: 1 });
  });

  test('that deletes removes both views', async () => {
    const queue = await newQueue();
    await queue.write('create', 'clip', 'a', { description: 'd' });
    const live = await queue.live('clip', 'a');
    await queue.write('delete', 'clip', 'a');
    expect(await queue.live('clip', 'a')).toBeNull();
    expect(queue.catalog.snapshot('v2', 'clip').body.identity.toString()).toBe('{}');
    expect(queue.catalog.snapshot('legacy', 'clip').body.identity.toString()).toBe('{}');
    const before = JSON.parse(live?.v2 ?? 'null');
    expect(await queue.stored(2)).toMatchObject({ before_state: before, after_state: null });
    const event = (await queue.events()).at(-2);
    expect(event).toMatchObject({ operation: 'delete' });
    expect(event?.payload).toEqual({
      before,
      counterpart_before: JSON.parse(live?.legacy ?? 'null'),
      position: 0,
      stood_behind: null,
      change_id: 2,
      batch_id: 2,
    });
  });

  test('that deletes what is gone succeeds and changes nothing', async () => {
    const queue = await newQueue();
    await queue.write('create', 'clip', 'a');
    await queue.propose('delete', 'clip', 'a');
    await queue.write('delete', 'clip', 'a');
    await queue.approve(2);
    const versions = await queue.store.read((tx) => modelStore(tx).versions());
    const { record } = await queue.apply.applySingle(2, null, approver);
    expect(record).toMatchObject({ status: 'applied' });
    expect(await queue.store.read((tx) => modelStore(tx).versions())).toEqual(versions);
    expect(await queue.stored(2)).toMatchObject({
      before_state: null,
      after_state: null,
      applied_event_id: null,
    });
    expect((await queue.events()).at(-1)).toMatchObject({
      action: 'apply',
      payload: { after: { model_event_id: null } },
    });
  });

  test.each([
    ['a missing change', 9, 'not_found', 'Change 9 not found.'],
    ['a pending change', 2, 'bad_request', 'Change 2 is not approved (status=pending).'],
    ['a rejected change', 3, 'bad_request', 'Change 3 is not approved (status=rejected).'],
    ['an applied change', 4, 'bad_request', 'Change 4 is not approved (status=applied).'],
    ['a change without its payload', 1, 'bad_request', 'Change 1 (create) is missing payload data.'],
  ] as const)('is refused for %s', async (_, id, code, message) => {
    const queue = await newQueue();
    for (const name of ['broken', 'pending', 'rejected', 'applied'])
      await queue.propose('create', 'clip', name);
    await queue.review.processBatch({ batch_title: 't', rejected_ids: [3], reject_reason: 'r' }, approver);
    await queue.approve(4);
    await queue.apply.applySingle(4, 'before', approver);
    await queue.approve(1);
    await queue.losePayload(1);
    const before = await everything(queue);
    await expect(queue.apply.applySingle(id, 'job', approver)).rejects.toMatchObject({ code, message });
    expect(await everything(queue)).toEqual(before);
  });

  test('whose payload has no other view fails as the backend, and stays approved', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a');
    await queue.store.write(async (writer) => {
      const change = await changeStore(writer).get(1);
      const config = { files: [], download: [{ file_name: 'a', file_url: 'u' }] };
      if (!change) throw new Error('no change');
      await changeStore(writer).revise({
        ...change,
        payload: { name: 'a', config },
        payload_format: 'legacy',
      });
    });
    await expect(queue.apply.applySingle(1, null, approver)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(
        /^Change 1 cannot be applied: config\.download\.0\.file_name: Unknown download entry/,
      ),
    });
    expect(await queue.overview()).toEqual({ 1: 'approved in 1' });
    expect(await queue.live('clip', 'a')).toBeNull();
  });
});

describe('batches', () => {
  test('applied in part are split once, at the end; later approvals join the new batch', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a', 'b', 'c', 'd');
    queue.time.seconds += 9;
    const result = await queue.apply.applyMany({ changeIds: [3, 1, 3] }, approver);
    expect(idsOf(result.applied)).toEqual([3, 1]);
    expect(result.split).toEqual({ original_batch_id: 1, new_batch_id: 2, reassigned_change_ids: [2, 4] });
    await queue.approvedClips('e');
    expect(await queue.overview()).toEqual({
      1: 'applied in 1',
      2: 'approved in 2',
      3: 'applied in 1',
      4: 'approved in 2',
      5: 'approved in 2',
    });
    expect(await queue.stored(2)).toMatchObject({ batch_title: 'Batch', updated_at: queue.time.seconds });
    expect((await queue.events()).filter((event) => event.action === 'batch_split')).toHaveLength(1);
    await queue.apply.applyBatch(2, null, approver);
    expect(await queue.approvedClips('f')).toEqual([6]);
    expect(await queue.overview()).toMatchObject({ 2: 'applied in 2', 6: 'approved in 3' });
  });

  test('whose first change fails stay as they are', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a', 'b');
    await queue.losePayload(1);
    const before = await everything(queue);
    const result = await queue.apply.applyBatch(1, 'job', approver);
    expect(result).toMatchObject({ applied: [], failure: { changeId: 1 }, split: null });
    expect(await everything(queue)).toEqual(before);
  });

  test('are told apart: one call takes changes of one batch', async () => {
    const queue = await newQueue();
    await queue.approvedClips('a', 'b');
    await queue.propose('create', 'clip', 'c');
    await queue.apply.applySingle(2, 'first', approver);
    const { applyMany } = queue.apply;
    await expect(applyMany({ changeIds: [2, 1] }, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'All changes must belong to the same batch. Found batch IDs: [1, 2]',
    });
    await expect(applyMany({ changeIds: [1, 3] }, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Cannot apply changes that have not been approved in a batch',
    });
    await expect(applyMany({ changeIds: [1, 9] }, approver)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Change 9 not found',
    });
    await expect(applyMany({ changeIds: [] }, approver)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'Provide at least one change id.',
    });
    expect(await queue.overview()).toEqual({ 1: 'approved in 2', 2: 'applied in 1', 3: 'pending in null' });

    const mixed = await applyMany({ changeIds: [1, 9, 3], allowMixedBatch: true }, approver);
    expect(idsOf(mixed.applied)).toEqual([1]);
    expect(mixed.failure).toMatchObject({
      changeId: 9,
      type: 'PendingChangeNotFoundError',
      error: { code: 'not_found', message: 'Change 9 not found.' },
    });
    expect(await applyMany({ changeIds: [3], allowMixedBatch: true }, approver)).toMatchObject({
      applied: [],
      failure: { changeId: 3, type: 'PendingChangeStateError' },
    });
  });

  test('that are gone, applied or only rejected are told apart', async () => {
    const queue = await newQueue();
    for (const name of ['a', 'b']) await queue.propose('create', 'clip', name);
    const deciding = { batch_title: 't', approved_ids: [1], rejected_ids: [2], reject_reason: 'r' };
    await queue.review.processBatch(deciding, approver);
    await queue.apply.applyBatch(1, 'job', approver);
    for (const job of ['other', null])
      expect(await queue.apply.applyBatch(1, job, approver)).toEqual({
        applied: [],
        failure: null,
        split: null,
      });
    await expect(queue.apply.applyBatch(7, null, approver)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No changes found for batch 7',
    });
    await queue.review.purge({ statuses: ['applied'] }, approver);
    await expect(queue.apply.applyBatch(1, 'job', approver)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No approved changes found in batch 1',
    });
  });
});

describe('with apply_conflicts=reject', () => {
  test('a change whose model was written since fails and stays approved', async () => {
    const queue = await newQueue({ applyConflicts: 'reject' });
    await queue.write('create', 'clip', 'a');
    await queue.propose('update', 'clip', 'a', { description: 'mine' });
    await queue.propose('create', 'clip', 'b');
    await queue.propose('update', 'clip', 'a', { description: 'theirs' });
    await queue.propose('delete', 'clip', 'a');
    await queue.approve(2, 3, 4, 5);
    const result = await queue.apply.applyBatch(2, null, approver);
    expect(idsOf(result.applied)).toEqual([2, 3]);
    expect(result.failure).toMatchObject({
      changeId: 4,
      type: 'PendingChangeConflictError',
      error: {
        code: 'conflict',
        message:
          "Change 4 is stale: model 'a' of clip was written since the change was proposed (apply_conflicts=reject).",
      },
    });
    await expect(queue.apply.applySingle(5, null, approver)).rejects.toMatchObject({ code: 'conflict' });
    expect(await queue.overview()).toMatchObject({ 4: 'approved in 3', 5: 'approved in 3' });
  });

  test('a create over a live model, and an update of a deleted one, fail; a delete of a deleted one does not', async () => {
    const queue = await newQueue({ applyConflicts: 'reject' });
    await queue.propose('create', 'clip', 'a');
    await queue.write('create', 'clip', 'a');
    await queue.propose('update', 'clip', 'a', { description: 'd' });
    await queue.propose('delete', 'clip', 'a');
    await queue.approve(1);
    await expect(queue.apply.applySingle(1, null, approver)).rejects.toMatchObject({ code: 'conflict' });
    await queue.review.purge({ statuses: ['approved'] }, approver);
    await queue.write('delete', 'clip', 'a');
    await queue.approve(3, 4);
    await expect(queue.apply.applySingle(3, null, approver)).rejects.toMatchObject({ code: 'conflict' });
    await expect(queue.apply.applySingle(4, null, approver)).resolves.toMatchObject({
      record: { status: 'applied' },
    });
  });

  test('a legacy change is compared with the legacy view', async () => {
    const queue = await newQueue({ canonicalFormat: 'legacy', applyConflicts: 'reject' });
    await queue.write('create', 'clip', 'a');
    await queue.propose('update', 'clip', 'a', { description: 'mine' });
    await queue.propose('update', 'clip', 'a', { description: 'theirs' });
    await queue.approve(2, 3);
    const result = await queue.apply.applyBatch(2, null, approver);
    expect(idsOf(result.applied)).toEqual([2]);
    expect(result.failure).toMatchObject({ changeId: 3, type: 'PendingChangeConflictError' });
  });
});
