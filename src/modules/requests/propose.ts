import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { modelStore } from '../catalog/index.ts';
import {
  createAct,
  createRequestCommentEvent,
  readChangeFor,
  readNewName,
  toAuditEvent,
} from '../queue/index.ts';
import type { ShownRequest } from './request.ts';
import {
  appendStep,
  assertActionAllowed,
  assertWithinLimits,
  type RequestsParts,
  readVisibleRequest,
  requestWithChanges,
} from './step.ts';
import { requestStore } from './store.ts';
import { takeStep } from './take-step.ts';

/** Maximum number of open changes proposed for one request. */
const maxChanges = 20;

/**
 * Links a change to the request that the change is meant to fulfil. Earlier links stay. Adds a comment about
 * the request to the change, for the reviewers of the change. If the change has been applied, the request is
 * fulfilled at once.
 *
 * Only approvers can link a change that is already decided, because the decision on a change also decides its
 * requests.
 */
export function propose(
  parts: RequestsParts,
  id: number,
  changeId: number,
  caller: Caller,
): Promise<ShownRequest> {
  const { append, clock, settings, store } = parts;
  return store.write(async (writer) => {
    const request = await readVisibleRequest(writer, id, caller);
    const change = await readChangeFor(writer, changeId, caller);
    const { change_id, category, operation, status } = change;
    if (category !== request.category || operation === 'delete' || status === 'rejected') {
      throw new RegistryError(
        'bad_request',
        `Change ${changeId} cannot fulfil request ${id}: it must create or update a model of ${request.category} and must not be rejected (it is: ${operation} of ${category}, ${status}).`,
      );
    }
    assertActionAllowed('propose', request);
    const requests = requestStore(writer);
    const isLinked = (await requests.linkedRequests([change_id])).some(({ request_id }) => request_id === id);
    const isLinkedAndApproved = isLinked && status === 'approved';
    if (status !== 'pending' && !isLinkedAndApproved && !caller.isApprover) {
      throw new RegistryError(
        'conflict',
        `Change ${changeId} is already ${status}: only an approver can link it to request ${id}.`,
      );
    }
    const act = createAct(settings, clock, caller);
    let currentRequest = request;
    if (!isLinked) {
      await assertWithinLimits(parts, writer, caller, 'propose');
      if (status !== 'applied' && (await requests.openChanges([id])).length >= maxChanges) {
        throw new RegistryError(
          'bad_request',
          `Request ${id} already has ${maxChanges} open changes, the maximum: one of them must be decided first.`,
        );
      }
      currentRequest = await takeStep(
        writer,
        append,
        request,
        { action: 'propose', facts: { change_id } },
        act,
      );
      await append(writer, [toAuditEvent(createRequestCommentEvent(change_id, request, act))]);
    }
    if (status !== 'applied') return requestWithChanges(writer, currentRequest);
    const model_name = readNewName(change) ?? change.model_name;
    if (!(await modelStore(writer).get(category, model_name))) {
      const message = `Change ${changeId} is applied, but there is no model '${model_name}' of ${category} any more.`;
      throw new RegistryError('bad_request', message);
    }
    const facts = { model_name, change_id };
    return appendStep(parts, writer, currentRequest, { action: 'fulfil', facts }, caller);
  }, caller.deadline);
}
