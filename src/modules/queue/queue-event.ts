import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import { isJsonObject, type JsonObject, type JsonValue, omitUndefined } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { canonicalFormat, changeOperation } from '../../records/enums.ts';
import { jsonObject } from '../../records/json-object.ts';
import {
  type AuditEvent,
  type changeActions,
  type NewAuditEvent,
  newEvent,
  queueCategory,
} from '../audit/index.ts';
import { reviewedKinds } from '../catalogues/index.ts';
import { type ColumnOf, riskLevels } from './pending-change.ts';

export type ChangeAction = (typeof changeActions)[number];

const idSchema = z.int();
const idOrNone = idSchema.nullable();
const text = z.string();
const objectOrNone = jsonObject.nullable();
const textsOrNone = z.array(text).nullable();
const risk = z.enum(riskLevels).optional();
/** Always one id, because each change has its own event. */
const change_ids = z.array(idSchema);

/** The fields of an event that contains a complete proposal. */
type SubmittedFields = z.ZodRawShape & Record<ColumnOf<'submitted'>, z.ZodType>;

/**
 * The data in the events of each action. The keys and their order are those of the stored events, because the
 * hash of an event depends on both. Optional members without a value are omitted, as in older events.
 */
export const queueFacts = {
  enqueue: z.object({
    change_id: idSchema,
    operation: changeOperation,
    category: text,
    model: text,
    user_id: text,
    username: text,
    payload: objectOrNone,
    payload_format: canonicalFormat,
    base_hash: text.nullable(),
    request_metadata: objectOrNone,
    related_models: textsOrNone,
    notes: text.nullable(),
    /** Both are set only for a change set. */
    resource_kind: z.enum(reviewedKinds).optional(),
    resource_id: text.optional(),
  } satisfies SubmittedFields),
  approve: z.object({
    change_id: idSchema,
    change_ids,
    batch_id: idSchema,
    batch_title: text,
    approver_id: text,
    approver_username: text,
    risk,
  }),
  /** `batch_id`: the batch into which the same call approves other changes; null when it approves none. */
  reject: z.object({
    change_id: idSchema,
    change_ids,
    batch_id: idOrNone,
    batch_title: text,
    approver_id: text,
    approver_username: text,
    risk,
    reason: text,
  }),
  /** An approval after which more approvals are required: the change stays pending. */
  endorse: z.object({ change_id: idSchema, version: idSchema, approver_username: text }),
  /**
   * `model_event_id`: the event that records the write of the model; null when no record was written.
   * `batch_title`: a new title for the batch.
   */
  apply: z.object({
    change_id: idSchema,
    batch_id: idOrNone,
    job_id: text,
    applied_username: text,
    model_event_id: idOrNone,
    batch_title: text.optional(),
  }),
  batch_split: z.object({
    original_batch_id: idSchema,
    new_batch_id: idSchema,
    reassigned_change_ids: z.array(idSchema),
    unapplied_change_ids: z.array(idSchema).optional(),
    reason: text,
  }),
  purge: z.object({
    change_id: idSchema,
    batch_id: idOrNone,
    category: text,
    requested_by: text,
    purged_by_username: text,
    model: text,
  }),
  withdraw: z.object({ change_id: idSchema, username: text, reason: text, risk }),
  /** `batch_id`: the batch from which the change is removed. */
  unapprove: z.object({ change_id: idSchema, batch_id: idOrNone, approver_username: text }),
  /**
   * A new version, with everything that the requestor submitted. `model` is present only if the model was
   * renamed since. `batch_id`: the batch from which an approved change is removed; null for a pending change.
   */
  revise: z.object({
    change_id: idSchema,
    batch_id: idOrNone,
    version: idSchema,
    username: text,
    model: text.optional(),
    payload: objectOrNone,
    base_hash: text.nullable(),
    request_metadata: objectOrNone,
    related_models: textsOrNone,
    notes: text.nullable(),
  } satisfies SubmittedFields),
  /** `batch_id`: the batch from which an approved change is removed; null for a pending change. */
  request_changes: z.object({ change_id: idSchema, batch_id: idOrNone, username: text, text }),
  /** The event's id is the comment's id. `proposed_for`: the model request that the comment names. */
  comment: z.object({ change_id: idSchema, username: text, text, proposed_for: idSchema.optional() }),
  comment_edit: z.object({ change_id: idSchema, comment_id: idSchema, username: text, text }),
  comment_delete: z.object({ change_id: idSchema, comment_id: idSchema, username: text }),
} as const satisfies Record<ChangeAction, z.ZodObject>;

