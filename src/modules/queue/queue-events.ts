import type { Clock } from '../../kernel/clock.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { type NewAuditEvent, newEvent, type QueueAction, queueCategory } from '../audit/index.ts';
import type { ChangeHead, RiskLevel, StoredChange } from './pending-change.ts';

/**
 * The split of a partly applied batch: applied changes stay in the original batch, and the changes that are
 * still approved move to a new batch.
 */
export type BatchSplit = {
  original_batch_id: number;
  new_batch_id: number;
  reassigned_change_ids: number[];
  /**
   * The moved changes that the call was to apply, in its order; absent when the call left none of these over.
   * A call leaves changes over when it stops at one.
   */
  unapplied_change_ids?: number[];
};

/** Who acts on the queue and when, and the canonical format (`domain`) of the deployment. */
export interface QueueAct {
  readonly domain: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  readonly actor: { readonly userId: string; readonly username: string };
}

export function actOf(
  settings: { readonly canonicalFormat: CanonicalFormat },
  clock: Clock,
  actor: QueueAct['actor'],
): QueueAct {
  return { domain: settings.canonicalFormat, now: clock.now(), actor };
}

// Together the events of a change say everything that its row says, so the queue can be rebuilt from them. They are
// made of the change before, and `changeAfter` says what it is then.

export function enqueueEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return changeEvent('enqueue', change.change_id, act, {
    operation: change.operation,
    category: change.category,
    model: change.model_name,
    user_id: act.actor.userId,
    username: act.actor.username,
    payload: change.payload,
    payload_format: change.payload_format,
    base_hash: change.base_hash,
    request_metadata: change.request_metadata,
    related_models: change.related_models,
    notes: change.notes,
  });
}

/** What the approve and reject events of one call have in common. */
export interface ReviewCall {
  readonly title: string;
  /** Number of the batch into which the call approves changes; null when it approves none. */
  readonly batchId: number | null;
  /**
   * The risks of the decided changes at the time of the call, by change id; null or absent when a risk was
   * not assessed.
   */
  readonly risks: ReadonlyMap<number, RiskLevel | null>;
}

export function approveEvent(change: ChangeHead, call: ReviewCall, act: QueueAct): NewAuditEvent {
  return changeEvent('approve', change.change_id, act, reviewed(change, call, act));
}

/** Makes the event of an approval that is not enough by itself: the change stays pending. */
export function endorseEvent(change: ChangeHead, act: QueueAct): NewAuditEvent {
  return changeEvent('endorse', change.change_id, act, {
    version: change.version,
    approver_username: act.actor.username,
  });
}

export function rejectEvent(
  change: ChangeHead,
  call: ReviewCall & { readonly reason: string },
  act: QueueAct,
): NewAuditEvent {
  const said = { ...reviewed(change, call, act), reason: call.reason };
  return changeEvent('reject', change.change_id, act, said);
}

/**
 * Gives the content of an approve or reject event. Each change has an event of its own, so `change_ids` has
 * one id.
 */
function reviewed(
  { change_id }: ChangeHead,
  { batchId, title, risks }: ReviewCall,
  act: QueueAct,
): JsonObject {
  return {
    change_ids: [change_id],
    batch_id: batchId,
    batch_title: title,
    approver_id: act.actor.userId,
    approver_username: act.actor.username,
    ...assessed(risks.get(change_id)),
  };
}

/** Gives the field `risk` for the event of a decided change; no field when the risk was not assessed. */
function assessed(risk: RiskLevel | null = null): JsonObject {
  return risk === null ? {} : { risk };
}

/**
 * Makes the event of a change that was applied.
 *
 * @param title a new title for the batch; null when the batch keeps the title from its approval
 * @param eventId id of the event that records the write of the model; null when no record was written, or the
 * audit trail is switched off
 */
export function applyEvent(
  change: ChangeHead,
  {
    jobId,
    title,
    eventId,
  }: { readonly jobId: string; readonly title: string | null; readonly eventId: number | null },
  act: QueueAct,
): NewAuditEvent {
  return changeEvent('apply', change.change_id, act, {
    batch_id: change.batch_id,
    job_id: jobId,
    applied_username: act.actor.username,
    model_event_id: eventId,
    ...(title !== null && { batch_title: title }),
  });
}

