import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoredChange } from '../../../src/modules/queue/pending-change.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import type { ChangeFilter } from '../../../src/modules/queue/tables.ts';
import type { Store } from '../../../src/store/store.ts';
import { sampleChange } from '../../support/changes.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { appendEvent } from './samples.ts';

forEachDatabase((_database, makeStore) => {
  test('every field of a change can be written and is read back', async () => {
    const store = await makeStore();
    const stored = await store.write((writer) => changeStore(writer).insert(sampleChange()));
    const applied: StoredChange = {
      ...stored,
      category: 'blip',
      model_name: 'Other',
      operation: 'update',
      payload: null,
      requested_by: '8',
      requested_username: 'other#8',
      requested_at: 2,
      status: 'applied',
      notes: 'n',
      batch_id: 3,
      batch_title: 'title',
      approved_by: '9',
      approved_username: 'approver#9',
      approved_at: 4,
      rejected_by: '10',
      rejected_username: 'rejecter#10',
      rejected_at: 5,
      reject_reason: 'reason',
      applied_at: 6,
      applied_by: '11',
      applied_username: 'applier#11',
      applied_job_id: 'job',
      updated_at: 7,
      request_metadata: { route: '/r' },
      related_models: ['a'],
      payload_format: 'legacy',
      base_hash: 'base',
      before_state: { old: 1 },
      after_state: { new: 2 },
      applied_event_id: 12,
    };
    await store.write((writer) => changeStore(writer).revise(applied));
    expect(await store.read((reader) => changeStore(reader).get(stored.change_id))).toEqual(applied);
    const found = await store.read((reader) => changeStore(reader).ids({ model_name: 'OTHER' }));
    expect(found).toEqual([stored.change_id]);
  });

  test('what was decided of an account is counted, withdrawn changes not, however long their titles are', async () => {
    const store = await makeStore();
    // Of a commit of one line; nothing that compresses.
    const long = randomBytes(10_000).toString('hex');
    const decided = [
      { status: 'applied', batch_title: long },
      { status: 'applied', batch_title: null },
      { status: 'rejected', batch_title: long },
      { status: 'rejected', batch_title: null },
      { status: 'approved', batch_title: long },
    ] as const;
    await store.write(async (writer) => {
      for (const as of decided) {
        const stored = await changeStore(writer).insert(sampleChange({ requested_by: '8' }));
        await changeStore(writer).updateHead({ ...stored, batch_id: 1, ...as });
      }
    });
    const counts = await store.read((reader) => changeStore(reader).decisionCounts(['8', '9']));
    expect([...counts]).toEqual([['8', { applied: 2, rejected: 1 }]]);
  });

  test('the open batch is that of the approved changes', async () => {
    const store = await makeStore();
    expect(await store.read((reader) => changeStore(reader).openBatch())).toBeNull();
    const change = await store.write((writer) => changeStore(writer).insert(sampleChange()));
    const put = (status: StoredChange['status'], batch_id: number, updated_at = 1) =>
      store.write((writer) => changeStore(writer).updateHead({ ...change, status, batch_id, updated_at }));
    const batches = () => store.read((reader) => changeStore(reader).batches('v2', 9, 9));
    await put('approved', await store.write((writer) => changeStore(writer).openNextBatch(1)));
    expect(await store.read((reader) => changeStore(reader).openBatch())).toBe(1);
    expect(await batches()).toEqual([1]);
    // A split gives the rest of a batch a new number and its time, and writes none of it.
    expect(await store.write((writer) => changeStore(writer).openNextBatch(7))).toBe(2);
    await store.read(async (reader) => {
      const { get, ids, openBatch, batchCounts, firstApproved } = changeStore(reader);
      expect(await get(1)).toMatchObject({ status: 'approved', batch_id: 2, updated_at: 7 });
      for (const [batch_id, found] of [
        [1, []],
        [2, [1]],
      ] as const) {
        expect(await ids({ batch_id })).toEqual(found);
        expect(await ids({ batch_id, statuses: ['approved'] })).toEqual(found);
        expect(await ids({ batch_id, statuses: ['applied', 'approved'] })).toEqual(found);
        expect(await ids({ batch_id, statuses: ['applied'] })).toEqual([]);
      }
      expect(await openBatch()).toBe(2);
      expect(await batchCounts('v2', [1, 2])).toMatchObject([{ batch_id: 2, approved: 1, applied: 0 }]);
      expect(await firstApproved(1)).toBeNull();
    });
    expect(await batches()).toEqual([2]);
    await put('applied', 2);
    expect(await store.read((reader) => changeStore(reader).openBatch())).toBeNull();
    expect(await batches()).toEqual([2]);
    expect(await store.read((reader) => changeStore(reader).get(1))).toMatchObject({
      batch_id: 2,
      updated_at: 1,
    });
  });

  test('rows and events in which an older version names the open batch are refused', async () => {
    const store = await makeStore();
    const change = await store.write((writer) => changeStore(writer).insert(sampleChange()));
    const put = (row: object) =>
      store.write(({ db }) =>
        db.updateTable('pending_changes').set(row).where('change_id', '=', 1).execute(),
      );
    await expect(put({ status: 'approved', batch_id: 1 })).rejects.toThrow(/constraint/i);
    for (const status of ['pending', 'applied', 'rejected']) {
      await expect(put({ status, batch_id: 0 })).rejects.toThrow(/constraint/i);
    }
    await expect(store.write((writer) => appendEvent(writer, { batch_id: 0 }))).rejects.toThrow(
      /constraint/i,
    );
    expect(await store.read((reader) => changeStore(reader).get(1))).toEqual(change);
  });

  test('a status that does not exist, and an approved change without a batch, are refused', async () => {
    const store = await makeStore();
    const change = await store.write((writer) => changeStore(writer).insert(sampleChange()));
    for (const wrong of [{ status: 'applying' as never }, { status: 'approved' as const }]) {
      await expect(
        store.write((writer) => changeStore(writer).updateHead({ ...change, ...wrong })),
      ).rejects.toThrow(/constraint/i);
    }
    expect(await store.read((reader) => changeStore(reader).get(1))).toEqual(change);
  });

  describe('a part of a name finds', () => {
    let store: Store;
    beforeAll(async () => {
      store = await makeStore();
      await store.write(async (writer) => {
        const insert = async (
          given: Parameters<typeof sampleChange>[0],
          then: Partial<StoredChange> = {},
        ) => {
          const change = await changeStore(writer).insert(sampleChange(given));
          await changeStore(writer).updateHead({ ...change, ...then });
        };
        await insert({ model_name: 'Alpha_One', requested_by: '1' });
        await insert({ model_name: 'alpha%two', requested_by: '2', operation: 'update' });
        await insert(
          { model_name: 'ÄPFEL/Straße', category: 'blip' },
          { status: 'approved', batch_id: 2, approved_at: 1 },
        );
        await insert({ model_name: 'back\\slash', category: 'esrgan' }, { status: 'applied', batch_id: 1 });
        await insert({ model_name: 'ALPHA-ONE', operation: 'delete' }, { status: 'rejected' });
        await insert({ model_name: 'alpha_one', category: 'blip' }, { status: 'applied', batch_id: 1 });
      });
    });

    const cases: [what: string, filter: ChangeFilter, expected: number[]][] = [
      ['part of a name beyond ASCII in any case', { model_name: 'äpfel/STRAß' }, [3]],
      ['an underscore, which stands for itself', { model_name: 'a_o' }, [1, 6]],
      ['a percent sign, which stands for itself', { model_name: 'a%t' }, [2]],
      ['a backslash, which stands for itself', { model_name: 'k\\s' }, [4]],
    ];
    test.each(cases)('%s', async (_what, filter, expected) => {
      expect(await store.read((reader) => changeStore(reader).ids(filter))).toEqual(expected);
    });
  });

  test('what waits of an account is counted, and payloads are known by what is in them', async () => {
    const store = await makeStore();
    const [a, b, c] = await store.write(async (writer) => [
      await changeStore(writer).insert(
        sampleChange({ requested_by: '7', payload: { name: 'ä', tags: ['x'] } }),
      ),
      await changeStore(writer).insert(
        sampleChange({ requested_by: '7', payload: { tags: ['x'], name: 'ä' } }),
      ),
      await changeStore(writer).insert(sampleChange({ requested_by: '8', payload: { name: 'other' } })),
    ]);
    await store.read(async (tx) => {
      const facts = await changeStore(tx).bodyFacts([1, 2, 3, 4]);
      expect(facts.get(1)?.payloadHash).toBe(facts.get(2)?.payloadHash);
      expect(facts.get(1)?.payloadHash).not.toBe(facts.get(3)?.payloadHash);
      expect(facts.get(1)?.bytes).toBeGreaterThanOrEqual(Buffer.byteLength('{"name":"ä","tags":["x"]}'));
      expect(facts.has(4)).toBe(false);
      const bytes = (facts.get(1)?.bytes ?? 0) + (facts.get(2)?.bytes ?? 0);
      expect(await changeStore(tx).waiting('7', 0)).toEqual({ changes: 2, bytes });
    });
    await store.write(async (tx) => {
      await changeStore(tx).updateHead({ ...(a as StoredChange), status: 'rejected' });
      await changeStore(tx).updateHead({ ...(b as StoredChange), status: 'approved', batch_id: 1 });
      await changeStore(tx).updateHead({ ...(c as StoredChange), status: 'applied', batch_id: 1 });
    });
    await store.read(async (tx) => {
      expect((await changeStore(tx).waiting('7', 0)).changes).toBe(1);
      expect(await changeStore(tx).waiting('8', 0)).toEqual({ changes: 0, bytes: 0 });
    });
  });
});
