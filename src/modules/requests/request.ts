import { z } from 'zod';
import { categoryEnum, requestStates, storedCategory } from '../../records/enums.ts';
import { jsonObject } from '../../records/json-object.ts';
import { draftDuplicate } from '../drafts/index.ts';
import type { FactsOf, RequestAction, RequestStep, StoredStep } from './request-event.ts';

export type RequestState = (typeof requestStates)[number];

/** A user's request to add a model to the registry, as the API returns it. */
export const modelRequest = z
  .object({
    request_id: z.int(),
    category: storedCategory,
    name: z.string(),
    link: z.string().nullable(),
    why: z.string().nullable().meta({ description: 'Plain text.' }),
    known: jsonObject.nullable().meta({
      description:
        'Facts from the linked page: page, baseline, size, files with hashes. Third-party texts. Null if nothing was found.',
    }),
    state: z.enum(requestStates).meta({ id: 'RequestState' }),
    /** Set by an approver with the last decision. */
    reason: z.string().nullable().meta({ description: 'Reason of the decision. Plain text.' }),
    requested_by: z.string(),
    requested_username: z.string().meta({ description: '`name#id`.' }),
    requested_at: z.int().meta({ description: 'Unix seconds, UTC.' }),
    decided_by: z.string().nullable(),
    decided_username: z.string().nullable(),
    decided_at: z.int().nullable(),
    /** Also null for a duplicate that was imported without the other request. */
    duplicate_of: z.int().nullable().meta({ description: 'The request that took over its supporters.' }),
    change_id: z.int().nullable().meta({
      description: 'The change that fulfilled the request; if it is not fulfilled, the last of `change_ids`.',
    }),
    change_ids: z.array(z.int()).default([]).meta({
      description: 'Open changes linked to the request, in the order in which they were linked.',
    }),
    model_name: z.string().nullable().meta({ description: 'The model that fulfills the request.' }),
    hidden: z.boolean().meta({
      description: 'True if an approver has hidden the request. Only approvers see hidden requests.',
    }),
    wanted: z
      .int()
      .meta({ description: 'Number of accounts that want the model, including the creator of the request.' }),
    comments: z.int(),
  })
  .meta({ id: 'ModelRequest', description: 'A model request.' });

/** A request as it is stored. */
export type ModelRequest = Omit<z.infer<typeof modelRequest>, 'change_ids'> & {
  /** The change that fulfilled the request, or the last linked change. */
  change_id: number | null;
  /** The id of the audit event that records the request's last step. */
  event_id: number;
};

/** A request with its linked open changes, as `modelRequest` describes them. */
export type ShownRequest = ModelRequest & { change_ids: number[] };

/** Existing models and requests, shown before a new request is created. */
export const requestLook = z
  .object({
    category: categoryEnum,
    name: z.string(),
    link: z.string().nullable(),
    known: modelRequest.shape.known,
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the link could not be read; null if it was read or if there is none.' }),
    models: z.array(draftDuplicate),
    requests: z
      .array(modelRequest)
      .meta({ description: 'Requests for the same model or another version of it, newest first.' }),
  })
  .meta({ id: 'RequestLookResponse', description: 'Existing models and requests.' });

/** The models and requests as the service returns them. The API returns `requests` without `event_id`. */
export type RequestLook = Omit<z.infer<typeof requestLook>, 'requests'> & {
  readonly requests: readonly ShownRequest[];
};

/** The actions whose text says why an account wants the model. */
export const supportingActions = ['ask', 'second'] as const satisfies readonly RequestAction[];

export const isSupportingAction = (action: RequestAction) =>
  supportingActions.some((each) => each === action);

const undecidedStates: readonly RequestState[] = ['open', 'accepted'];

/**
 * For each action, the states of a request in which it is possible. An action that is absent here is possible
 * in every state.
 */
const statesAllowing: Partial<Record<RequestAction, readonly RequestState[]>> = {
  second: undecidedStates,
  unsecond: undecidedStates,
  join: undecidedStates,
  accept: ['open'],
  decline: undecidedStates,
  duplicate: undecidedStates,
  reopen: ['declined', 'duplicate', 'fulfilled'],
  propose: undecidedStates,
  fulfil: undecidedStates,
};

/** Returns whether the state of a request allows an action. Does not check the caller's permissions. */
export function isActionAllowed(action: RequestAction, { state, hidden }: ModelRequest): boolean {
  if (action === 'hide' || action === 'unhide') return hidden === (action === 'unhide');
  return statesAllowing[action]?.includes(state) ?? true;
}

/**
 * Applies a step to a request and returns the changed request; null when the step is not possible. The
 * service stores the result; verification of the audit trail compares it with the stored request.
 */
export function applyStep(before: ModelRequest | null, step: RequestStep): ModelRequest | null {
  if (step.action === 'ask') return before ? null : createRequestFromAsk(step, step.facts);
  if (!before || !isActionAllowed(step.action, before)) return null;
  return { ...before, ...computeStepChanges(before, step), event_id: step.event_id };
}

function createRequestFromAsk(
  step: StoredStep,
  { category, name, link, known }: FactsOf<'ask'>,
): ModelRequest {
  return {
    request_id: step.request_id,
    category,
    name,
    link: link ?? null,
    why: step.text,
    known: known ?? null,
    state: 'open',
    reason: null,
    requested_by: step.user_id,
    requested_username: step.username,
    requested_at: step.at,
    decided_by: null,
    decided_username: null,
    decided_at: null,
    duplicate_of: null,
    change_id: null,
    model_name: null,
    hidden: false,
    wanted: 1,
    comments: 0,
    event_id: step.event_id,
  };
}

function computeStepChanges(before: ModelRequest, step: RequestStep): Partial<ModelRequest> {
  const { text } = step;
  switch (step.action) {
    case 'second':
      return { wanted: before.wanted + 1 };
    case 'unsecond':
      // A request without supporters is withdrawn.
      return { wanted: before.wanted - 1, ...(before.wanted === 1 && { state: 'withdrawn' }) };
    case 'join':
      return { wanted: before.wanted + step.facts.joined };
    case 'comment':
      return { comments: before.comments + 1 };
    case 'accept':
      return createDecisionFields(step, { state: 'accepted', reason: text });
    case 'decline':
      return createDecisionFields(step, { state: 'declined', reason: text });
    case 'duplicate':
      return createDecisionFields(step, {
        state: 'duplicate',
        reason: text,
        duplicate_of: step.facts.duplicate_of ?? null,
      });
    case 'reopen':
      return createDecisionFields(step, {
        state: 'open',
        reason: text,
        duplicate_of: null,
        model_name: null,
      });
    case 'propose':
      return { change_id: step.change_id };
    case 'fulfil':
      return createDecisionFields(step, {
        state: 'fulfilled',
        reason: text,
        model_name: step.facts.model_name ?? null,
        change_id: step.facts.change_id ?? null,
      });
    case 'hide':
      return { hidden: true };
    case 'unhide':
      return { hidden: false };
    case 'hide_comment':
      return step.facts.user_id === before.requested_by ? { why: null } : {};
    case 'ask':
    case 'unhide_comment':
      return {};
  }
}

function createDecisionFields(
  { user_id, username, at }: StoredStep,
  fields: Partial<ModelRequest>,
): Partial<ModelRequest> {
  return { decided_by: user_id, decided_username: username, decided_at: at, ...fields };
}
