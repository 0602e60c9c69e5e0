import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditEvent, NewAuditEvent, QueueAction } from '../audit/index.ts';
import { asProposed, type ChangeHead, type ChangeStatus, unreviewed } from './pending-change.ts';

/**
 * Returns the `after` of the event's payload, which has facts about the event's change. Returns an empty
 * object when there is none.
 */
export function saidOf(event: Pick<AuditEvent, 'payload'>): JsonObject {
  return isJsonObject(event.payload?.after) ? event.payload.after : {};
}

/** Makes the change that an `enqueue` event adds to the queue. */
export function enqueued(event: NewAuditEvent): ChangeHead {
  const said = saidOf(event);
  return asProposed({
    change_id: said.change_id as number,
    category: said.category as string,
    model_name: said.model as string,
    operation: said.operation as ChangeHead['operation'],
    requested_by: event.logical_user_id,
    requested_username: said.username as string,
    requested_at: event.timestamp,
    domain: event.domain,
    payload_format: said.payload_format as ChangeHead['payload_format'],
    base_hash: said.base_hash as string | null,
  });
}

/** What one kind of event does to a change. */
interface Step {
  /** Gives the status that the change must have before the event. Absent: any status. */
  readonly from?: (event: NewAuditEvent) => ChangeStatus;
  /**
   * Returns the reason, other than the status, why the event cannot happen to the change; null when there is
   * none. The text continues a sentence that begins with the event, such as
   * `approves another version of change 3 than 2`.
   */
  readonly unfit?: (change: ChangeHead, event: NewAuditEvent, said: JsonObject) => string | null;
  /** Gives the new values of the fields that the event changes. */
  readonly makes: (event: NewAuditEvent, said: JsonObject, change: ChangeHead) => Partial<ChangeHead>;
}

const pending = () => 'pending' as const;
const approved = () => 'approved' as const;
/**
 * Returns the status that a change must have before a `revise` or `request_changes` event. An event that
 * names a batch takes an approved change out of that batch. An event without a batch is about a pending
 * change.
 */
const undecided = ({ batch_id }: NewAuditEvent) => (batch_id === null ? 'pending' : 'approved');

const takesOut = (change: ChangeHead, event: NewAuditEvent) =>
  outOfBatch(`takes change ${change.change_id} out of`, change, event);

/**
 * What each kind of event does to a change. Services use this table to write changes, and the replay of the
 * audit trail uses it to rebuild them.
 */
const steps = {
  approve: {
    from: pending,
    makes: (event, said) => ({
      ...reviewed(said),
      status: 'approved',
      approved_by: event.logical_user_id,
      approved_username: said.approver_username as string,
      approved_at: event.timestamp,
      changes_requested_by: null,
    }),
  },
  reject: {
    from: pending,
    makes: (event, said) => ({ ...reviewed(said), ...rejected(event, said, said.approver_username) }),
  },
  /** One of several approvals that the change needs. The change stays pending. */
  endorse: {
    from: pending,
    unfit: ({ change_id, version }, _event, said) =>
      said.version === version ? null : `approves another version of change ${change_id} than ${version}`,
    makes: (event, said, { approvals }) => ({
      approvals: [
        ...(approvals ?? []),
        {
          user_id: event.logical_user_id,
          username: said.approver_username as string,
          at: event.timestamp,
        },
      ],
    }),
  },
  apply: {
    from: approved,
    unfit: (change, event) => outOfBatch(`applies change ${change.change_id} in`, change, event),
    makes: (event, said) => ({
      status: 'applied',
      applied_at: event.timestamp,
      applied_by: event.logical_user_id,
      applied_username: said.applied_username as string,
      applied_job_id: said.job_id as string,
      applied_event_id: said.model_event_id as number | null,
      ...(typeof said.batch_title === 'string' && { batch_title: said.batch_title }),
    }),
  },
  withdraw: {
    from: pending,
    unfit: (change, event) => byAnother('withdraws', change, event),
    makes: (event, said) => rejected(event, said, said.username),
  },
  unapprove: { from: approved, unfit: takesOut, makes: () => unreviewed },
  /** A new version of the proposal, which nobody has approved yet. */
  revise: {
    from: undecided,
    unfit: (change, event, said) => {
      const { change_id, version } = change;
      const isNext = said.version === version + 1;
      const wrong = isNext ? null : `makes version ${said.version} of change ${change_id} after ${version}`;
      return takesOut(change, event) ?? byAnother('revises', change, event) ?? wrong;
    },
    makes: (_event, said, { model_name }) => ({
      ...unreviewed,
      // The model was renamed since, and the new version is about it under its new name.
      model_name: typeof said.model === 'string' ? said.model : model_name,
      version: said.version as number,
      base_hash: said.base_hash as string | null,
    }),
  },
  request_changes: {
    from: undecided,
    unfit: takesOut,
    makes: (event) => ({ ...unreviewed, changes_requested_by: event.logical_user_id }),
  },
} as const satisfies Partial<Record<QueueAction, Step>>;

