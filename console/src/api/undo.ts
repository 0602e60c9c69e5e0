import { type ApiError, ApplyStopped, maxChanges, type Queue } from '#client';
import { changeDisplayName } from '../parts/change-sets.ts';
import { bounds } from './bounds.ts';
import type { ApplyAnswer, RevertAnswer, RevertPreview } from './review-types.ts';

type Steps = Pick<Queue, 'revert' | 'diffs' | 'approve' | 'apply'>;

/** The outcome of undoing a batch, which may have stopped partway. */
export interface UndoResult {
  readonly queued: RevertAnswer;
  /** The response of the apply call. Absent if no change was applied, and if the outcome is unknown. */
  readonly applied?: ApplyAnswer;
  /** The reason why undoing stopped; absent if the batch is undone. */
  readonly stopped?: string;
}

/** Largest number of changes that the service compares in one call. */
const maxDiffs = bounds.queries['/model_references/v2/pending_queue/diffs'].change_ids.maxItems;

/**
 * Undoes a batch: queues changes that restore the former records, approves them and applies them. Stops
 * before the approval if there are too many changes for one call, or if they differ from `seen`, the preview
 * that was shown to the caller. Stops after the approval if more approvals are needed. Stops if a call fails.
 * Changes that are queued but not approved stay pending.
 *
 * @throws ApiError if the service refuses to queue the changes
 */
export async function undo(
  steps: Steps,
  batchId: number,
  { seen, title, idempotencyKey }: { seen: RevertPreview; title: string; idempotencyKey: string },
): Promise<UndoResult> {
  const queued = await steps.revert(batchId, { idempotencyKey });
  const ids = queued.queued.map(({ change_id }) => change_id);
  if (ids.length === 0) return { queued };
  const stopWith = (stopped: string): UndoResult => ({ queued, stopped });
  if (ids.length > maxChanges) return stopWith(`More than ${maxChanges} changes are approved step by step.`);
  try {
    const found: Comparison[] = [];
    for (let from = 0; from < ids.length; from += maxDiffs) {
      found.push(...(await steps.diffs(ids.slice(from, from + maxDiffs))).diffs);
    }
    if (
      !isSame(
        seen.changes.map(({ diff }) => diff),
        found,
      )
    ) {
      return stopWith('The models have changed since the preview. Review the queued changes.');
    }
    const versions = Object.fromEntries(
      queued.queued.map(({ change_id, version = 1 }) => [change_id, version]),
    );
    const { endorsed = [] } = await steps.approve(ids, title, { versions });
    if (endorsed.length > 0) {
      return stopWith(`${endorsed.length} of ${ids.length} need further approvals by other accounts.`);
    }
  } catch (error) {
    return stopWith((error as ApiError).message);
  }
  try {
    return { queued, applied: await steps.apply({ changeIds: ids }, { title }) };
  } catch (error) {
    if (error instanceof ApplyStopped) return { ...stopWith(error.message), applied: error.result };
    return stopWith(`Approved, and possibly applied: see the open batch. ${(error as ApiError).message}`);
  }
}

type Comparison = Pick<
  RevertPreview['changes'][number]['diff'],
  'category' | 'model_name' | 'operation' | 'field_diffs' | 'counterpart_diffs'
>;

function isSame(seen: readonly Comparison[], found: readonly Comparison[]): boolean {
  const texts = (diffs: readonly Comparison[]) =>
    diffs
      .map(({ category, model_name, operation, field_diffs, counterpart_diffs }) =>
        // A change set has different names in the preview and in the queue; `changeDisplayName` makes them equal.
        JSON.stringify([category, changeDisplayName(model_name), operation, field_diffs, counterpart_diffs]),
      )
      .sort();
  return JSON.stringify(texts(seen)) === JSON.stringify(texts(found));
}
