import type { Clock } from '../../kernel/clock.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import {
  type ChangeHead,
  type ColumnOf,
  pickSubmittedColumns,
  type RiskLevel,
  type StoredChange,
} from './pending-change.ts';
import type { QueueEventOf } from './queue-event.ts';

/**
 * The split of a partly applied batch: applied changes stay in the original batch, and the remaining approved
 * changes move to a new batch.
 */
export type BatchSplit = {
  original_batch_id: number;
  new_batch_id: number;
  reassigned_change_ids: number[];
  /**
   * Ids of the moved changes that the call should have applied but did not, because it stopped. They are in
   * the order of the call. Absent when there are none.
   */
  unapplied_change_ids?: number[];
};

/** The actor and time of an action on the queue, and the deployment's canonical format (`domain`). */
export interface QueueAct {
  readonly domain: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  readonly actor: { readonly userId: string; readonly username: string };
}

export function createAct(
  settings: { readonly canonicalFormat: CanonicalFormat },
  clock: Clock,
  actor: QueueAct['actor'],
): QueueAct {
  return { domain: settings.canonicalFormat, now: clock.now(), actor };
}

// The events of a change contain everything in its row, so the queue can be rebuilt from them. An event is
// created from the change as it was before the event; `advanceChange` returns the change after the event.

export function createEnqueueEvent(change: StoredChange, act: QueueAct): QueueEventOf<'enqueue'> {
  return {
    action: 'enqueue',
    ...createActorFields(act),
    change_id: change.change_id,
    operation: change.operation,
    category: change.category,
    model: change.model_name,
    payload_format: change.payload_format,
    ...pickSubmittedColumns(change),
    ...(change.resource_kind !== 'model_reference' && {
      resource_kind: change.resource_kind,
      resource_id: change.resource_id ?? undefined,
    }),
  };
}

/** The common fields of one call's approve and reject events. */
export interface ReviewCall {
  readonly title: string;
  /** The risks of the decided changes at the time of the call, by change id; null or absent: not assessed. */
  readonly risks: ReadonlyMap<number, RiskLevel | null>;
}

/** @param batchId number of the batch into which the call approves the change */
export function createApproveEvent(
  change: ChangeHead,
  { batchId, ...call }: ReviewCall & { readonly batchId: number },
  act: QueueAct,
): QueueEventOf<'approve'> {
  return { action: 'approve', ...createReviewEvent(change, call, act), batch_id: batchId };
}

/** Creates the event of an approval after which more approvals are required: the change stays pending. */
export function createEndorseEvent(
  { change_id, version }: ChangeHead,
  act: QueueAct,
): QueueEventOf<'endorse'> {
  return { action: 'endorse', ...createActorFields(act), change_id, version };
}

/** @param batchId number of the batch into which the call approves other changes; null when it approves none */
export function createRejectEvent(
  change: ChangeHead,
  { batchId, reason, ...call }: ReviewCall & { readonly batchId: number | null; readonly reason: string },
  act: QueueAct,
): QueueEventOf<'reject'> {
  return { action: 'reject', ...createReviewEvent(change, call, act), batch_id: batchId, reason };
}

function createReviewEvent({ change_id }: ChangeHead, { title, risks }: ReviewCall, act: QueueAct) {
  return {
    ...createActorFields(act),
    change_id,
    change_ids: [change_id],
    batch_title: title,
    risk: risks.get(change_id) ?? undefined,
  };
}

/**
 * Creates the event of an applied change.
 *
 * @param title a new title for the batch; null: keep the title from its approval
 * @param eventId id of the event that records the write of the model; null when no record was written or the
 *   audit trail is disabled
 */
export function createApplyEvent(
  { change_id, batch_id }: ChangeHead,
  {
    jobId,
    title,
    eventId,
  }: { readonly jobId: string; readonly title: string | null; readonly eventId: number | null },
  act: QueueAct,
): QueueEventOf<'apply'> {
  return {
    action: 'apply',
    ...createActorFields(act),
    change_id,
    batch_id,
    job_id: jobId,
    model_event_id: eventId,
    batch_title: title ?? undefined,
  };
}