export function splitEvent(split: BatchSplit, act: QueueAct): NewAuditEvent {
  return queueEvent('batch_split', 'queue', act, { ...split, reason: 'partial_apply' });
}

export function purgeEvent(change: ChangeHead, act: QueueAct): NewAuditEvent {
  return changeEvent('purge', change.change_id, act, {
    batch_id: change.batch_id,
    category: change.category,
    requested_by: change.requested_by,
    purged_by_username: act.actor.username,
    model: change.model_name,
  });
}

export function withdrawEvent(
  change: ChangeHead,
  { reason, risk }: { readonly reason: string; readonly risk: RiskLevel | null | undefined },
  act: QueueAct,
): NewAuditEvent {
  return changeEvent('withdraw', change.change_id, act, {
    username: act.actor.username,
    reason,
    ...assessed(risk),
  });
}

/** Makes the event of the removal of an approval. It names the batch that the change leaves. */
export function unapproveEvent(change: ChangeHead, act: QueueAct): NewAuditEvent {
  return changeEvent('unapprove', change.change_id, act, {
    batch_id: change.batch_id,
    approver_username: act.actor.username,
  });
}

/**
 * Makes the event of a new version. Like `enqueueEvent`, it has everything that the requestor submitted; the
 * name of the model only when the change follows a rename of it. When the change was approved, the event names
 * the batch that the change leaves.
 */
export function reviseEvent(
  change: StoredChange,
  next: Pick<StoredChange, 'model_name' | 'related_models' | 'payload' | 'base_hash' | 'request_metadata'>,
  act: QueueAct,
): NewAuditEvent {
  return changeEvent('revise', change.change_id, act, {
    batch_id: change.batch_id,
    version: change.version + 1,
    username: act.actor.username,
    ...(next.model_name !== change.model_name && { model: next.model_name }),
    payload: next.payload,
    base_hash: next.base_hash,
    request_metadata: next.request_metadata,
    related_models: next.related_models,
    notes: change.notes,
  });
}

/**
 * Makes the event of an approver's request for another version, with a comment. When the change was approved,
 * the event names the batch that the change leaves.
 */
export function requestChangesEvent(change: ChangeHead, text: string, act: QueueAct): NewAuditEvent {
  return changeEvent('request_changes', change.change_id, act, {
    batch_id: change.batch_id,
    username: act.actor.username,
    text,
  });
}

/** Makes the event of a comment; the id of the event is the id of the comment. */
export function commentEvent(changeId: number, text: string, act: QueueAct): NewAuditEvent {
  return changeEvent('comment', changeId, act, {
    username: act.actor.username,
    text,
  });
}

/**
 * Makes the event of the comment that says for which request for a model a change is proposed. Reviewers
 * decide by it, so that nobody can edit or delete it. It is without the request's name: whoever reads the
 * change may not see that once the request is hidden.
 */
export function proposedForEvent(
  changeId: number,
  { request_id, wanted }: { readonly request_id: number; readonly wanted: number },
  act: QueueAct,
): NewAuditEvent {
  return changeEvent('comment', changeId, act, {
    username: act.actor.username,
    text: `Proposed for request ${request_id}, which ${wanted} want.`,
    proposed_for: request_id,
  });
}

/**
 * Makes the event of the edit or deletion of a comment.
 * @param text the new text; null deletes the comment
 */
export function commentChangeEvent(
  changeId: number,
  commentId: number,
  text: string | null,
  act: QueueAct,
): NewAuditEvent {
  const said = { comment_id: commentId, username: act.actor.username };
  if (text === null) return changeEvent('comment_delete', changeId, act, said);
  return changeEvent('comment_edit', changeId, act, { ...said, text });
}

function changeEvent(action: QueueAction, changeId: number, act: QueueAct, said: JsonObject): NewAuditEvent {
  return queueEvent(action, String(changeId), act, { change_id: changeId, ...said });
}

function queueEvent(action: QueueAction, modelName: string, act: QueueAct, said: JsonObject): NewAuditEvent {
  return newEvent({
    timestamp: act.now,
    domain: act.domain,
    category: queueCategory,
    model_name: modelName,
    operation: 'update',
    logical_user_id: act.actor.userId,
    request_id: null,
    payload: { after: { ...said, action } },
  });
}
