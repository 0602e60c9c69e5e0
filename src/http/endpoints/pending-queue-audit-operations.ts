import { z } from 'zod';
import { laxEnum, laxInt, laxObject, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { writeQuery } from '../propose.ts';
import { idNumber } from '../requests/query.ts';
import {
  auditBatchDetail,
  auditBatchPage,
  auditCurrentResponse,
  batchNetChangeResponse,
  revertDryRunResponse,
  revertResponse,
} from '../shapes/audit.ts';
import { queueOperation } from './pending-queue-operation.ts';

const domain = {
  domain_override: queryValue(laxEnum(['v2', 'legacy']))
    .optional()
    .meta({
      description:
        'The changes queued while the deployment had this canonical format. Default: the present one.',
    }),
};

/** How many changes one answer shows: with their events they are large. */
const changePage = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 500 }))
    .default(500)
    .meta({ description: 'Changes in this answer.' }),
};

export const auditCurrentQuery = laxObject({ ...domain, ...changePage });

export const auditBatchesQuery = laxObject({
  cursor: queryValue(idNumber({ ge: 1 }))
    .optional()
    .meta({ description: 'Only batches older than this one.' }),
  limit: queryValue(laxInt({ ge: 1, le: 50 })).default(10),
  ...domain,
});

export const auditBatchQuery = laxObject({ ...domain, ...changePage });

export const netChangesQuery = laxObject(domain);

export function pendingQueueAuditOperations(version: 'v1' | 'v2'): Operation[] {
  const operation = queueOperation(version);
  const tags = [version, 'pending_queue', 'audit'];
  return [
    operation('get', '/audit/current', 'get_current_pending_changes', {
      tags,
      summary: 'What is pending, with its events',
      description: 'For approvers. Latest first.',
      query: auditCurrentQuery,
      answers: {
        200: { description: 'What is pending.', schema: auditCurrentResponse },
        ...refuses(401, 503),
      },
    }),
    operation('get', '/audit/batches', 'list_pending_queue_batches', {
      tags,
      summary: 'List batches',
      description: 'For approvers. Newest first.',
      query: auditBatchesQuery,
      answers: { 200: { description: 'One page.', schema: auditBatchPage }, ...refuses(401, 503) },
    }),
    operation('get', '/audit/batches/{batch_id}', 'get_pending_queue_batch_detail', {
      tags,
      summary: 'One batch, with its changes and their events',
      description: 'For approvers.',
      query: auditBatchQuery,
      answers: { 200: { description: 'The batch.', schema: auditBatchDetail }, ...refuses(401, 404, 503) },
    }),
    operation('get', '/audit/batches/{batch_id}/net_changes', 'get_batch_net_changes', {
      tags,
      summary: 'What a batch changed in the end',
      description:
        "For approvers. Compares, for each model, the record before the batch's first write with the record after its last one. Kept for five minutes, unless something happens to the batch.",
      query: netChangesQuery,
      answers: {
        200: { description: 'Model by model.', schema: batchNetChangeResponse },
        ...refuses(401, 404, 503),
      },
    }),
    operation('post', '/audit/batches/{batch_id}/revert', 'revert_pending_queue_batch', {
      tags,
      summary: 'Undo a batch',
      description:
        'For approvers. Queues ordinary pending changes, one for each model, that bring back what was before the batch. They are reviewed like any other.',
      query: writeQuery,
      answers: {
        202: { description: 'Queued: the changes wait for an approver.', schema: revertResponse },
        200: {
          description: 'Nothing was queued: every model is as it was before, or it was a dry run.',
          schema: z.union([revertResponse, revertDryRunResponse]),
        },
        ...refuses(400, 401, 404, 503),
      },
    }),
  ];
}
