import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import type { AppendEvents } from '../../../../src/modules/audit/append-events.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { type Catalog, createCatalog } from '../../../../src/modules/catalog/catalog.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
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
  test('that cannot be recorded is not made', async () => {
    const broken: AppendEvents = async () => {
      throw new Error('the disk is full');
    };
    await expect(open(broken).write(clip('create'))).rejects.toThrow('the disk is full');
    await catalog.refresh(['clip']);
    expect(catalog.snapshot('legacy', 'clip').records).toEqual([]);
    expect(await store.read((reader) => modelStore(reader).get('clip', 'a'))).toBeNull();
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
