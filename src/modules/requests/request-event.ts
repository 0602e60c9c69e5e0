import { z } from 'zod';
import { formatIssues } from '../../kernel/issues-text.ts';
import { omitUndefined } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { jsonObject } from '../../records/json-object.ts';
import { type AuditEvent, type NewAuditEvent, newEvent } from '../audit/index.ts';

const createActionShape = <const Action extends string, Facts extends z.ZodObject>(
  action: Action,
  facts: Facts,
) => z.object({ action: z.literal(action), facts });

// Optional, because releases up to 0.3.0 imported steps from other registries without it.
const text = z.string().nullish();
const id = z.int().nullish();
const decisionFacts = z.object({ text });

/** The actions on a request, with the facts of their audit events under `payload.after`. */
const requestActionShape = z.discriminatedUnion('action', [
  /**
   * `text` is the account's reason for wanting the model. `keys` are the keys for finding similar requests.
   */
  createActionShape(
    'ask',
    z.object({
      category: z.string(),
      name: z.string(),
      link: text,
      known: jsonObject.nullish(),
      text,
      keys: z.array(z.string()),
    }),
  ),
  createActionShape('second', z.object({ text })),
  createActionShape('unsecond', z.object({})),
  /**
   * `from` is the id of the duplicate. `joined` is the number of accounts that wanted the model of the
   * duplicate but not yet the model of this request.
   */
  createActionShape('join', z.object({ from: z.int(), joined: z.int() })),
  createActionShape('comment', z.object({ text })),
  createActionShape('accept', decisionFacts),
  createActionShape('decline', decisionFacts),
  createActionShape('duplicate', z.object({ duplicate_of: id, text })),
  createActionShape('reopen', decisionFacts),
  createActionShape('propose', z.object({ change_id: id })),
  createActionShape('fulfil', z.object({ text, model_name: text, change_id: id })),
  createActionShape('hide', decisionFacts),
  createActionShape('unhide', decisionFacts),
  /** Hides the comment with the event id `comment`, or the reason of the account `user_id`. */
  createActionShape('hide_comment', z.object({ user_id: text, comment: id, text })),
  createActionShape('unhide_comment', z.object({ user_id: text, comment: id, text })),
]);

export type RequestActionFacts = z.infer<typeof requestActionShape>;
export type RequestAction = RequestActionFacts['action'];
export type FactsOf<Action extends RequestAction> = Extract<RequestActionFacts, { action: Action }>['facts'];
export const requestActions = requestActionShape.options.map(({ shape }) => shape.action.value);

/** A step as stored with its request. */
export interface StoredStep {
  readonly request_id: number;
  readonly event_id: number;
  readonly action: RequestAction;
  /** Unix seconds. */
  readonly at: number;
  readonly user_id: string;
  readonly username: string;
  /**
   * The text of the step: a comment, a reason for a decision, or why an account wants the model. Null when
   * the step has no text, or is a hidden comment.
   */
  readonly text: string | null;
  /** The change linked by a step `propose`; null for other steps. */
  readonly change_id: number | null;
}

/** An action on a request, as recorded by its audit event. */
export type RequestStep = StoredStep & RequestActionFacts;

/**
 * The actor and time (Unix seconds) of a step. `domain` is the registry's canonical format, for the audit
 * event.
 */
export interface RequestAct {
  readonly domain: CanonicalFormat;
  readonly now: number;
  readonly actor: { readonly userId: string; readonly username: string };
}

/**
 * Creates the audit event of a step. It states the category and name of the requested model, but changes no
 * model. `payload.model_request` marks it as an event about a request.
 */
export function createRequestEvent(
  { request_id, category, name }: { request_id: number; category: string; name: string },
  { action, facts }: RequestActionFacts,
  { now, domain, actor }: RequestAct,
): NewAuditEvent {
  return newEvent({
    timestamp: now,
    domain,
    category,
    model_name: name,
    operation: action === 'ask' ? 'create' : 'update',
    logical_user_id: actor.userId,
    request_id: null,
    payload: {
      model_request: request_id,
      request_action: action,
      username: actor.username,
      after: omitUndefined({ ...facts }),
    },
  });
}

const storedStepShape = z.object({
  model_request: z.int(),
  request_action: z.unknown(),
  username: z.string(),
  after: z.unknown(),
  /** For an imported step: the account that took it in the other registry, and the time. */
  imported: z.object({ at: z.int(), user_id: z.string() }).optional(),
});

/**
 * Returns the stored action of a request's event. It may be an action of a newer release, unknown to this
 * one.
 */
export function readStoredAction({ payload }: Pick<AuditEvent, 'payload'>): string {
  return String(payload?.request_action);
}

/**
 * Parses a step from its audit event. If that fails, `problem` says why, worded to follow a subject such as
 * `event 12`.
 */
export function parseRequestStep(
  event: Pick<AuditEvent, 'event_id' | 'payload' | 'timestamp' | 'logical_user_id'>,
): RequestStep | { readonly problem: string } {
  const parseResult = storedStepShape.safeParse(event.payload);
  if (!parseResult.success) return createUnreadableProblem(parseResult.error);
  const {
    model_request: request_id,
    username,
    imported,
    request_action: action,
    after: facts,
  } = parseResult.data;
  const parsed = requestActionShape.safeParse({ action, facts });
  if (!parsed.success) return createUnreadableProblem(parsed.error);
  return createRequestStep(parsed.data, {
    request_id,
    event_id: event.event_id,
    at: imported?.at ?? event.timestamp,
    user_id: imported?.user_id ?? event.logical_user_id,
    username,
  });
}

function createUnreadableProblem(error: z.ZodError) {
  return { problem: `cannot be read as a step of a request: ${formatIssues(error, 'payload')}` };
}

/** Creates the step of an action. */
export function createRequestStep(
  actionFacts: RequestActionFacts,
  step: Omit<StoredStep, 'action' | 'text' | 'change_id'>,
): RequestStep {
  return {
    ...step,
    text: ('text' in actionFacts.facts ? actionFacts.facts.text : null) ?? null,
    change_id: (actionFacts.action === 'propose' ? actionFacts.facts.change_id : null) ?? null,
    ...actionFacts,
  };
}