function reviewed(said: JsonObject): Partial<ChangeHead> {
  return {
    batch_id: said.batch_id as number | null,
    batch_title: said.batch_title as string,
    decided_risk: riskOf(said),
  };
}

function rejected(event: NewAuditEvent, said: JsonObject, username: unknown): Partial<ChangeHead> {
  return {
    status: 'rejected',
    rejected_by: event.logical_user_id,
    rejected_username: username as string,
    rejected_at: event.timestamp,
    reject_reason: said.reason as string,
    decided_risk: riskOf(said),
  };
}

function riskOf({ risk = null }: JsonObject): ChangeHead['decided_risk'] {
  return risk as ChangeHead['decided_risk'];
}

function byAnother(
  does: string,
  { change_id, requested_by }: ChangeHead,
  event: NewAuditEvent,
): string | null {
  const { logical_user_id: user } = event;
  if (user === requested_by) return null;
  return `${does} change ${change_id}, which ${requested_by} has proposed, as ${user}`;
}

/**
 * Returns a message when an event names another batch than the batch of the change; null when it names the
 * same.
 * @param does the beginning of the message, such as `applies change 3 in`; “another batch” follows
 */
export function outOfBatch(does: string, { batch_id }: ChangeHead, event: NewAuditEvent): string | null {
  return event.batch_id === batch_id ? null : `${does} another batch than ${batch_id}`;
}

function stepOf({ action }: NewAuditEvent): Step | undefined {
  return action === null ? undefined : (steps as Partial<Record<QueueAction, Step>>)[action];
}

/**
 * Returns the reason why an event cannot be the next event of a change; null when it can. The reason
 * continues a sentence that begins with the event.
 */
export function unfitFor(change: ChangeHead, event: NewAuditEvent): string | null {
  const step = stepOf(event);
  const needed = step?.from?.(event) ?? change.status;
  if (change.status !== needed)
    return `is about change ${event.change_id} as ${needed}, but it is ${change.status}`;
  return step?.unfit?.(change, event, saidOf(event)) ?? null;
}

/**
 * Returns the new values of the fields that an event changes in a change. Empty for an event that changes
 * none, such as a comment.
 */
function changedBy(event: NewAuditEvent, change: ChangeHead): Partial<ChangeHead> {
  const made = stepOf(event)?.makes(event, saidOf(event), change);
  return made ? { ...made, updated_at: event.timestamp } : {};
}

/**
 * Returns the change as it is after the event.
 * @throws Error when the event cannot be the next one of this change. Services check this before they make an
 * event.
 */
export function changeAfter<Change extends ChangeHead>(change: Change, event: NewAuditEvent): Change {
  const unfit = unfitFor(change, event);
  if (unfit) throw new Error(`An event of change ${change.change_id} ${unfit}`);
  return { ...change, ...changedBy(event, change) };
}

/** Rebuilds a purged change from its own events; null when they do not begin with an `enqueue` event. */
export function changeOfEvents(events: readonly AuditEvent[]): ChangeHead | null {
  const [first, ...rest] = events;
  if (first?.action !== 'enqueue') return null;
  let change = enqueued(first);
  for (const event of rest) {
    // Splits are no events of the change, but the batch that it was purged from is known.
    const batch = event.action === 'purge' ? { batch_id: saidOf(event).batch_id as number | null } : {};
    change = { ...change, ...batch, ...changedBy(event, change) };
  }
  return change;
}
