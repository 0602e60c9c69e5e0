import type { Categories } from '../../records/categories/index.ts';
import { withoutNulls } from '../../records/lax.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { readRetryKey } from '../../serving/requests/idempotency-key.ts';
import { changeId, commentId } from '../../serving/requests/path-parameters.ts';
import { queueEndpoints } from '../../serving/routing/queue-endpoints.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { conversationEntry } from './change-history.ts';
import { conversationResponse, editableSeconds, maxComments } from './conversation.ts';
import { answerProposal } from './http-propose.ts';
import { commentBody, requestChangesBody, restoreRequestBody, reviseBody } from './http-queries.ts';
import type { QueueServices } from './module.ts';
import { maxVersions } from './proposals.ts';
import { dryRunResponse, pendingChangeRecord } from './shapes.ts';

const changeParameters = { parameters: { change_id: changeId } } as const;
const commentParameters = { parameters: { change_id: changeId, comment_id: commentId } } as const;

const comment = { 200: { description: 'The updated comment.', schema: conversationEntry } };
const updatedChange = { 200: { description: 'The updated change.', schema: pendingChangeRecord } };
const authorOnly = `Only for the author, within ${editableSeconds / 60} minutes. The audit trail keeps the earlier text.`;

const endpoint = queueEndpoints('v2');
const path = '/changes/{change_id}';

/**
 * Endpoints for the requestor and the approvers of a change: both comment, approvers request new versions,
 * and the requestor proposes them.
 */
export const conversation = ({ conversation, proposals }: QueueServices): Resource => ({
  name: 'v2-conversation',
  endpoints: [
    endpoint('get', `${path}/conversation`, 'read_conversation', {
      who: who.discusses('requestor'),
      ...changeParameters,
      summary: 'Get the conversation and versions of a change',
      description: 'Requestors see their own changes, approvers see all.',
      answers: {
        200: { description: 'The conversation, oldest entry first.', schema: conversationResponse },
        ...errorResponses(404),
      },
      handler: (_context, { path, caller }) => conversation.read(path.change_id, caller),
    }),
    endpoint('post', `${path}/comments`, 'add_comment', {
      who: who.discusses('requestor'),
      ...changeParameters,
      summary: 'Comment on a change',
      description: `Requestors may comment on their own changes, approvers on all. At most ${maxComments} comments per change.`,
      body: commentBody,
      retryable: true,
      answers: {
        201: { description: 'The comment.', schema: conversationEntry },
        ...errorResponses(400, 404),
      },
      handler: async (_context, { path, body, caller, request, reply }) =>
        answerWrite(
          reply,
          201,
          await conversation.comment(path.change_id, body.text, caller, readRetryKey(request)),
        ),
    }),
    endpoint('put', `${path}/comments/{comment_id}`, 'edit_comment', {
      who: who.discusses('requestor'),
      ...commentParameters,
      summary: 'Edit a comment',
      description: authorOnly,
      body: commentBody,
      answers: { ...comment, ...errorResponses(400, 404) },
      handler: (_context, { path, body, caller }) =>
        conversation.edit(path.change_id, path.comment_id, body.text, caller),
    }),
    endpoint('delete', `${path}/comments/{comment_id}`, 'delete_comment', {
      who: who.discusses('requestor'),
      ...commentParameters,
      summary: 'Delete a comment',
      description: authorOnly,
      answers: { ...comment, ...errorResponses(400, 404) },
      handler: (_context, { path, caller }) => conversation.remove(path.change_id, path.comment_id, caller),
    }),
    endpoint('post', `${path}/request_changes`, 'request_changes', {
      who: who.discusses('approver'),
      ...changeParameters,
      summary: 'Request a new version of a change',
      description: 'Requires a comment. Revokes the approval of the change.',
      body: requestChangesBody,
      answers: { ...updatedChange, ...errorResponses(400, 404, 409) },
      handler: async (_context, { path, body, caller }) => {
        const options = { text: body.text, expectedVersion: body.expected_version };
        return withoutNulls(await conversation.requestChanges(path.change_id, options, caller));
      },
    }),
    endpoint('put', path, 'revise_pending_change', {
      who: who.discusses('requestor'),
      ...changeParameters,
      summary: 'Revise a change',
      description: `Only its requestor may revise a change, while it is pending or approved. The change keeps its id and history and loses its approval. At most ${maxVersions} versions.`,
      body: reviseBody,
      proposal: true,
      retryable: true,
      answers: { ...updatedChange, ...errorResponses(400, 404, 409, 429) },
      handler: async (_context, { path, body, caller, request }) => {
        const revisedChange = await proposals.revise({
          changeId: path.change_id,
          record: body.record,
          expectedVersion: body.expected_version,
          caller,
          retry: readRetryKey(request),
        });
        return withoutNulls(revisedChange);
      },
    }),
  ],
});

/** Endpoints to withdraw a proposal, to revoke an approval, and to propose a deleted model again. */
export const withdrawal = (services: QueueServices & { readonly categories: Categories }): Resource => ({
  name: 'v2-taking-back',
  endpoints: [
    endpoint('post', `${path}/withdraw`, 'withdraw_pending_change', {
      who: who.usesQueue('requestor'),
      ...changeParameters,
      summary: 'Withdraw a change',
      description:
        'Only its requestor may withdraw a change, while it is pending. A withdrawn change has the status `rejected`.',
      answers: { ...updatedChange, ...errorResponses(400, 404) },
      handler: async (_context, { path, caller }) =>
        withoutNulls(await services.takeBack.withdraw(path.change_id, caller)),
    }),
    endpoint('post', `${path}/unapprove`, 'unapprove_pending_change', {
      who: who.usesQueue('approver'),
      ...changeParameters,
      summary: 'Revoke the approval of a change',
      description: 'The change becomes pending again and leaves the open batch.',
      answers: { ...updatedChange, ...errorResponses(400, 404) },
      handler: async (_context, { path, caller }) =>
        withoutNulls(await services.takeBack.unapprove(path.change_id, caller)),
    }),
    endpoint('post', '/bring_back', 'bring_back_model', {
      who: who.discusses('requestor'),
      summary: 'Propose to restore a deleted model',
      description: 'Restores the last record in both API versions, at its former position.',
      body: restoreRequestBody(services.categories),
      dryRun: true,
      retryable: true,
      answers: {
        200: { description: 'Dry run: the change that would be queued.', schema: dryRunResponse },
        202: { description: 'Queued for review.', schema: pendingChangeRecord },
        ...errorResponses(400, 404, 409),
      },
      handler: async (_context, call) => {
        const { category, model_name } = call.body;
        const proposal = services.bringBack.createProposal(category, model_name, call.caller);
        return answerProposal(services, call, proposal);
      },
    }),
  ],
});
