import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { newEvent } from '../audit/chain.ts';
import { type NewAuditEvent, type QueueAction, queueCategory } from '../audit/event.ts';
import type { ChangeHead, StoredChange } from './pending-change.ts';

/** A change of the queue's open batch: what was applied stays in the original one. */
export type BatchSplit = {
  original_batch_id: number;
  new_batch_id: number;
  reassigned_change_ids: number[];
};

/** Who did something to the queue, when, on a deployment of which canonical format. */
export interface QueueAct {
  readonly domain: CanonicalFormat;
  /** Unix seconds. */
  readonly now: number;
  readonly actor: { readonly userId: string; readonly username: string };
}

// Together the events of a change say everything that its row says, so the queue can be rebuilt from them.

export function enqueueEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('enqueue', String(change.change_id), act, {
    change_id: change.change_id,
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

export function approveEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('approve', String(change.change_id), act, reviewed(change, act));
}

/** An approval of which more are needed: the change stays pending. */
export function endorseEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('endorse', String(change.change_id), act, {
    change_id: change.change_id,
    version: change.version,
    approver_username: act.actor.username,
  });
}

export function rejectEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('reject', String(change.change_id), act, {
    ...reviewed(change, act),
    reason: change.reject_reason,
  });
}

/**
 * One event per change, so that each change has its own trail; `change_ids` names the changes that the event
 * speaks of.
 */
function reviewed(change: StoredChange, act: QueueAct): JsonObject {
  return {
    change_id: change.change_id,
    change_ids: [change.change_id],
    batch_id: change.batch_id,
    batch_title: change.batch_title,
    approver_id: act.actor.userId,
    approver_username: act.actor.username,
    ...assessed(change),
  };
}

/** How risky it was then, where somebody has assessed it. */
function assessed({ decided_risk: risk }: StoredChange): JsonObject {
  return risk === null ? {} : { risk };
}

export function applyEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('apply', String(change.change_id), act, {
    change_id: change.change_id,
    batch_id: change.batch_id,
    job_id: change.applied_job_id,
    applied_username: act.actor.username,
    model_event_id: change.applied_event_id,
  });
}

export function splitEvent(split: BatchSplit, act: QueueAct): NewAuditEvent {
  return queueEvent('batch_split', 'queue', act, { ...split, reason: 'partial_apply' });
}

export function purgeEvent(change: ChangeHead, act: QueueAct): NewAuditEvent {
  return queueEvent('purge', String(change.change_id), act, {
    change_id: change.change_id,
    batch_id: change.batch_id,
    category: change.category,
    requested_by: change.requested_by,
    purged_by_username: act.actor.username,
    model: change.model_name,
  });
}

/** Its requestor takes a proposal back. */
export function withdrawEvent(change: StoredChange, act: QueueAct): NewAuditEvent {
  return queueEvent('withdraw', String(change.change_id), act, {
    change_id: change.change_id,
    username: act.actor.username,
    reason: change.reject_reason,
    ...assessed(change),
  });
}

/** An approval is taken back. Filed under the batch that the change has left. */
export function unapproveEvent(change: StoredChange, leftBatch: number | null, act: QueueAct): NewAuditEvent {
  return queueEvent('unapprove', String(change.change_id), act, {
    change_id: change.change_id,
    batch_id: leftBatch,
    approver_username: act.actor.username,
  });
}

/**
 * A new version of a proposal: all that was submitted, as `enqueueEvent` says it. Filed under the batch that
 * the change has left, if it was approved.
 */
export function reviseEvent(change: StoredChange, leftBatch: number | null, act: QueueAct): NewAuditEvent {
  return queueEvent('revise', String(change.change_id), act, {
    change_id: change.change_id,
    batch_id: leftBatch,
    version: change.version,
    username: act.actor.username,
    payload: change.payload,
    base_hash: change.base_hash,
    request_metadata: change.request_metadata,
    related_models: change.related_models,
    notes: change.notes,
  });
}

/** An approver asks for another version, with a comment. Filed under the batch that the change has left. */
export function requestChangesEvent(
  change: StoredChange,
  leftBatch: number | null,
  text: string,
  act: QueueAct,
): NewAuditEvent {
  return queueEvent('request_changes', String(change.change_id), act, {
    change_id: change.change_id,
    batch_id: leftBatch,
    username: act.actor.username,
    text,
  });
}

/** The event's id is the comment's. */
export function commentEvent(changeId: number, text: string, act: QueueAct): NewAuditEvent {
  return queueEvent('comment', String(changeId), act, {
    change_id: changeId,
    username: act.actor.username,
    text,
  });
}

/** @param text null: the comment is deleted */
export function commentChangeEvent(
  changeId: number,
  commentId: number,
  text: string | null,
  act: QueueAct,
): NewAuditEvent {
  const said = { change_id: changeId, comment_id: commentId, username: act.actor.username };
  if (text === null) return queueEvent('comment_delete', String(changeId), act, said);
  return queueEvent('comment_edit', String(changeId), act, { ...said, text });
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
