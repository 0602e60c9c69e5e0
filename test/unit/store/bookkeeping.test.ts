import { describe, expect, test } from 'vitest';
import { metadataStore } from '../../../src/modules/catalog/store.ts';
import { counterStore } from '../../../src/modules/counters/store.ts';
import { jobStore } from '../../../src/modules/queue/store.ts';
import type { ApplyJob } from '../../../src/modules/queue/tables.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((_database, makeStore) => {
  describe('category metadata', () => {
    test('is initialised once', async () => {
      const store = await makeStore();
      expect(await store.read((reader) => metadataStore(reader).get('clip'))).toBeNull();
      await store.write((writer) => metadataStore(writer).initialise('clip', 100));
      await store.write((writer) => metadataStore(writer).initialise('clip', 200));
      expect(await store.read((reader) => metadataStore(reader).get('clip'))).toEqual({
        category: 'clip',
        last_updated: 100,
        last_operation_type: null,
        last_operation_model: null,
        total_creates: 0,
        total_updates: 0,
        total_deletes: 0,
        initialization_time: 100,
        last_successful_operation: 100,
        error_count: 0,
      });
    });

    test('counts operations, and its time never goes backwards', async () => {
      const store = await makeStore();
      await store.write(async (writer) => {
        await metadataStore(writer).record('clip', [{ operation: 'create', model: 'a', now: 100 }]);
        await metadataStore(writer).record('clip', [{ operation: 'create', model: 'b', now: 300 }]);
        await metadataStore(writer).record('clip', [{ operation: 'update', model: 'a', now: 400 }]);
        await metadataStore(writer).record('clip', [{ operation: 'delete', model: 'b', now: 200 }]);
        await metadataStore(writer).record('blip', [{ operation: 'delete', model: 'c', now: 50 }]);
      });
      const [blip, clip] = await store.read((reader) => metadataStore(reader).all());
      expect(blip).toMatchObject({ category: 'blip', last_updated: 50, total_deletes: 1 });
      expect(clip).toMatchObject({
        category: 'clip',
        last_updated: 400,
        last_operation_type: 'delete',
        last_operation_model: 'b',
        total_creates: 2,
        total_updates: 1,
        total_deletes: 1,
        initialization_time: 100,
      });
    });
  });

  describe('apply jobs', () => {
    test('are kept with what each call did, and replaced whole', async () => {
      const store = await makeStore();
      const job: ApplyJob = {
        job_id: 'job "1"',
        calls: [
          { applied_change_ids: [3, 1], split: null },
          {
            applied_change_ids: [7],
            split: { original_batch_id: 1, new_batch_id: 2, reassigned_change_ids: [8, 9] },
          },
        ],
        created_at: 5,
      };
      await store.write((writer) => jobStore(writer).put({ ...job, calls: [] }));
      await store.write((writer) => jobStore(writer).put(job));
      expect(await store.read((reader) => jobStore(reader).get(job.job_id))).toEqual(job);
      expect(await store.read((reader) => jobStore(reader).get('other'))).toBeNull();
    });
  });

  describe('counters', () => {
    test('count from 1, each for itself', async () => {
      const store = await makeStore();
      const taken = await store.write(async (writer) => [
        await counterStore(writer).next('batch'),
        await counterStore(writer).next('batch'),
        await counterStore(writer).next('groups'),
      ]);
      expect(taken).toEqual([1, 2, 1]);
      expect(await store.read((reader) => counterStore(reader).current('batch'))).toBe(2);
      expect(await store.read((reader) => counterStore(reader).current('change'))).toBe(0);
    });

    test('a failed write uses up nothing', async () => {
      const store = await makeStore();
      const failing = store.write(async (writer) => {
        await counterStore(writer).next('batch');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await store.write((writer) => counterStore(writer).next('batch'))).toBe(1);
    });
  });
});