export function createSplitEvent(split: BatchSplit, act: QueueAct): QueueEventOf<'batch_split'> {
  return { action: 'batch_split', ...createActorFields(act), ...split, reason: 'partial_apply' };
}

export function createPurgeEvent(change: ChangeHead, act: QueueAct): QueueEventOf<'purge'> {
  return {
    action: 'purge',
    ...createActorFields(act),
    change_id: change.change_id,
    batch_id: change.batch_id,
    category: change.category,
    requested_by: change.requested_by,
    model: change.model_name,
  };
}

export function createWithdrawEvent(
  { change_id }: ChangeHead,
  { reason, risk }: { readonly reason: string; readonly risk: RiskLevel | null | undefined },
  act: QueueAct,
): QueueEventOf<'withdraw'> {
  return { action: 'withdraw', ...createActorFields(act), change_id, reason, risk: risk ?? undefined };
}

/** Creates the event of a revoked approval. The event records the batch from which the change is removed. */
export function createUnapproveEvent(
  { change_id, batch_id }: ChangeHead,
  act: QueueAct,
): QueueEventOf<'unapprove'> {
  return { action: 'unapprove', ...createActorFields(act), change_id, batch_id };
}

/**
 * Creates the event of a new version, with everything that the requestor submitted. The event has the model
 * name only if the model was renamed. If the change was already approved, the event records the batch from
 * which the change is removed.
 */
export function createReviseEvent(
  change: StoredChange,
  next: Pick<StoredChange, 'model_name' | ColumnOf<'submitted'>>,
  act: QueueAct,
): QueueEventOf<'revise'> {
  return {
    action: 'revise',
    ...createActorFields(act),
    change_id: change.change_id,
    batch_id: change.batch_id,
    version: change.version + 1,
    model: next.model_name === change.model_name ? undefined : next.model_name,
    ...pickSubmittedColumns(next),
  };
}

/**
 * Creates the event of an approver's request for another version, with a comment. If the change was already
 * approved, the event records the batch from which the change is removed.
 */
export function createRequestChangesEvent(
  { change_id, batch_id }: ChangeHead,
  text: string,
  act: QueueAct,
): QueueEventOf<'request_changes'> {
  return { action: 'request_changes', ...createActorFields(act), change_id, batch_id, text };
}

/** Creates the event of a comment. The event's id becomes the comment's id. */
export function createCommentEvent(change_id: number, text: string, act: QueueAct): QueueEventOf<'comment'> {
  return { action: 'comment', ...createActorFields(act), change_id, text };
}

/**
 * Creates the event of the comment that names the model request for which a change was proposed. The comment
 * cannot be edited or deleted, because reviewers rely on it. It omits the name of the model request, because
 * the request may be hidden from readers of the change.
 */
export function createRequestCommentEvent(
  changeId: number,
  { request_id, wanted }: { readonly request_id: number; readonly wanted: number },
  act: QueueAct,
): QueueEventOf<'comment'> {
  const text = `Proposed for request ${request_id}, which ${wanted} want.`;
  return { ...createCommentEvent(changeId, text, act), proposed_for: request_id };
}

/**
 * Creates the event of an edited or deleted comment.
 * @param text the new text; null: delete the comment
 */
export function createCommentChangeEvent(
  change_id: number,
  comment_id: number,
  text: string | null,
  act: QueueAct,
): QueueEventOf<'comment_edit' | 'comment_delete'> {
  const comment = { ...createActorFields(act), change_id, comment_id };
  if (text === null) return { action: 'comment_delete', ...comment };
  return { action: 'comment_edit', ...comment, text };
}

function createActorFields({ now, domain, actor }: QueueAct) {
  return { timestamp: now, domain, user_id: actor.userId, username: actor.username };
}
