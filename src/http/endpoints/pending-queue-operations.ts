import { z } from 'zod';
import { errorResponse, refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { pendingChangeDiff, pendingChangeDiffPage } from '../shapes/diffs.ts';
import {
  applyPendingChangesResponse,
  applySingleChangeResponse,
  pendingBatchResult,
  pendingChangeRecord,
  pendingQueuePage,
  purgePendingChangesResponse,
} from '../shapes/pending-change.ts';
import { queueOperation } from './pending-queue-operation.ts';
import {
  applyBatchQuery,
  applyManyBody,
  applyManyQuery,
  applyOneBody,
  batchBody,
  changesQuery,
  diffsQuery,
  myChangesQuery,
  purgeBody,
} from './pending-queue-queries.ts';

/** A call that stopped at a change says how far it came; one that never began gives a simple error. */
const failedApply = {
  description: 'The call was refused, or stopped at a change that could not be applied.',
  schema: z.union([applyPendingChangesResponse, errorResponse]),
};

export function pendingQueueOperations(version: 'v1' | 'v2'): Operation[] {
  const operation = queueOperation(version);
  const refusedApply = {
    ...refuses(401),
    ...Object.fromEntries([400, 404, 409, 503].map((status) => [status, failedApply])),
  };
  return [
    operation('get', '/changes', 'list_pending_changes', {
      summary: 'List changes',
      description: 'For approvers. In ascending id; filters are combined.',
      query: changesQuery,
      answers: { 200: { description: 'One page.', schema: pendingQueuePage }, ...refuses(401, 503) },
    }),
    operation('get', '/my_changes', 'list_my_pending_changes', {
      summary: "List the caller's own changes",
      description: 'For requestors.',
      query: myChangesQuery,
      answers: { 200: { description: 'One page.', schema: pendingQueuePage }, ...refuses(401, 503) },
    }),
    operation('get', '/changes/{change_id}', 'read_pending_change', {
      summary: 'One change',
      description: 'For approvers.',
      answers: {
        200: { description: 'The change.', schema: pendingChangeRecord },
        ...refuses(401, 404, 422, 503),
      },
    }),
    operation('get', '/changes/{change_id}/diff', 'get_pending_change_diff', {
      summary: 'What a change would do',
      description:
        'For approvers. The change against the current record, field by field. A delete shows every field as removed.',
      answers: {
        200: { description: 'The diff.', schema: pendingChangeDiff },
        ...refuses(401, 404, 422, 503),
      },
    }),
    operation('get', '/diffs', 'get_pending_changes_diffs', {
      summary: 'What several changes would do',
      description: 'For approvers. As the diff of each.',
      query: diffsQuery,
      answers: { 200: { description: 'The diffs.', schema: pendingChangeDiffPage }, ...refuses(401, 503) },
    }),
    operation('post', '/purge', 'purge_pending_changes', {
      summary: 'Remove changes from the queue',
      description: 'For approvers. What was applied stays live, and the audit trail stays whole.',
      body: { schema: purgeBody },
      answers: {
        200: { description: 'What was removed.', schema: purgePendingChangesResponse },
        ...refuses(400, 401, 503),
      },
    }),
    operation('post', '/batches', 'process_pending_batch', {
      summary: 'Approve and reject changes',
      description:
        'For approvers. All or nothing. Approved changes join the open batch; without one, a new batch is opened.',
      body: { schema: batchBody },
      answers: {
        200: { description: 'What was done.', schema: pendingBatchResult },
        ...refuses(400, 401, 503),
      },
    }),
    operation('post', '/changes/{change_id}/apply', 'apply_pending_change_endpoint', {
      summary: 'Apply one approved change',
      description: 'For approvers. Safe to repeat with the same job_id.',
      body: { schema: applyOneBody, optional: true },
      answers: {
        200: { description: 'Applied; readers see it.', schema: applySingleChangeResponse },
        ...refuses(400, 401, 404, 409, 503),
      },
    }),
    operation('post', '/apply', 'apply_pending_changes_endpoint', {
      summary: 'Apply approved changes',
      description:
        'For approvers. In the order given, up to the first failure; what came before it stays applied. Safe to repeat with the same job_id.',
      query: applyManyQuery,
      body: { schema: applyManyBody, optional: true },
      answers: {
        200: { description: 'All applied; readers see them.', schema: applyPendingChangesResponse },
        ...refusedApply,
      },
    }),
    operation('post', '/apply_batch/{batch_id}', 'apply_batch_endpoint', {
      summary: 'Apply the approved changes of a batch',
      description: 'For approvers. Safe to repeat with the same job_id.',
      query: applyBatchQuery,
      answers: {
        200: { description: 'All applied; readers see them.', schema: applyPendingChangesResponse },
        ...refusedApply,
      },
    }),
  ];
}
