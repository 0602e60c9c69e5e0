import { createProposedChange, unreviewedValues } from './change-rules.ts';
import {
  type ChangeHead,
  type ChangeStatus,
  modelResource,
  pickSubmittedHead,
  type RiskLevel,
} from './pending-change.ts';
import type { QueueEvent, QueueEventOf, StoredQueueEvent } from './queue-event.ts';

/** Creates the queued change from its `enqueue` event. */
export function createChangeFromEvent(event: QueueEventOf<'enqueue'>): ChangeHead {
  return createProposedChange({
    change_id: event.change_id,
    category: event.category,
    model_name: event.model,
    operation: event.operation,
    requested_by: event.user_id,
    requested_username: event.username,
    requested_at: event.timestamp,
    domain: event.domain,
    payload_format: event.payload_format,
    ...pickSubmittedHead(event),
    resource_kind: event.resource_kind ?? modelResource.resource_kind,
    resource_id: event.resource_id ?? modelResource.resource_id,
  });
}

/** The effect of an event on a change. */
interface Step {
  /** The required status of the change before the event. */
  readonly requiredStatus: ChangeStatus;
  /**
   * The reason, other than the status, why the event is invalid for the change; null or absent when the event
   * is valid. The reason completes a sentence whose subject is the event, such as `approves another version
   * of change 3 than 2`.
   */
  readonly mismatch?: string | null;
  /** The new values of the fields that the event changes. */
  readonly changedFields: Partial<ChangeHead>;
}

/**
 * Returns the effect of an event on a change; null for an event that changes no field, such as a comment.
 * Used both to write changes and to replay the audit trail.
 */
function findStep(change: ChangeHead, event: QueueEvent): Step | null {
  const { change_id, version } = change;
  switch (event.action) {
    case 'approve':
      return {
        requiredStatus: 'pending',
        changedFields: {
          ...createReviewFields(event),
          status: 'approved',
          approved_by: event.user_id,
          approved_username: event.username,
          approved_at: event.timestamp,
          changes_requested_by: null,
        },
      };
    case 'reject':
      return {
        requiredStatus: 'pending',
        changedFields: { ...createReviewFields(event), ...createRejectionFields(event) },
      };
    case 'endorse':
      return {
        requiredStatus: 'pending',
        mismatch:
          event.version === version
            ? null
            : `approves version ${event.version} of change ${change_id}; expected ${version}`,
        changedFields: {
          approvals: [
            ...(change.approvals ?? []),
            { user_id: event.user_id, username: event.username, at: event.timestamp },
          ],
        },
      };
    case 'apply':
      return {
        requiredStatus: 'approved',
        mismatch: findBatchMismatch(`applies change ${change_id} in`, change, event),
        changedFields: {
          status: 'applied',
          applied_at: event.timestamp,
          applied_by: event.user_id,
          applied_username: event.username,
          applied_job_id: event.job_id,
          applied_event_id: event.model_event_id,
          ...(event.batch_title !== undefined && { batch_title: event.batch_title }),
        },
      };
    case 'withdraw':
      return {
        requiredStatus: 'pending',
        mismatch: findActorMismatch('withdraws', change, event),
        changedFields: createRejectionFields(event),
      };
    case 'unapprove':
      return {
        requiredStatus: 'approved',
        mismatch: findRemovalMismatch(change, event),
        changedFields: unreviewedValues,
      };
    case 'revise': {
      const isNext = event.version === version + 1;
      const versionProblem = isNext
        ? null
        : `revises change ${change_id} to version ${event.version}; expected ${version + 1}`;
      return {
        requiredStatus: chooseRequiredStatus(event),
        mismatch:
          findRemovalMismatch(change, event) ?? findActorMismatch('revises', change, event) ?? versionProblem,
        changedFields: {
          ...unreviewedValues,
          // A different name if the model was renamed: the new version then uses the new name.
          model_name: event.model ?? change.model_name,
          version: event.version,
          ...pickSubmittedHead(event),
        },
      };
    }
    case 'request_changes':
      return {
        requiredStatus: chooseRequiredStatus(event),
        mismatch: findRemovalMismatch(change, event),
        changedFields: { ...unreviewedValues, changes_requested_by: event.user_id },
      };
    default:
      return null;
  }
}

