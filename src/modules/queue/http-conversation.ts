import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { findCategory } from '../../records/categories/index.ts';
import { laxObject, laxString, orNull } from '../../records/lax.ts';
import { checkModelName } from '../../records/model-name.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { answerWrite, withoutNulls } from '../../serving/answers/json-answer.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { retryKeyOf } from '../../serving/requests/idempotency-key.ts';
import { limits } from '../../serving/requests/limits.ts';
import { changeId, commentId } from '../../serving/requests/path-parameters.ts';
import { idNumber } from '../../serving/requests/query.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { editableSeconds, mostComments } from './conversation.ts';
import { queueEndpoints } from './http-endpoint.ts';
import { pendingChangeRecord } from './http-shapes.ts';
import { conversationEntry, conversationResponse } from './http-shapes-conversation.ts';
import { mostVersions, type Revisable } from './revise.ts';

const ofChange = { parameters: { change_id: changeId } } as const;
const ofComment = { parameters: { change_id: changeId, comment_id: commentId } } as const;

const text = laxString({ min: 1, max: limits.commentLength });
const commentBody = laxObject({ text }).meta({ id: 'CommentRequest', description: 'Plain text.' });

const expected = orNull(idNumber({ ge: 1 })).meta({
  description: 'The version that is meant: when there is a newer one by now, nothing is done (409).',
});
const requestChangesBody = laxObject({ text, expected_version: expected }).meta({
  id: 'RequestChangesRequest',
  description: 'What should be otherwise.',
});
const reviseBody = laxObject({
  record: z.record(z.string(), z.unknown()).meta({
    description: 'The whole record, as in a proposal of the API version that the change was proposed in.',
  }),
  expected_version: expected,
}).meta({ id: 'ReviseChangeRequest', description: 'A new version of a proposal.' });

const comment = { 200: { description: 'The comment as it is now.', schema: conversationEntry } };
const asItIsNow = { 200: { description: 'The change as it is now.', schema: pendingChangeRecord } };
const soon = `Only one's own, within ${editableSeconds / 60} minutes. The audit trail keeps what it said before.`;

/** Talking about a change, and new versions of it: for its requestor and for approvers. */
export function conversationOf(version: 'v1' | 'v2'): Resource {
  const endpoint = queueEndpoints(version);
  const path = '/changes/{change_id}';
  return {
    name: `${version}-conversation`,
    endpoints: [
      endpoint('get', `${path}/conversation`, 'read_conversation', {
        who: who.discusses('requestor'),
        ...ofChange,
        summary: 'What was said of a change, and its versions',
        description: 'Requestors see their own changes, approvers all.',
        answers: { 200: { description: 'In order.', schema: conversationResponse }, ...refuses(404) },
        handler: ({ conversation }, { path, caller }) => conversation.read(path.change_id, caller),
      }),
      endpoint('post', `${path}/comments`, 'add_comment', {
        who: who.discusses('requestor'),
        ...ofChange,
        summary: 'Comment on a change',
        description: `Requestors on their own changes, approvers on all; at most ${mostComments} of one change.`,
        body: commentBody,
        retryable: true,
        answers: { 201: { description: 'The comment.', schema: conversationEntry }, ...refuses(400, 404) },
        handler: async ({ conversation }, { path, body, caller, request, reply }) =>
          answerWrite(
            reply,
            201,
            await conversation.comment(path.change_id, body.text, caller, retryKeyOf(request)),
          ),
      }),
      endpoint('put', `${path}/comments/{comment_id}`, 'edit_comment', {
        who: who.discusses('requestor'),
        ...ofComment,
        summary: 'Edit a comment',
        description: soon,
        body: commentBody,
        answers: { ...comment, ...refuses(400, 404) },
        handler: ({ conversation }, { path, body, caller }) =>
          conversation.edit(path.change_id, path.comment_id, body.text, caller),
      }),
      endpoint('delete', `${path}/comments/{comment_id}`, 'delete_comment', {
        who: who.discusses('requestor'),
        ...ofComment,
        summary: 'Delete a comment',
        description: soon,
        answers: { ...comment, ...refuses(400, 404) },
        handler: ({ conversation }, { path, caller }) =>
          conversation.remove(path.change_id, path.comment_id, caller),
      }),
      endpoint('post', `${path}/request_changes`, 'request_changes', {
        who: who.discusses('approver'),
        ...ofChange,
        summary: 'Ask for another version of a change',
        description: 'With a comment. An approval is taken away.',
        body: requestChangesBody,
        answers: { ...asItIsNow, ...refuses(400, 404, 409) },
        handler: async ({ conversation }, { path, body, caller }) => {
          const asked = { text: body.text, expectedVersion: body.expected_version };
          return withoutNulls(await conversation.requestChanges(path.change_id, asked, caller));
        },
      }),
      endpoint('put', path, 'revise_pending_change', {
        who: who.discusses('requestor'),
        ...ofChange,
        summary: 'Propose a new version of a change',
        description: `Only by its requestor, while it is pending or approved; it keeps its id and its history, and an approval is taken away. At most ${mostVersions} versions.`,
        body: reviseBody,
        retryable: true,
        answers: { ...asItIsNow, ...refuses(400, 404, 409, 429) },
        handler: async ({ revise }, { path, body, caller, request }) => {
          const record = parsedAs(await revise.target(path.change_id, caller), body.record);
          const revised = await revise.revise({
            changeId: path.change_id,
            record,
            expectedVersion: body.expected_version,
            caller,
            retry: retryKeyOf(request),
          });
          return withoutNulls(revised);
        },
      }),
    ],
  };
}

/** The record of a new version, parsed as the proposal was. */
function parsedAs({ category, model_name, payload_format, payload }: Revisable, record: unknown): JsonObject {
  const definition = findCategory(category);
  if (!definition)
    throw new RegistryError('bad_request', `The category '${category}' is not served any more.`);
  const { legacy } = definition;
  const schema = payload_format === 'legacy' && legacy ? legacy.bodyOver(payload ?? {}) : definition.record;
  const parsed = parseOrThrow(laxObject({ record: schema }), { record }, 'body').record;
  checkModelName(parsed.name);
  if (payload_format === 'v2' ? parsed.name === model_name : parsed.name === (payload?.name ?? model_name))
    return parsed;
  throw new RegistryError('bad_request', 'A new version is of the same model: its name cannot change.');
}
