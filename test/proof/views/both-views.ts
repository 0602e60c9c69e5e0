import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { auditStore } from '../../../src/modules/audit/store.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import type { CanonicalFormat } from '../../../src/records/categories/category.ts';
import type { Store } from '../../../src/store/store.ts';
import { approver, openQueue, proposal, type Queue } from '../../support/queue.ts';
import { createReviewViews } from '../../support/review-views.ts';

/** A write of a model, and of which API version. Which operation it is depends on whether the model is there. */
export interface ViewsStep {
  readonly format: CanonicalFormat;
  readonly category: 'image_generation' | 'text_generation';
  readonly name: string;
  readonly deletes: boolean;
  readonly text: string;
  readonly flag: boolean;
  readonly file: number;
  readonly version: string;
}

export const viewsStep: fc.Arbitrary<ViewsStep> = fc.record({
  format: fc.constantFrom<CanonicalFormat>('v2', 'legacy'),
  category: fc.constantFrom('image_generation', 'text_generation'),
  name: fc.constantFrom('a', 'b', 'c', '10', '2'),
  deletes: fc.boolean(),
  text: fc.constantFrom('', 'one', 'two'),
  flag: fc.boolean(),
  file: fc.nat(2),
  version: fc.constantFrom('1', '2', '1.0'),
});

const sha = (n: number) => String(n).repeat(64);

function imageBody({ format, text, flag, file, version }: ViewsStep): JsonObject {
  const common = {
    description: text,
    baseline: 'stable diffusion 1',
    nsfw: flag,
    version,
    inpainting: false,
  };
  const path = `m${file % 2}.ckpt`;
  const address = { file_name: path, file_url: `https://huggingface.co/x/${file}` };
  if (format === 'v2') {
    const download = [{ ...address, sha256sum: sha(file) }];
    return { ...common, baseline: 'stable_diffusion_1', config: { download } };
  }
  return {
    ...common,
    type: 'ckpt',
    style: 'generalist',
    ...(flag && { tags: ['x'], available: true, features_not_supported: ['hires'] }),
    config: {
      files: [{ path, sha256sum: sha(file), md5sum: 'm'.repeat(32) }, { path: 'v1.yaml' }],
      download: [{ ...address, file_path: '' }],
    },
  };
}

function textBody({ text, flag, file, version }: ViewsStep): JsonObject {
  const settings = file === 2 ? { settings: { temperature: 1 } } : {};
  return { parameters: (file + 1) * 1e9, description: text, nsfw: flag, version, ...settings };
}

/**
 * Does the first steps one by one, the others as one batch, and reverts that batch. Throws where a write that
 * changed a view shows in no diff and no net change, where the revert does not bring back both views of all
 * models in their order, and where the trail does not say what is stored.
 */
export async function checkBothViews(
  store: Store,
  setting: readonly ViewsStep[],
  batch: readonly ViewsStep[],
): Promise<void> {
  const queues = {
    v2: await openQueue(store, { canonicalFormat: 'v2' }),
    legacy: await openQueue(store, { canonicalFormat: 'legacy' }),
  };
  for (const step of setting) {
    const ids = await propose(queues[step.format], step);
    if (ids.length === 0) continue;
    await queues[step.format].approve(...ids);
    await queues[step.format].apply.applyMany({ changeIds: ids }, approver);
  }
  const before = await shownBodies(store);

  const domain = batch[0]?.format ?? 'v2';
  const queue = queues[domain];
  const views = reviewViews(queue);
  const first = await store.read((reader) => auditStore(reader).head());
  const applied: number[] = [];
  for (const step of batch) {
    const ids = await propose(queue, { ...step, format: domain });
    if (ids.length === 0) continue;
    const known = await stored(store, step);
    const diffs = (await Promise.all(ids.map((id) => views.changeReview.diff(id)))).filter(
      (diff) => diff !== null,
    );
    await queue.approve(...ids);
    await queue.apply.applyMany({ changeIds: ids }, approver);
    applied.push(...ids);
    const changed = JSON.stringify(known) !== JSON.stringify(await stored(store, step));
    const seen = diffs.some(
      ({ net_operation, field_diffs, counterpart_diffs }) =>
        net_operation !== 'unchanged' && field_diffs.length + counterpart_diffs.length > 0,
    );
    deepStrictEqual(seen, changed, `a ${domain} write of ${step.name}: changed ${changed}, seen ${seen}`);
  }
  await undoSince(queue, views, first.event_id);
  deepStrictEqual(await shownBodies(store), before);
  const { problems } = await verifyStore(store);
  deepStrictEqual(problems, []);
  for (const { catalog } of Object.values(queues)) await catalog.settled();
}

const reviewViews = (queue: Queue) => createReviewViews(queue);

/** Each write was a batch of its own: they are taken back from the last to the first. */
async function undoSince(
  queue: Queue,
  { revert, netChanges }: ReturnType<typeof reviewViews>,
  eventId: number,
): Promise<void> {
  const events = await queue.store.read((reader) => auditStore(reader).events({ after: eventId }, 10_000));
  const batches = [
    ...new Set(events.flatMap(({ action, batch_id }) => (action === 'apply' ? (batch_id ?? []) : []))),
  ];
  for (const id of batches.reverse()) {
    const net = await netChanges.ofBatch(id, queue.settings.canonicalFormat);
    const { queued } = await revert.revert(id, approver);
    const changes = net.model_changes.filter(({ net_operation }) => net_operation !== 'unchanged');
    ok(
      queued.length >= changes.length,
      `batch ${id}: ${changes.length} net changes, ${queued.length} to undo`,
    );
    if (queued.length === 0) continue;
    const changeIds = queued.map(({ change_id }) => change_id);
    await queue.approve(...changeIds);
    const { failure } = await queue.apply.applyMany({ changeIds }, approver);
    deepStrictEqual(failure, null);
  }
}

/** Queues the step if it says anything. */
async function propose(queue: Queue, step: ViewsStep): Promise<number[]> {
  const { category, name, deletes, format } = step;
  const live = await queue.live(category, name);
  if (!live && deletes) return [];
  const operation = !live ? 'create' : deletes ? 'delete' : 'update';
  const body = category === 'image_generation' ? imageBody(step) : textBody(step);
  queue.time.seconds += 1;
  const change = await queue.proposals.propose(
    proposal(operation, category, name, operation === 'delete' ? undefined : body, format),
  );
  return [change.change_id];
}

async function stored(store: Store, { category, name }: ViewsStep): Promise<unknown> {
  const row = await store.read((reader) => modelStore(reader).get(category, name));
  return row && [withoutTimes(row.v2), row.legacy && JSON.parse(row.legacy)];
}

/** Everything that readers get, in its order, but for the times and authors that the server stamps. */
async function shownBodies(store: Store): Promise<unknown> {
  const shown: unknown[] = [];
  for (const category of ['image_generation', 'text_generation']) {
    const rows = await store.read((reader) => modelStore(reader).list(category));
    shown.push(rows.map(({ name, v2, legacy }) => [name, withoutTimes(v2), legacy]));
  }
  return shown;
}

function withoutTimes(v2: string): string {
  const { updated_at: _at, updated_by: _by, ...metadata } = JSON.parse(v2).metadata;
  return JSON.stringify({ ...JSON.parse(v2), metadata });
}