interface BatchReference {
  readonly batch_id: number | null;
}

/**
 * Returns the required status of a change before a `revise` or `request_changes` event. If the event has a
 * batch, it removes an approved change from that batch. If it has no batch, the change is pending.
 */
function chooseRequiredStatus({ batch_id }: BatchReference): ChangeStatus {
  return batch_id === null ? 'pending' : 'approved';
}

function findRemovalMismatch(change: ChangeHead, event: BatchReference): string | null {
  return findBatchMismatch(`takes change ${change.change_id} out of`, change, event);
}

interface RiskField {
  readonly risk?: RiskLevel | undefined;
}

function createReviewFields(
  event: RiskField & { readonly batch_id: number | null; readonly batch_title: string },
) {
  return {
    batch_id: event.batch_id,
    batch_title: event.batch_title,
    decided_risk: event.risk ?? null,
  };
}

function createRejectionFields(
  event: QueueEventOf<'reject'> | QueueEventOf<'withdraw'>,
): Partial<ChangeHead> {
  return {
    status: 'rejected',
    rejected_by: event.user_id,
    rejected_username: event.username,
    rejected_at: event.timestamp,
    reject_reason: event.reason,
    decided_risk: event.risk ?? null,
  };
}

function findActorMismatch(
  verb: string,
  { change_id, requested_by }: ChangeHead,
  { user_id }: Pick<QueueEvent, 'user_id'>,
): string | null {
  if (user_id === requested_by) return null;
  return `${verb} change ${change_id} as account ${user_id}; allowed: its requestor, account ${requested_by}`;
}

/**
 * Returns a message when the event's batch is not the batch of the change; null when it is.
 * @param verb the beginning of the message, such as `applies change 3 in`. The text `batch …` is appended
 */
export function findBatchMismatch(
  verb: string,
  { batch_id }: ChangeHead,
  event: BatchReference,
): string | null {
  return event.batch_id === batch_id
    ? null
    : `${verb} batch ${event.batch_id ?? 'none'}; expected ${batch_id ?? 'none'}`;
}

/**
 * Returns the reason why an event cannot be the next event of a change; null when it can. The reason
 * completes a sentence whose subject is the event.
 */
export function findEventProblem(change: ChangeHead, event: QueueEvent): string | null {
  const step = findStep(change, event);
  if (step && change.status !== step.requiredStatus)
    return `requires change ${change.change_id} to be ${step.requiredStatus}; found ${change.status}`;
  return step?.mismatch ?? null;
}

/**
 * Returns the new values of the fields that an event changes. Empty for an event that changes none, such as a
 * comment.
 */
function computeChangedFields(event: QueueEvent, change: ChangeHead): Partial<ChangeHead> {
  const step = findStep(change, event);
  return step ? { ...step.changedFields, updated_at: event.timestamp } : {};
}

/**
 * Returns the change after the event.
 * @throws Error when the event cannot be the change's next event; services check this before they create the
 *   event
 */
export function advanceChange<Change extends ChangeHead>(change: Change, event: QueueEvent): Change {
  const problem = findEventProblem(change, event);
  if (problem) throw new Error(`An event of change ${change.change_id} ${problem}`);
  return { ...change, ...computeChangedFields(event, change) };
}

/** Rebuilds a purged change from its own events; null when they do not begin with an `enqueue` event. */
export function rebuildChange(events: readonly StoredQueueEvent[]): ChangeHead | null {
  const [first, ...rest] = events;
  if (first?.action !== 'enqueue') return null;
  let change = createChangeFromEvent(first);
  for (const event of rest) {
    // A split is not an event of the change, so the batch comes from the purge event.
    const batchField = event.action === 'purge' ? { batch_id: event.batch_id } : {};
    change = { ...change, ...batchField, ...computeChangedFields(event, change) };
  }
  return change;
}
