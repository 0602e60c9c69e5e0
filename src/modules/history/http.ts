import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { laxEnum, laxInt, laxObject, queryValue, withoutNulls } from '../../records/lax.ts';
import { answerRead, answerWrite } from '../../serving/answers/json-answer.ts';
import { streamedIn } from '../../serving/answers/json-stream.ts';
import type { RouteContext } from '../../serving/context.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { requireAudit, who } from '../../serving/requests/checks.ts';
import { retryKeyOf } from '../../serving/requests/idempotency-key.ts';
import { batchId } from '../../serving/requests/path-parameters.ts';
import { idNumber, isDryRun, parseQuery } from '../../serving/requests/query.ts';
import type { ModelView } from '../../serving/routing/model-view.ts';
import { queueEndpoints } from '../../serving/routing/queue-endpoints.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from '../catalog/index.ts';
import {
  auditBatchDetail,
  auditBatchPage,
  auditCurrentResponse,
  batchNetChangeResponse,
  historyPage,
  revertDryRunResponse,
  revertResponse,
} from './http-shapes.ts';
import type { openHistory } from './module.ts';

type HistoryServices = ReturnType<typeof openHistory>;

const domain = {
  domain_override: queryValue(laxEnum(['v2', 'legacy']))
    .optional()
    .meta({
      description:
        'The changes queued while the deployment had this canonical format. Default: the present one.',
    }),
};

function domainOf(
  { settings }: Pick<RouteContext, 'settings'>,
  query: { domain_override?: CanonicalFormat | undefined },
): CanonicalFormat {
  return query.domain_override ?? settings.canonicalFormat;
}

/** The query parameters of a page of changes; without `limit` all changes are shown, however many. */
const changePage = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 500 }))
    .optional()
    .meta({ description: 'Changes in this answer. Default: all.' }),
};

const pageQuery = laxObject({ ...domain, ...changePage });

const batchesQuery = laxObject({
  cursor: queryValue(idNumber({ ge: 1 }))
    .optional()
    .meta({ description: 'Only batches older than this one.' }),
  limit: queryValue(laxInt({ ge: 1, le: 50 })).default(10),
  ...domain,
});

const netChangesQuery = laxObject(domain);

const audits = { who: who.audits } as const;
const ofBatch = { ...audits, parameters: { batch_id: batchId } } as const;

/** Makes the endpoints of the queue's audit trail under the prefix of one API version. */
export function pendingQueueAuditOf(
  { auditViews, netChanges }: HistoryServices,
  version: 'v1' | 'v2',
): Resource {
  const endpoint = queueEndpoints(version, 'audit');
  return {
    name: `${version}-pending-queue-audit`,
    endpoints: [
      endpoint('get', '/audit/current', 'get_current_pending_changes', {
        ...audits,
        summary: 'What is pending, with its events',
        description: 'Latest first.',
        query: pageQuery,
        answers: { 200: { description: 'What is pending.', schema: auditCurrentResponse } },
        handler: async (context, { query }) => {
          const shown = await auditViews.current(domainOf(context, query), query);
          const { domain, pending_changes, ...behind } = shown;
          return streamedIn({ domain }, 'pending_changes', pending_changes, () => behind);
        },
      }),
      endpoint('get', '/audit/batches', 'list_pending_queue_batches', {
        ...audits,
        summary: 'List batches',
        description: 'Newest first.',
        query: batchesQuery,
        answers: { 200: { description: 'One page.', schema: auditBatchPage } },
        handler: (context, { query }) =>
          auditViews.batches(domainOf(context, query), query.cursor ?? null, query.limit),
      }),
      endpoint('get', '/audit/batches/{batch_id}', 'get_pending_queue_batch_detail', {
        ...ofBatch,
        summary: 'One batch, with its changes and their events',
        query: pageQuery,
        answers: { 200: { description: 'The batch.', schema: auditBatchDetail }, ...refuses(404) },
        handler: async (context, { path, query }) => {
          const shown = await auditViews.batch(path.batch_id, domainOf(context, query), query);
          return streamedIn(shown.summary, 'changes', shown.changes);
        },
      }),
      endpoint('get', '/audit/batches/{batch_id}/net_changes', 'get_batch_net_changes', {
        ...ofBatch,
        summary: 'What a batch changed in the end',
        description:
          "Compares, for each model, the record before the batch's first write with the record after its last one. Kept for five minutes, unless something happens to the batch.",
        query: netChangesQuery,
        answers: {
          200: { description: 'Model by model.', schema: batchNetChangeResponse },
          ...refuses(400, 404),
        },
        handler: (context, { path, query }) => netChanges.ofBatch(path.batch_id, domainOf(context, query)),
      }),
    ],
  };
}

/** The endpoint that undoes a batch. */
export const batchRevert = ({ revert }: HistoryServices): Resource => ({
  name: 'v2-batch-revert',
  endpoints: [
    queueEndpoints('v2', 'audit')('post', '/audit/batches/{batch_id}/revert', 'revert_pending_queue_batch', {
      ...ofBatch,
      summary: 'Undo a batch',
      description:
        'Queues ordinary pending changes, one for each model, that bring back what was before the batch. They are reviewed like any other.',
      dryRun: true,
      retryable: true,
      answers: {
        202: { description: 'Queued: the changes wait for an approver.', schema: revertResponse },
        200: {
          description: 'Nothing was queued: every model is as it was before, or it was a dry run.',
          schema: z.union([revertResponse, revertDryRunResponse]),
        },
        ...refuses(400, 404, 409),
      },
      handler: async (_context, call) => {
        const { path, caller, reply } = call;
        if (isDryRun(call.request)) return revert.preview(path.batch_id, caller);
        const { queued, ...notes } = await revert.revert(path.batch_id, caller, retryKeyOf(call.request));
        const status = queued.length > 0 ? 202 : 200;
        return answerWrite(reply, status, { ...notes, queued: queued.map(withoutNulls) });
      },
    }),
  ],
});

const historyQuery = laxObject({
  cursor: queryValue(idNumber({ ge: 1 }))
    .optional()
    .meta({ description: 'Only what is older than this event.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(20),
});

export const modelHistoryView = ({
  history,
  catalog,
}: HistoryServices & { readonly catalog: Pick<Catalog, 'snapshot'> }): ModelView => ({
  path: '/model_references/v2/{model_category_name}/model/{model_name}/history',
  id: 'read_v2_model_history',
  tags: ['v2'],
  summary: 'What became of a model',
  description:
    'Who wrote it, when, by which change and batch, and what that changed. A model may have any name: where a live model is called `{model_name}/history`, this path reads that model. A slash that is percent-encoded belongs to the name: `…/model/a%2Fhistory` is never this view.',
  query: historyQuery,
  answers: { 200: { description: 'One page, newest first.', schema: historyPage }, ...refuses(503) },
  answer: async ({ settings }, { request, reply }, category, name) => {
    const { cursor = null, limit } = parseQuery(historyQuery, request);
    requireAudit(settings);
    const page = await history.of(category, name, cursor, limit);
    const known = page.items.length > 0 || cursor !== null || catalog.snapshot('v2', category).get(name);
    if (known) return answerRead(request, reply, page);
    throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
  },
});
