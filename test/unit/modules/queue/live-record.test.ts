import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { type AppendEvents, appendNothing } from '../../../../src/modules/audit/append-events.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { type Catalog, createCatalog } from '../../../../src/modules/catalog/catalog.ts';
import { metadataStore, modelStore } from '../../../../src/modules/catalog/store.ts';
import { createDirectWrites, type DirectWrites } from '../../../../src/modules/queue/live-record.ts';
import type { Store } from '../../../../src/store/store.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { approver } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
let catalog: Catalog;
beforeEach(async () => {
  store = await temporaryStore(onTestFinished);
  catalog = createCatalog({ store, categories });
  await catalog.start();
});

function open(append?: AppendEvents): DirectWrites {
  const settings = { canonicalFormat: 'legacy' } as const;
  const options = { categories: usualCategories, store, clock: { now: () => 1000 }, catalog, settings };
  return createDirectWrites(append ? { ...options, append } : options);
}

const clip = (
  operation: 'create' | 'update' | 'delete',
  record: JsonObject | null = { name: 'a', type: 'clip' },
) => ({
  category: 'clip',
  operation,
  name: 'a',
  record: operation === 'delete' ? null : (record as JsonObject),
  format: 'legacy' as const,
  caller: approver,
});

describe('a direct write', () => {
  test('is seen in both formats once it resolves, stamped with who made it', async () => {
    const shown = await open().write(clip('create', { name: 'a', type: 'coca', odd: 1 }));
    expect(shown).toEqual({ name: 'a', type: 'coca', odd: 1 });
    expect(catalog.snapshot('legacy', 'clip').get('a')?.record).toEqual(shown);
    expect(catalog.snapshot('v2', 'clip').get('a')?.record.metadata).toEqual({
      schema_version: '2.0.0',
      created_at: 1000,
      updated_at: 1000,
      created_by: approver.username,
      updated_by: approver.username,
    });
  });

  test('is one audit event, of the model, and counts in the metadata of its category', async () => {
    const writes = open();
    await writes.write(clip('create'));
    await writes.write(clip('update', { name: 'a', type: 'clip', description: 'new' }));
    expect(await writes.write(clip('delete'))).toBeNull();
    const { events, metadata } = await store.read(async (reader) => ({
      events: await auditStore(reader).events({}, 10),
      metadata: await metadataStore(reader).get('clip'),
    }));
    expect(
      events.map(({ operation, domain, logical_user_id, action, change_id, payload }) => [
        operation,
        domain,
        logical_user_id,
        action,
        change_id,
        Object.keys(payload ?? {}),
      ]),
    ).toEqual([
      ['create', 'legacy', approver.userId, null, null, ['after', 'counterpart', 'position']],
      ['update', 'legacy', approver.userId, null, null, ['delta', 'after', 'counterpart']],
      [
        'delete',
        'legacy',
        approver.userId,
        null,
        null,
        ['before', 'counterpart_before', 'position', 'stood_behind'],
      ],
    ]);
    expect(metadata).toMatchObject({
      total_creates: 1,
      total_updates: 1,
      total_deletes: 1,
      last_operation_type: 'delete',
      last_operation_model: 'a',
    });
    expect(catalog.snapshot('legacy', 'clip').records).toEqual([]);
  });

  test('that cannot be recorded is not made', async () => {
    const broken: AppendEvents = async () => {
      throw new Error('the disk is full');
    };
    await expect(open(broken).write(clip('create'))).rejects.toThrow('the disk is full');
    await catalog.refresh(['clip']);
    expect(catalog.snapshot('legacy', 'clip').records).toEqual([]);
    expect(await store.read((reader) => modelStore(reader).get('clip', 'a'))).toBeNull();
  });

  test('is made without a trail where there is none', async () => {
    await open(appendNothing).write(clip('create'));
    expect(catalog.snapshot('legacy', 'clip').records).toHaveLength(1);
    expect(await store.read((reader) => auditStore(reader).events({}, 10))).toEqual([]);
  });

  test('keeps to the rules of proposals', async () => {
    const writes = open();
    await expect(writes.write(clip('update'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(writes.write(clip('delete'))).rejects.toMatchObject({ code: 'not_found' });
    await writes.write(clip('create'));
    await expect(writes.write(clip('create'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(writes.write({ ...clip('create'), name: 'a\\b' })).rejects.toMatchObject({
      code: 'invalid_name',
    });
  });

  test('two at once of one name: one is made, the other is a conflict', async () => {
    const writes = open();
    const results = await Promise.allSettled([writes.write(clip('create')), writes.write(clip('create'))]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await store.read((reader) => auditStore(reader).events({}, 10))).toHaveLength(1);
  });
});
