import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditEvent, QueueAction } from '../audit/event.ts';
import { type ChangeHead, unreviewed } from './pending-change.ts';

/** What a queue event says. */
export function saidOf(event: Pick<AuditEvent, 'payload'>): JsonObject {
  return isJsonObject(event.payload?.after) ? event.payload.after : {};
}

/** The change that an `enqueue` event tells of. */
export function enqueued(event: AuditEvent): ChangeHead {
  const said = saidOf(event);
  return {
    change_id: said.change_id as number,
    category: said.category as string,
    model_name: said.model as string,
    operation: said.operation as ChangeHead['operation'],
    requested_by: event.logical_user_id,
    requested_username: said.username as string,
    requested_at: event.timestamp,
    ...unreviewed,
    version: 1,
    updated_at: event.timestamp,
    domain: event.domain,
    payload_format: said.payload_format as ChangeHead['payload_format'],
    base_hash: said.base_hash as string | null,
  };
}

type Step = (change: ChangeHead, event: AuditEvent) => ChangeHead;

/** What the events of a change's way through the queue make of it. */
export const changeSteps = {
  approve: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    ...reviewed(event),
    status: 'approved',
    approved_by: event.logical_user_id,
    approved_username: saidOf(event).approver_username as string,
    approved_at: event.timestamp,
    changes_requested_by: null,
    decided_risk: riskOf(event),
  }),
  reject: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    ...reviewed(event),
    status: 'rejected',
    rejected_by: event.logical_user_id,
    rejected_username: saidOf(event).approver_username as string,
    rejected_at: event.timestamp,
    reject_reason: saidOf(event).reason as string,
    decided_risk: riskOf(event),
  }),
  apply: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    status: 'applied',
    applied_at: event.timestamp,
    applied_by: event.logical_user_id,
    applied_username: saidOf(event).applied_username as string,
    applied_job_id: saidOf(event).job_id as string,
    applied_event_id: saidOf(event).model_event_id as number | null,
    updated_at: event.timestamp,
  }),
  withdraw: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    status: 'rejected',
    rejected_by: event.logical_user_id,
    rejected_username: saidOf(event).username as string,
    rejected_at: event.timestamp,
    reject_reason: saidOf(event).reason as string,
    decided_risk: riskOf(event),
    updated_at: event.timestamp,
  }),
  unapprove: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    ...unreviewed,
    updated_at: event.timestamp,
  }),
  endorse: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    approvals: [
      ...(change.approvals ?? []),
      {
        user_id: event.logical_user_id,
        username: saidOf(event).approver_username as string,
        at: event.timestamp,
      },
    ],
    updated_at: event.timestamp,
  }),
  /** A new version, which nobody has approved yet. */
  revise: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    ...unreviewed,
    version: saidOf(event).version as number,
    base_hash: saidOf(event).base_hash as string | null,
    updated_at: event.timestamp,
  }),
  request_changes: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    ...unreviewed,
    changes_requested_by: event.logical_user_id,
    updated_at: event.timestamp,
  }),
  /** For each of the changes that it reassigns. */
  batch_split: (change: ChangeHead, event: AuditEvent): ChangeHead => ({
    ...change,
    batch_id: saidOf(event).new_batch_id as number,
    updated_at: event.timestamp,
  }),
} as const satisfies Partial<Record<QueueAction, Step>>;

function riskOf(event: AuditEvent): ChangeHead['decided_risk'] {
  return (saidOf(event).risk ?? null) as ChangeHead['decided_risk'];
}

function reviewed(event: AuditEvent): Pick<ChangeHead, 'batch_id' | 'batch_title' | 'updated_at'> {
  const { batch_id, batch_title } = saidOf(event);
  return {
    batch_id: batch_id as number | null,
    batch_title: batch_title as string,
    updated_at: event.timestamp,
  };
}

const steps: Partial<Record<QueueAction, Step>> = changeSteps;

/** A change as its own events tell it: for one that was purged. Null without an `enqueue` event. */
export function changeOfEvents(events: readonly AuditEvent[]): ChangeHead | null {
  const [first, ...rest] = events;
  if (first?.action !== 'enqueue') return null;
  let change = enqueued(first);
  for (const event of rest) {
    const { action } = event;
    // Splits are no events of the change, but the batch that it was purged from is known.
    if (action === 'purge') change = { ...change, batch_id: saidOf(event).batch_id as number | null };
    const step: Step | undefined = action === null ? undefined : steps[action];
    if (step) change = step(change, event);
  }
  return change;
}
