import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { Categories } from '../../records/categories/index.ts';
import { withoutNulls } from '../../records/lax.ts';
import { statusByCode } from '../../serving/answers/errors.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import { streamList } from '../../serving/answers/json-stream.ts';
import type { RouteContext } from '../../serving/context.ts';
import { errorResponse, errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { batchId, changeId } from '../../serving/requests/path-parameters.ts';
import { queueEndpoints } from '../../serving/routing/queue-endpoints.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { ApplyResult } from './apply.ts';
import { conversation, withdrawal } from './http-conversation.ts';
import {
  applyBatchQuery,
  applyManyBody,
  applyManyQuery,
  applyOneBody,
  batchBody,
  createChangesQuery,
  createCountsQuery,
  createMyChangesQuery,
  diffsQuery,
  type ListQuery,
  policiesQuery,
  purgeBody,
  toListQuery,
  toPurgeRequest,
} from './http-queries.ts';
import {
  applyPendingChangesResponse,
  applySingleChangeResponse,
  pendingBatchResult,
  pendingQueuePage,
  purgePendingChangesResponse,
  reviewPolicies,
} from './http-shapes.ts';
import type { QueueServices } from './module.ts';
import type { ChangeListOptions } from './risk-lists.ts';
import {
  pendingChangeDiff,
  pendingChangeDiffPage,
  pendingChangeRecord,
  pendingQueueCounts,
} from './shapes.ts';

type QueueHttpServices = QueueServices & { readonly categories: Categories };

const requestorAccess = { who: who.usesQueue('requestor') } as const;
const approver = { who: who.usesQueue('approver') } as const;
const changeParameters = { parameters: { change_id: changeId } } as const;

/**
 * The response of a failed apply call. If the call stopped at a change, the response reports the changes that
 * were applied before it. If the call was refused before the first change, the response is a plain error.
 */
const failedApply = {
  description: 'The call was refused, or a change could not be applied.',
  schema: z.union([applyPendingChangesResponse, errorResponse]),
};
const applyResponses = {
  200: {
    description: 'All changes are applied and visible to readers.',
    schema: applyPendingChangesResponse,
  },
  ...Object.fromEntries([400, 404, 409, 503].map((status) => [status, failedApply])),
};

/**
 * Creates the endpoints that the review queue has in both API versions, under the prefix of one version. Both
 * prefixes use the same queue, at every PRIMARY.
 */
function declareQueueEndpoints(
  { categories, changeReview, review, apply }: QueueHttpServices,
  version: 'v1' | 'v2',
): Resource {
  const endpoint = queueEndpoints(version);
  return {
    name: `${version}-pending-queue`,
    endpoints: [
      endpoint('get', '/changes', 'list_pending_changes', {
        ...approver,
        summary: 'List changes',
        description: 'Ordered by ascending id. A change must match all filters.',
        query: createChangesQuery(categories),
        answers: { 200: { description: 'One page.', schema: pendingQueuePage }, ...errorResponses(400) },
        handler: (_context, { query }) => readPage(changeReview, query, {}),
      }),
      endpoint('get', '/my_changes', 'list_my_pending_changes', {
        ...requestorAccess,
        summary: "List the caller's own changes",
        query: createMyChangesQuery(categories),
        answers: { 200: { description: 'One page.', schema: pendingQueuePage } },
        handler: (_context, { query, caller }) =>
          readPage(changeReview, query, { requested_by: [caller.userId] }),
      }),
      endpoint('get', '/changes/{change_id}', 'read_pending_change', {
        ...approver,
        ...changeParameters,
        summary: 'Get a change',
        answers: { 200: { description: 'The change.', schema: pendingChangeRecord }, ...errorResponses(404) },
        handler: async (_context, { path, caller }) =>
          (await changeReview.get(path.change_id, caller.userId)) ?? throwNotFound(),
      }),
      endpoint('get', '/changes/{change_id}/diff', 'get_pending_change_diff', {
        ...approver,
        ...changeParameters,
        summary: 'Get the diff of a change',
        description:
          'Compares the change with the current record, field by field. A delete shows every field as removed.',
        answers: { 200: { description: 'The diff.', schema: pendingChangeDiff }, ...errorResponses(404) },
        handler: async (_context, { path, caller }) =>
          (await changeReview.diff(path.change_id, caller.userId)) ?? throwNotFound(),
      }),
      endpoint('get', '/diffs', 'get_pending_changes_diffs', {
        ...approver,
        summary: 'Get the diffs of several changes',
        description: 'Returns the same diff as for each change alone.',
        query: diffsQuery,
        answers: { 200: { description: 'The diffs.', schema: pendingChangeDiffPage } },
        handler: (_context, { query }) => {
          const { diffs, total, errors } = changeReview.diffs(query.change_ids);
          return streamList({}, 'diffs', diffs, () => ({ total, errors }));
        },
      }),
      endpoint('post', '/purge', 'purge_pending_changes', {
        ...approver,
        summary: 'Purge changes from the queue',
        description: 'Applied changes stay live, and the audit trail is kept.',
        body: purgeBody(categories),
        answers: {
          200: { description: 'The removed changes.', schema: purgePendingChangesResponse },
          ...errorResponses(400),
        },
        handler: (_context, { body, caller }) => {
          const purgeRequest = toPurgeRequest(body);
          if (purgeRequest) return review.purge(purgeRequest, caller);
          return { removed_count: 0, removed_change_ids: [], dry_run: body.dry_run };
        },
      }),
      endpoint('post', '/batches', 'process_pending_batch', {
        ...approver,
        summary: 'Approve or reject changes',
        description:
          'Atomic: all decisions are stored, or none. Approved changes join the open batch; if there is none, a new one is opened.',
        body: batchBody,
        answers: {
          200: { description: 'The result.', schema: pendingBatchResult },
          ...errorResponses(400, 409),
        },
        handler: (_context, { body, caller }) => review.processBatch(body, caller),
      }),
      endpoint('post', '/changes/{change_id}/apply', 'apply_pending_change_endpoint', {
        ...approver,
        ...changeParameters,
        summary: 'Apply an approved change',
        description: 'Safe to retry with the same job_id.',
        body: applyOneBody,
        bodyOptional: true,
        answers: {
          200: {
            description: 'The change is applied and visible to readers.',
            schema: applySingleChangeResponse,
          },
          ...errorResponses(400, 404, 409),
        },
        handler: async (_context, { path, body, caller, reply }) => {
          const { record, split } = await apply.applySingle(path.change_id, body.job_id, caller);
          return answerWrite(reply, 200, { record: withoutNulls(record), ...toSplitFields(split) });
        },
      }),
      endpoint('post', '/apply', 'apply_pending_changes_endpoint', {
        ...approver,
        summary: 'Apply approved changes',
        description:
          'Applies the changes in the given order and stops at the first failure; earlier changes stay applied. A rename is applied after the updates of its model in the same call. Safe to retry with the same job_id.',
        query: applyManyQuery,
        body: applyManyBody,
        bodyOptional: true,
        answers: applyResponses,
        handler: async (context, { query, body, caller, request, reply }) => {
          const applyRequest = {
            changeIds: body.change_ids ?? query.change_ids ?? [],
            jobId: body.job_id ?? query.job_id,
            allowMixedBatch: body.allow_mixed_batch ?? query.allow_mixed_batch,
            title: body.batch_title ?? query.batch_title,
          };
          return answerApplyResult(context, request, reply, await apply.applyMany(applyRequest, caller));
        },
      }),
      endpoint('post', '/apply_batch/{batch_id}', 'apply_batch_endpoint', {
        ...approver,
        parameters: { batch_id: batchId },
        summary: 'Apply the approved changes of a batch',
        description: 'Safe to retry with the same job_id.',
        query: applyBatchQuery,
        answers: applyResponses,
        handler: async (context, { path, query, caller, request, reply }) => {
          const { job_id: jobId, batch_title: title } = query;
          const result = await apply.applyBatch(path.batch_id, jobId, caller, title);
          return answerApplyResult(context, request, reply, result);
        },
      }),
    ],
  };
}

const ownEndpoint = queueEndpoints('v2');

/** Endpoints with facts about the queue as a whole. */
const queueFacts = ({ categories, changeReview, review }: QueueHttpServices): Resource => ({
  name: 'v2-queue-facts',
  endpoints: [
    ownEndpoint('get', '/policies', 'read_review_policies', {
      ...approver,
      summary: 'Get the review policies',
      query: policiesQuery,
      answers: { 200: { description: 'The policies.', schema: reviewPolicies } },
      handler: async ({ settings }, { query, caller }) => ({
        review_policy: settings.reviewPolicy,
        approvals: settings.approvals,
        apply_conflicts: settings.applyConflicts,
        not_approvable: await review.listNotApprovable(query.change_ids, caller),
      }),
    }),
    ownEndpoint('get', '/counts', 'count_pending_changes', {
      ...approver,
      summary: 'Count changes',
      description: 'Counts changes by status, and pending changes by risk. Takes the filters of the list.',
      query: createCountsQuery(categories),
      answers: { 200: { description: 'The counts.', schema: pendingQueueCounts } },
      handler: (_context, { query }) => changeReview.counts(toListQuery(query) ?? {}),
    }),
  ],
});

export const queueResources = (services: QueueHttpServices): Resource[] => [
  declareQueueEndpoints(services, 'v2'),
  queueFacts(services),
  conversation(services),
  withdrawal(services),
  declareQueueEndpoints(services, 'v1'),
];

function throwNotFound(): never {
  throw new RegistryError('not_found', 'Change not found');
}

async function readPage(
  changeReview: QueueServices['changeReview'],
  query: ListQuery & { offset: number; limit: number },
  fixedOptions: ChangeListOptions,
) {
  const { offset, limit } = query;
  const listOptions = toListQuery(query);
  if (!listOptions) return { items: [], total: 0, offset, limit };
  const { items, total } = await changeReview.list({ ...listOptions, ...fixedOptions }, { offset, limit });
  return streamList({}, 'items', items, () => ({ total, offset, limit }));
}

/**
 * Responds to an apply call with its result. The status is 200, or that of the failure at which the call
 * stopped.
 */
function answerApplyResult(
  { logger }: Pick<RouteContext, 'logger'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { applied, failure, split }: ApplyResult,
): FastifyReply {
  const status = failure ? statusByCode[failure.error.code] : 200;
  if (failure && status >= 500) {
    logger.error(
      { reqId: request.id, change: failure.changeId, err: failure.error },
      'apply stopped at a change that cannot be applied',
    );
  }
  if (failure) reply.header('x-request-id', request.id);
  return answerWrite(reply, status, {
    applied_change_ids: applied.map((change) => change.change_id),
    failed_change_ids: failure ? [failure.changeId] : [],
    applied: applied.map(withoutNulls),
    ...(failure && {
      failed_change_id: failure.changeId,
      failed_error: failure.error.message,
      failed_error_type: failure.type,
    }),
    ...toSplitFields(split),
  });
}

function toSplitFields(split: ApplyResult['split']) {
  if (!split) return { batch_split_occurred: false };
  return {
    batch_split_occurred: true,
    batch_split_original_batch_id: split.original_batch_id,
    batch_split_new_batch_id: split.new_batch_id,
    batch_split_reassigned_count: split.reassigned_change_ids.length,
  };
}
