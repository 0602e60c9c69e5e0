import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import {
  computeProposedViews,
  createPendingViews,
  toProposedRecord,
} from '../../../../src/modules/queue/proposed-views.ts';
import { wholeRecordMetadata } from '../../../../src/modules/queue/request-metadata.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { baselines, usualCategories } from '../../../support/categories.ts';
import { approver, openQueue, proposal } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const entries = async (beta: ReturnType<typeof createPendingViews>, category: string) => {
  const pages: (readonly (readonly [string, JsonObject])[])[] = [];
  for await (const page of await beta.pending(category)) pages.push(page);
  return Object.fromEntries(pages.flat());
};

const opened = async () => {
  const store = await temporaryStore(onTestFinished);
  return { queue: await openQueue(store), beta: createPendingViews({ store, categories: usualCategories }) };
};

test('shows pending and approved creates and updates of the category, and nothing else', async () => {
  const { queue, beta } = await opened();
  await queue.write('create', 'clip', 'live', { description: 'old' });
  await queue.write('create', 'clip', 'doomed');
  await queue.propose('create', 'clip', 'pending');
  await queue.propose('update', 'clip', 'live', { description: 'new' });
  await queue.propose('create', 'clip', 'rejected');
  await queue.propose('delete', 'clip', 'doomed');
  await queue.propose('create', 'blip', 'elsewhere');
  await queue.review.processBatch(
    { batch_title: 't', approved_ids: [4], rejected_ids: [5], reject_reason: 'r' },
    approver,
  );
  const records = await entries(beta, 'clip');
  expect(Object.keys(records)).toEqual(['pending', 'live']);
  expect(records.pending).toEqual((await queue.stored(3))?.payload);
  expect(records.live).toMatchObject({ description: 'new' });
  expect(await entries(beta, 'lora')).toEqual({});
});

test('of several changes of a model shows the one touched last, then the one with the greater id', async () => {
  const { queue, beta } = await opened();
  await queue.propose('create', 'clip', 'a', { description: 'first' });
  await queue.propose('create', 'clip', 'a', { description: 'second' });
  expect(await entries(beta, 'clip')).toMatchObject({ a: { description: 'second' } });
  queue.time.seconds += 1;
  await queue.approve(1);
  expect(await entries(beta, 'clip')).toMatchObject({ a: { description: 'first' } });
});

test('shows legacy payloads in v2 form, one by one: what cannot be converted is left out', async () => {
  const { queue, beta } = await opened();
  const body = { baseline: 'stable diffusion 1', nsfw: false };
  for (const name of ['good', 'bad']) {
    await queue.proposals.propose(proposal('create', 'image_generation', name, body, 'legacy'));
  }
  await queue.store.write(async (writer) => {
    const change = await changeStore(writer).get(2);
    if (change)
      await changeStore(writer).revise({
        ...change,
        payload: { name: 'bad', baseline: 'flux_1', style: 'no such' },
      });
  });
  expect(await entries(beta, 'image_generation')).toEqual({
    good: expect.objectContaining({
      record_type: 'image_generation',
      name: 'good',
      baseline: 'stable_diffusion_1',
      metadata: { schema_version: '2.0.0' },
    }),
  });
});

test('a change set of a catalogue proposes no record of a model', async () => {
  const { queue } = await opened();
  const changes = [{ operation: 'upsert', name: 'new', record: { name: 'new' }, expected_before: null }];
  const changeSet = { title: 'New', changes };
  await queue.proposals.propose({ kind: 'image_baseline', changeSet, caller: approver });
  const views = await queue.store.read(async (reader) => {
    const [change] = await changeStore(reader).listed([1]);
    return change && computeProposedViews(reader, change, null, baselines);
  });
  expect(views).toEqual({ proposed: null, v2: null, after: null });
});

const record = { name: 'x' };

test('the payload of a change is a whole record where its metadata say so, and nowhere else', () => {
  const whole = (request_metadata: Parameters<typeof toProposedRecord>[0]['request_metadata']) =>
    toProposedRecord({ payload_format: 'legacy', request_metadata }, record);
  expect(whole({ ...wholeRecordMetadata, route: 'import' })).toEqual({
    format: 'legacy',
    record,
    isComplete: true,
  });
  for (const said of [null, {}, { route: 'import' }, { whole_record: false }, { whole_record: 'true' }])
    expect(whole(said)).toEqual({ format: 'legacy', record, isComplete: false });
});
