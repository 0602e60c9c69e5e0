import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { approver, openQueue, proposal, type Queue } from '../../../support/queue.ts';
import { createReviewViews } from '../../../support/review-views.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const sha = (letter: string) => letter.repeat(64);
let queue: Queue;
let views: ReturnType<typeof createReviewViews>;

beforeEach(async () => {
  queue = await openQueue(await temporaryStore(onTestFinished));
  views = createReviewViews(queue);
});

const texts = async (category: string, name: string) => {
  const row = await queue.live(category, name);
  const { metadata: _, ...v2 } = JSON.parse(row?.v2 ?? '{}');
  return [JSON.stringify(v2), row?.legacy];
};
const names = async (category: string) =>
  (await queue.store.read((reader) => modelStore(reader).list(category))).map(({ name }) => name);

async function applied(...changes: { change_id: number }[]): Promise<number> {
  const changeIds = changes.map(({ change_id }) => change_id);
  const { batch_id } = await queue.approve(...changeIds);
  const { failure } = await queue.apply.applyMany({ changeIds }, approver);
  expect(failure).toBeNull();
  return batch_id as number;
}

async function revert(batch: number): Promise<void> {
  queue.time.seconds += 10;
  const { queued } = await views.revert.revert(batch, approver);
  await applied(...queued);
}

const legacyImage: JsonObject = {
  type: 'ckpt',
  description: 'd',
  baseline: 'stable diffusion 1',
  style: 'anime',
  nsfw: false,
  inpainting: false,
  version: '1',
  config: {
    files: [{ path: 'm.ckpt', md5sum: 'e'.repeat(32), sha256sum: sha('a') }, { path: 'v1.yaml' }],
    download: [{ file_name: 'm.ckpt', file_path: '', file_url: 'https://huggingface.co/x/m.ckpt' }],
  },
};
const proposeLegacy = (operation: 'create' | 'update', category: string, name: string, body: JsonObject) =>
  queue.proposals.propose(proposal(operation, category, name, body, 'legacy'));

test('a changed and reverted hash brings md5sum back, and adds no tags', async () => {
  await applied(await proposeLegacy('create', 'image_generation', 'm', legacyImage));
  const before = await texts('image_generation', 'm');
  expect(before[1]).toContain('md5sum');
  const download = [
    { file_name: 'm.ckpt', file_url: 'https://huggingface.co/x/m.ckpt', sha256sum: sha('b') },
  ];
  const body = { baseline: 'stable_diffusion_1', nsfw: false, inpainting: false, config: { download } };
  const batch = await applied(await queue.propose('update', 'image_generation', 'm', body));
  expect((await texts('image_generation', 'm'))[1]).not.toContain('md5sum');
  await revert(batch);
  expect(await texts('image_generation', 'm')).toEqual(before);
  expect((await verifyStore(queue.store)).problems).toEqual([]);
});

test('a deleted and reverted model goes back to its place, with its creation, also after newer ones', async () => {
  for (const name of ['a', 'b', 'c']) await applied(await queue.propose('create', 'clip', name));
  const born = JSON.parse((await queue.live('clip', 'b'))?.v2 ?? '').metadata;
  const middle = await applied(await queue.propose('delete', 'clip', 'b'));
  const end = await applied(await queue.propose('delete', 'clip', 'c'));
  await applied(await queue.propose('create', 'clip', 'd'));
  await revert(middle);
  expect(await names('clip')).toEqual(['a', 'b', 'd']);
  await revert(end);
  expect(await names('clip')).toEqual(['a', 'b', 'c', 'd']);
  const { created_at, created_by } = JSON.parse((await queue.live('clip', 'b'))?.v2 ?? '').metadata;
  expect([created_at, created_by]).toEqual([born.created_at, born.created_by]);
  expect((await verifyStore(queue.store)).problems).toEqual([]);
});

