import type { z } from 'zod';
import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { decideBody } from './http-shapes.ts';
import { plainText } from './plain-text.ts';
import type { ShownRequest } from './request.ts';
import {
  appendStep,
  assertActionAllowed,
  performStep,
  type RequestsParts,
  readVisibleRequest,
} from './step.ts';
import { requestStore } from './store.ts';

type Decision = z.infer<typeof decideBody>;

/** Decides on a request, as an approver. */
export async function decide(
  parts: RequestsParts,
  id: number,
  decision: Decision,
  caller: Caller,
): Promise<ShownRequest> {
  const { decision: action } = decision;
  const text = plainText(decision.reason);
  if ((action === 'decline' || action.startsWith('hide')) && text === null) {
    throw new RegistryError('bad_request', `A reason is required to ${action} a request.`);
  }
  if (action === 'duplicate') return markDuplicate(parts, id, decision.duplicate_of ?? null, text, caller);
  if (action === 'hide_comment' || action === 'unhide_comment')
    return hideComment(parts, id, action, decision, text, caller);
  if (action !== 'fulfil') return performStep(parts, id, { action, facts: { text } }, caller);
  const { model_name } = decision;
  return performStep(
    parts,
    id,
    { action, facts: { text, model_name: model_name ?? null, change_id: null } },
    caller,
    async (_, { category }) => {
      if (model_name && parts.isLive(category, model_name)) return;
      throw new RegistryError(
        'bad_request',
        `model_name must be an existing model of ${category}, not '${model_name ?? ''}'.`,
      );
    },
  );
}

/** Hides or shows a comment, or hides an account's reason for wanting the model. */
function hideComment(
  parts: RequestsParts,
  id: number,
  action: 'hide_comment' | 'unhide_comment',
  { comment = null, user_id = null }: Decision,
  text: string | null,
  caller: Caller,
) {
  const isHiding = action === 'hide_comment';
  const facts = isHiding && comment === null ? { user_id, text } : { comment, text };
  return performStep(parts, id, { action, facts }, caller, async (writer, { requested_by, why }) => {
    const requests = requestStore(writer);
    if (isHiding && comment === null && user_id !== null) {
      // The creator may have withdrawn support since, while other accounts still want the model. The request
      // still has the creator's reason.
      if (requested_by === user_id && why !== null) return;
      if ((await requests.supporter(id, user_id))?.why != null) return;
    }
    const targetStep = comment === null ? undefined : await requests.step(id, comment);
    if (targetStep?.action === 'comment' && (targetStep.text !== null) === isHiding) return;
    throw new RegistryError(
      'bad_request',
      `comment must be the event_id of a comment on request ${id} that is ${isHiding ? 'shown' : 'hidden'}${isHiding ? '; or user_id must be an account that has given a reason' : ''}.`,
    );
  });
}

/**
 * Marks request `id` as a duplicate of request `targetId`. Adds the accounts that want the model of request
 * `id` to those of request `targetId`.
 */
function markDuplicate(
  parts: RequestsParts,
  id: number,
  targetId: number | null,
  text: string | null,
  caller: Caller,
) {
  if (targetId === null || targetId === id)
    throw new RegistryError('bad_request', 'duplicate_of must be the id of another request.');
  return parts.store.write(async (writer) => {
    const request = await readVisibleRequest(writer, id, caller);
    const targetRequest = await readVisibleRequest(writer, targetId, caller);
    assertActionAllowed('duplicate', request);
    assertActionAllowed('join', targetRequest);
    if (request.category !== targetRequest.category) {
      throw new RegistryError(
        'bad_request',
        `Request ${targetId} is for a model of ${targetRequest.category}, not of ${request.category}.`,
      );
    }
    const newSupporters = await requestStore(writer).countJoining(id, targetId);
    await appendStep(
      parts,
      writer,
      targetRequest,
      { action: 'join', facts: { from: id, joined: newSupporters } },
      caller,
    );
    const facts = { duplicate_of: targetId, text };
    return appendStep(parts, writer, request, { action: 'duplicate', facts }, caller);
  }, caller.deadline);
}
