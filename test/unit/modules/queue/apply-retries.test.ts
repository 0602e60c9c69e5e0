import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { metadataStore } from '../../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { approver, everything, idsOf, openQueue, type Queue } from '../../../support/queue.ts';

forEachDatabase((_, makeStore) => {
  const newQueue = async () => openQueue(await makeStore());

  test('a change that failed leaves nothing behind', async () => {
    const store = await makeStore();
    // The second model cannot be written, after its row was.
    const refusing: KyselyPlugin = {
      transformQuery: ({ node }) => {
        const text = JSON.stringify(node);
        if (text.includes('"category_metadata"') && text.includes('"b"')) throw new Error('refused');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const failing: typeof store = {
      ...store,
      write: (work) => store.write((tx) => work({ ...tx, db: tx.db.withPlugin(refusing) })),
    };
    const queue = await openQueue(failing);
    await queue.approvedClips('a', 'b', 'c');
    const result = await queue.apply.applyBatch(1, null, approver);
    expect(idsOf(result.applied)).toEqual([1]);
    expect(result.failure).toMatchObject({
      changeId: 2,
      type: 'PendingChangeBackendError',
      error: {
        code: 'storage_unavailable',
        message: 'Change 2 cannot be applied.',
        cause: new Error('refused'),
      },
    });
    expect(await queue.live('clip', 'b')).toBeNull();
    const metadata = await store.read((reader) => metadataStore(reader).get('clip'));
    expect(metadata).toMatchObject({ total_creates: 1, last_operation_model: 'a' });
    expect((await queue.events()).filter((event) => event.category === 'clip')).toHaveLength(1);
  });

  describe('a job id', () => {
    test('given again answers the same and writes nothing', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b', 'c', 'd', 'e');
      const single = await queue.apply.applySingle(1, 'one', approver);
      const several = await queue.apply.applyMany({ changeIds: [3, 2], jobId: 'two' }, approver);
      const batch = await queue.apply.applyBatch(3, 'three', approver);
      expect([single.split, several.split, batch.split]).toMatchObject(
        [{ original_batch_id: 1, new_batch_id: 2 }, { original_batch_id: 2, new_batch_id: 3 }, null].map(
          (split) => split ?? null,
        ),
      );
      const before = await everything(queue);
      queue.time.seconds += 100;
      expect(await queue.apply.applySingle(1, 'one', approver)).toEqual(single);
      expect(await queue.apply.applyMany({ changeIds: [3, 2], jobId: ' two ' }, approver)).toEqual(several);
      expect(await queue.apply.applyBatch(3, 'three', approver)).toEqual(batch);
      expect(await everything(queue)).toEqual(before);
    });

    test('may serve several calls; each is answered again with its own split', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b', 'c');
      const first = await queue.apply.applySingle(1, 'job', approver);
      const second = await queue.apply.applySingle(2, 'job', approver);
      expect(first.split).toMatchObject({ original_batch_id: 1, new_batch_id: 2 });
      expect(second.split).toMatchObject({ original_batch_id: 2, new_batch_id: 3 });
      expect(await queue.apply.applySingle(1, 'job', approver)).toEqual(first);
      expect(await queue.apply.applySingle(2, 'job', approver)).toEqual(second);
    });

    test('given again for a part of a call, or for its batch alone, answers for that', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b', 'c', 'd');
      const first = await queue.apply.applyMany({ changeIds: [1, 2], jobId: 'job' }, approver);
      const batch = await queue.apply.applyBatch(2, 'job', approver);
      const part = await queue.apply.applyMany({ changeIds: [2], jobId: 'job' }, approver);
      expect(part).toEqual({ ...first, applied: first.applied.slice(1) });
      expect(idsOf(batch.applied)).toEqual([3, 4]);
      expect(await queue.apply.applyBatch(2, 'job', approver)).toEqual(batch);
      const unknown = { changeIds: [9], jobId: 'job', allowMixedBatch: true };
      expect(await queue.apply.applyMany(unknown, approver)).toMatchObject({
        applied: [],
        failure: { changeId: 9, type: 'PendingChangeNotFoundError' },
        split: null,
      });
    });

    test('that made a call fail on the way goes on where it stopped', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b', 'c');
      const { payload } = (await queue.stored(2)) ?? {};
      await queue.losePayload(2);
      const request = { changeIds: [1, 2, 3], jobId: 'job' };
      const failed = await queue.apply.applyMany(request, approver);
      expect(failed).toMatchObject({
        failure: { changeId: 2, type: 'PendingChangePayloadError' },
        split: { reassigned_change_ids: [2, 3] },
      });
      const again = await queue.apply.applyMany(request, approver);
      expect({ ...again, failure: again.failure?.changeId }).toEqual({ ...failed, failure: 2 });

      await queue.store.write(async (writer) => {
        const change = await changeStore(writer).get(2);
        if (change && payload) await changeStore(writer).revise({ ...change, payload });
      });
      const finished = await queue.apply.applyMany(request, approver);
      expect(finished).toMatchObject({ failure: null, split: null });
      expect(idsOf(finished.applied)).toEqual([1, 2, 3]);
      expect(await queue.apply.applyMany(request, approver)).toEqual(finished);
      expect(await queue.overview()).toEqual({ 1: 'applied in 1', 2: 'applied in 2', 3: 'applied in 2' });
    });

    test.each([
      ['a batch', (queue: Queue) => queue.apply.applyBatch(1, 'job', approver)],
      [
        'a part of a batch',
        (queue: Queue) => queue.apply.applyMany({ changeIds: [1, 2, 4], jobId: 'job' }, approver),
      ],
    ])(
      'that made the apply of %s stop goes on for its batch with what it was to apply',
      async (_what, call) => {
        const queue = await newQueue();
        await queue.approvedClips('a', 'b', 'c', 'd', 'e');
        const { payload } = (await queue.stored(2)) ?? {};
        await queue.losePayload(2);
        const stopped = await call(queue);
        const asked = [1, ...(stopped.split?.unapplied_change_ids ?? [])];
        expect(stopped).toMatchObject({
          failure: { changeId: 2 },
          split: { reassigned_change_ids: [2, 3, 4, 5] },
        });
        const before = await everything(queue);
        const again = await queue.apply.applyBatch(1, 'job', approver);
        expect({ ...again, failure: again.failure?.changeId }).toEqual({ ...stopped, failure: 2 });
        expect(await everything(queue)).toEqual(before);

        await queue.store.write(async (writer) => {
          const change = await changeStore(writer).get(2);
          if (change && payload) await changeStore(writer).revise({ ...change, payload });
        });
        const finished = await queue.apply.applyBatch(1, 'job', approver);
        expect([idsOf(finished.applied), finished.failure]).toEqual([asked, null]);
        expect(await queue.apply.applyBatch(1, 'job', approver)).toEqual(finished);
        expect((await verifyStore(queue.store)).problems).toEqual([]);
      },
    );

    test('that made the apply of a batch stop says so also when the rest is decided otherwise', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b');
      await queue.losePayload(2);
      await queue.apply.applyBatch(1, 'job', approver);
      await queue.takeBack.unapprove(2, approver);
      expect(await queue.apply.applyBatch(1, 'job', approver)).toMatchObject({
        applied: [{ change_id: 1 }],
        failure: { changeId: 2, type: 'PendingChangeStateError', error: { code: 'bad_request' } },
      });
    });

    test('that applied a part of a batch as asked has nothing left to apply in it', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b');
      const part = await queue.apply.applyMany({ changeIds: [1], jobId: 'job' }, approver);
      expect(part.failure).toBeNull();
      expect(await queue.apply.applyBatch(1, 'job', approver)).toEqual(part);
    });

    test('of another job is refused for an applied change', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b');
      await queue.apply.applyBatch(1, 'mine', approver);
      await expect(queue.apply.applySingle(1, 'yours', approver)).rejects.toMatchObject({
        code: 'bad_request',
        message: 'Change 1 is not approved (status=applied).',
      });
      expect(await queue.apply.applyMany({ changeIds: [1, 2], jobId: 'yours' }, approver)).toMatchObject({
        applied: [],
        failure: { changeId: 1, type: 'PendingChangeStateError', error: { code: 'bad_request' } },
      });
    });

    test('is made up when there is none or a blank one, one per call', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a', 'b', 'c');
      const { record } = await queue.apply.applySingle(2, '  ', approver);
      expect(record.applied_job_id).toBe(`apply-2-${'1'.padStart(32, '0')}`);
      const { applied } = await queue.apply.applyBatch(2, null, approver);
      expect(applied.map((change) => change.applied_job_id)).toEqual(
        Array(2).fill(`apply-1-${'2'.padStart(32, '0')}`),
      );
    });

    test.each([
      ['control characters', 'a\0b', '"a\\u0000b"'],
      ['half a surrogate pair', 'a\ud800', '"a\\ud800"'],
    ])('with %s is refused', async (_what, jobId, shown) => {
      const queue = await newQueue();
      await queue.approvedClips('a');
      await expect(queue.apply.applySingle(1, jobId, approver)).rejects.toMatchObject({
        code: 'bad_request',
        message: `job_id must not contain control characters: ${shown}`,
      });
      expect(await queue.overview()).toEqual({ 1: 'approved in 1' });
    });

    test('refreshes what readers see even when the first answer was lost', async () => {
      const queue = await newQueue();
      await queue.approvedClips('a');
      const { catalog } = queue;
      const refresh = catalog.refresh;
      catalog.refresh = async () => Promise.reject(new Error('lost'));
      await expect(queue.apply.applySingle(1, 'job', approver)).rejects.toThrow('lost');
      catalog.refresh = refresh;
      expect(catalog.snapshot('v2', 'clip').get('a')).toBeUndefined();
      await queue.apply.applySingle(1, 'job', approver);
      expect(catalog.snapshot('v2', 'clip').get('a')).toBeDefined();
    });
  });
});