test('a v1 write that changes v2 shows it in the diff, the dry run and the net changes, and is reverted', async () => {
  const record = { parameters: 7e9, nsfw: true, version: '2' };
  await applied(await queue.propose('create', 'text_generation', 'x/M-7B', record));
  const before = await texts('text_generation', 'x/M-7B');
  const changed = { parameters: 7e9, nsfw: false, version: '3' };
  const write = proposal('update', 'text_generation', 'x/M-7B', changed, 'legacy');
  const { diff } = await views.changeReview.dryRun(write);
  expect(diff).toMatchObject({ net_operation: 'modified' });
  expect(diff.counterpart_diffs.map(({ field_path }) => field_path)).toEqual(['nsfw', 'version']);
  const change = await queue.proposals.propose(write);
  expect(await views.changeReview.diff(change.change_id)).toMatchObject({
    net_operation: 'modified',
    counterpart_diffs: [{ field_path: 'nsfw', old_value: true }, { field_path: 'version' }],
  });
  const batch = await applied(change);
  expect(await texts('text_generation', 'x/M-7B')).not.toEqual(before);
  const { model_changes } = await views.netChanges.read(batch, 'v2');
  expect(model_changes[0]).toMatchObject({ net_operation: 'modified' });
  await revert(batch);
  expect(await texts('text_generation', 'x/M-7B')).toEqual(before);
});

describe('a batch whose changes were queued or applied under another canonical format', () => {
  let legacy: Queue;
  beforeEach(async () => {
    for (const name of ['a', 'b']) await applied(await queue.propose('create', 'clip', name));
    legacy = await openQueue(queue.store, { canonicalFormat: 'legacy' });
    legacy.time.seconds += 10;
  });

  /** Updates clip `a` and creates a lora, queued under legacy, and updates clip `b`, queued under v2. */
  async function mixedBatch(by: Queue): Promise<number> {
    const changes = [
      await legacy.propose('update', 'clip', 'a', { description: 'other' }),
      await queue.propose('update', 'clip', 'b', { description: 'other' }),
      await legacy.propose('create', 'lora', 'new'),
    ];
    const { batch_id } = await queue.approve(...changes);
    await by.apply.applyBatch(batch_id as number, null, approver);
    return batch_id as number;
  }
  const all = async () => [await texts('clip', 'a'), await texts('clip', 'b'), await names('lora')];

  test.each(['v2', 'legacy'] as const)('is undone as a whole, applied under %s', async (format) => {
    const before = await all();
    const batch = await mixedBatch(format === 'v2' ? queue : legacy);
    expect(await all()).not.toEqual(before);
    await revert(batch);
    expect(await all()).toEqual(before);
    expect((await verifyStore(queue.store)).problems).toEqual([]);
  });

  test('is undone as a whole also when its changes were purged', async () => {
    const before = await all();
    const batch = await mixedBatch(legacy);
    await legacy.review.purge({ statuses: ['applied'] }, approver);
    await revert(batch);
    expect(await all()).toEqual(before);
  });

  test('is undone as a whole with a model that it renamed', async () => {
    const before = await all();
    const row = JSON.parse((await queue.live('clip', 'a'))?.v2 ?? '{}');
    const renaming = proposal('update', 'clip', 'a', { description: row.description });
    const { change_id } = await queue.proposals.propose({ ...renaming, renamesTo: 'c' });
    const other = await legacy.propose('update', 'clip', 'b', { description: 'other' });
    const { batch_id } = await queue.approve(change_id, other);
    await legacy.apply.applyBatch(batch_id as number, null, approver);
    await revert(batch_id as number);
    expect(await all()).toEqual(before);
  });
});

test('a batch with the number that approved changes are stored under is none', async () => {
  await queue.approvedClips('a');
  await expect(views.revert.revert(0, approver)).rejects.toMatchObject({ code: 'not_found' });
  await expect(views.revert.revert(1, approver)).rejects.toMatchObject({ code: 'bad_request' });
});