/** The stored payload of a queue event, as in the API. */
export const queuePayload = z
  .discriminatedUnion('action', [
    createPayloadSchema('enqueue'),
    createPayloadSchema('approve'),
    createPayloadSchema('reject'),
    createPayloadSchema('endorse'),
    createPayloadSchema('apply'),
    createPayloadSchema('batch_split'),
    createPayloadSchema('purge'),
    createPayloadSchema('withdraw'),
    createPayloadSchema('unapprove'),
    createPayloadSchema('revise'),
    createPayloadSchema('request_changes'),
    createPayloadSchema('comment'),
    createPayloadSchema('comment_edit'),
    createPayloadSchema('comment_delete'),
  ])
  .meta({ id: 'QueueEventPayload', description: 'Data of the event, by action.' });

function createPayloadSchema<Action extends ChangeAction>(action: Action) {
  return queueFacts[action].extend({ action: z.literal(action) });
}

/** Some actions store the actor under other keys. Maps these keys to the keys in a `QueueEvent`. */
const actorKeys = {
  approver_id: 'user_id',
  approver_username: 'username',
  applied_username: 'username',
  purged_by_username: 'username',
} as const;
type ActorKey = keyof typeof actorKeys;

type StoredFacts<Action extends ChangeAction> = z.infer<(typeof queueFacts)[Action]>;
type Facts<Action extends ChangeAction> = {
  readonly [Key in keyof StoredFacts<Action> as Key extends ActorKey
    ? (typeof actorKeys)[Key]
    : Key]: StoredFacts<Action>[Key];
};

type EventOf<Action extends ChangeAction> = {
  readonly action: Action;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly domain: CanonicalFormat;
  readonly user_id: string;
  readonly username?: string;
} & Facts<Action>;
type Events = { [Action in ChangeAction]: EventOf<Action> };

/** An event of one of these actions, with its data. `user_id` and `username` identify the actor. */
export type QueueEventOf<Action extends ChangeAction> = Events[Action];

/** An event about a change or a batch in the queue. */
export type QueueEvent = QueueEventOf<ChangeAction>;

/** A queue event with its id in the audit trail. */
export type StoredQueueEvent = QueueEvent & { readonly event_id: number };

/**
 * A queue event that this release cannot parse, because it was altered or written by a newer release.
 * `problem` completes a sentence whose subject is the event.
 */
export interface UnreadableEvent {
  readonly problem: string;
}

/** Parses a queue event from the audit trail. */
export function parseQueueEvent(event: AuditEvent): StoredQueueEvent | UnreadableEvent {
  const { action, event_id, timestamp, domain, logical_user_id: user_id } = event;
  if (!isChangeAction(action)) return { problem: `has the unknown action '${action}'` };
  const parseResult = queueFacts[action].safeParse(event.payload?.after);
  if (!parseResult.success) {
    return {
      problem: `cannot be read as '${action}' of a change: ${formatIssues(parseResult.error, 'after')}`,
    };
  }
  const entries = Object.entries(parseResult.data).map(([key, value]) => [toEventKey(key), value]);
  // The user id of the audit event overrides its copy in the payload.
  const queueEvent = { ...Object.fromEntries(entries), action, event_id, timestamp, domain, user_id };
  return queueEvent as StoredQueueEvent;
}

/** Parses queue events, in the given order. Leaves out those that this release cannot parse. */
export function parseReadableEvents(events: readonly AuditEvent[]): StoredQueueEvent[] {
  return events.flatMap((event) => {
    const parsedEvent = parseQueueEvent(event);
    return 'problem' in parsedEvent ? [] : parsedEvent;
  });
}

/** Creates the audit event for a queue event. */
export function toAuditEvent(event: QueueEvent): NewAuditEvent {
  const { action, timestamp, domain, user_id, ...rest } = event;
  const facts: Readonly<Record<string, JsonValue | undefined>> = { ...rest, user_id };
  const storedEntries = Object.entries<z.ZodType>(queueFacts[action].shape).map(([key, schema]) => {
    const value = facts[toEventKey(key)];
    return [key, value === null && schema instanceof z.ZodOptional ? undefined : value] as const;
  });
  return newEvent({
    timestamp,
    domain,
    category: queueCategory,
    model_name: 'change_id' in event ? String(event.change_id) : 'queue',
    operation: 'update',
    logical_user_id: user_id,
    request_id: null,
    payload: { after: { ...omitUndefined(Object.fromEntries(storedEntries)), action } },
  });
}

/** Returns the stored data of an event, even if this release cannot parse it; empty when there is none. */
export function readStoredFacts({ payload }: Pick<AuditEvent, 'payload'>): JsonObject {
  return isJsonObject(payload?.after) ? payload.after : {};
}

function isChangeAction(action: AuditEvent['action']): action is ChangeAction {
  return action !== null && Object.hasOwn(queueFacts, action);
}

function toEventKey(key: string): string {
  return Object.hasOwn(actorKeys, key) ? actorKeys[key as ActorKey] : key;
}
