import { expect, onTestFinished, test } from 'vitest';
import { createMetadata } from '../../../../src/modules/catalog/metadata.ts';
import { categories, categoryNames } from '../../../support/categories.ts';
import { openQueue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const started = async () => {
  const store = await temporaryStore(onTestFinished);
  const queue = await openQueue(store);
  const metadata = createMetadata({ store, clock: queue.clock, categories });
  await metadata.start();
  return { queue, metadata };
};

test('every category has metadata from the start, in the order of the categories', async () => {
  const { queue, metadata } = await started();
  const backend = { sqlite: 'SQLiteBackend', postgres: 'PostgreSQLBackend' }[queue.store.dialect];
  expect(Object.keys(await metadata.all())).toEqual(categoryNames);
  expect(JSON.stringify(await metadata.get('clip'))).toBe(
    `{"category":"clip","last_updated":1700000000,"last_operation_type":null,"last_operation_model":null,"total_creates":0,"total_updates":0,"total_deletes":0,"total_models":0,"initialization_time":1700000000,"last_successful_operation":1700000000,"error_count":0,"metadata_schema_version":"1.0.0","backend_type":"${backend}"}`,
  );
  expect(await metadata.get('no_such')).toBeNull();
  expect(await metadata.get('constructor')).toBeNull();
});

test('only an apply moves it; a restart and a read do not', async () => {
  const { queue, metadata } = await started();
  queue.time.seconds += 60;
  await metadata.start();
  await queue.propose('create', 'clip', 'a');
  await queue.approve(1);
  expect(await metadata.lastUpdated()).toBe(1_700_000_000);
  await queue.apply.applySingle(1, null, {
    userId: '22',
    username: 'anna#22',
    isRequestor: true,
    isApprover: true,
  });
  expect(await metadata.lastUpdated()).toBe(1_700_000_060);
  expect(await metadata.get('clip')).toMatchObject({
    last_updated: 1_700_000_060,
    last_operation_type: 'create',
    last_operation_model: 'a',
    total_creates: 1,
    total_models: 1,
    last_successful_operation: 1_700_000_060,
    initialization_time: 1_700_000_000,
  });
  await queue.write('delete', 'clip', 'a');
  expect(await metadata.get('clip')).toMatchObject({
    total_deletes: 1,
    total_models: 0,
    last_operation_type: 'delete',
  });
  expect(await metadata.get('blip')).toMatchObject({ last_updated: 1_700_000_000, total_creates: 0 });
});

test('nothing was updated before there is any metadata', async () => {
  const store = await temporaryStore(onTestFinished);
  const metadata = createMetadata({ store, clock: { now: () => 5 }, categories });
  expect(await metadata.lastUpdated()).toBeNull();
  expect(await metadata.all()).toEqual({});
  expect(await metadata.get('clip')).toBeNull();
});
