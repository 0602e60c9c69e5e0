import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { laxEnum, laxInt, laxObject, queryValue, withoutNulls } from '../../records/lax.ts';
import { answerRead, answerWrite } from '../../serving/answers/json-answer.ts';
import { streamList } from '../../serving/answers/json-stream.ts';
import type { RouteContext } from '../../serving/context.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { requireAudit, who } from '../../serving/requests/checks.ts';
import { readRetryKey } from '../../serving/requests/idempotency-key.ts';
import { batchId } from '../../serving/requests/path-parameters.ts';
import { createIdSchema, isDryRun, parseQuery } from '../../serving/requests/query.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
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
  registryTrends,
  revertDryRunResponse,
  revertResponse,
} from './http-shapes.ts';
import type { openHistory } from './module.ts';
import { maxTrendDays, type Trends } from './trends.ts';

type HistoryServices = ReturnType<typeof openHistory>;

const domain = {
  domain_override: queryValue(laxEnum(['v2', 'legacy']))
    .optional()
    .meta({
      description:
        'Return changes queued while the deployment had this canonical format. Default: the current one.',
    }),
};

function domainOf(
  { settings }: Pick<RouteContext, 'settings'>,
  query: { domain_override?: CanonicalFormat | undefined },
): CanonicalFormat {
  return query.domain_override ?? settings.canonicalFormat;
}

/** The query parameters of a page of changes. Without `limit`, all changes are returned. */
const changePage = {
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
  limit: queryValue(laxInt({ ge: 1, le: 500 }))
    .optional()
    .meta({ description: 'Maximum number of changes in the answer. Default: all.' }),
};

const pageQuery = laxObject({ ...domain, ...changePage });

const batchesQuery = laxObject({
  cursor: queryValue(createIdSchema({ ge: 1 }))
    .optional()
    .meta({ description: 'Return only batches older than this one.' }),
  limit: queryValue(laxInt({ ge: 1, le: 50 })).default(10),
  ...domain,
});

const netChangesQuery = laxObject(domain);

const trendsQuery = laxObject({
  days: queryValue(laxInt({ ge: 1, le: maxTrendDays }))
    .default(30)
    .meta({ description: 'Number of days up to today (UTC).' }),
});

/** Creates the endpoint of the daily figures of registry and queue. */
export const registryTrendsOf = ({ trends }: { readonly trends: Trends }): Resource => ({
  name: 'trends',
  readsModels: true,
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/trends',
      id: 'read_v2_trends',
      tags: ['v2', 'statistics'],
      summary: 'List daily figures of the registry and its queue',
      description:
        'Cached for a minute. Writes of all categories are counted from the audit trail, decisions from the queue. Deployments without these, such as replicas, return 0.',
      query: trendsQuery,
      answers: { 200: { description: 'The figures.', schema: registryTrends } },
      handler: (_context, { query }) => trends.of(query.days),
    }),
  ],
});

const auditAccess = { who: who.audits } as const;
const batchRoute = { ...auditAccess, parameters: { batch_id: batchId } } as const;

/** Creates the endpoints of the queue's audit trail under the prefix of one API version. */
export function pendingQueueAuditOf(
  { auditViews, netChanges }: HistoryServices,
  version: 'v1' | 'v2',
): Resource {
  const endpoint = queueEndpoints(version, 'audit');
  return {
    name: `${version}-pending-queue-audit`,
    endpoints: [
      endpoint('get', '/audit/current', 'get_current_pending_changes', {
        ...auditAccess,
        summary: 'List pending changes with their audit events',
        description: 'Ordered by time, latest first.',
        query: pageQuery,
        answers: { 200: { description: 'The pending changes.', schema: auditCurrentResponse } },
        handler: async (context, { query }) => {
          const view = await auditViews.current(domainOf(context, query), query);
          const { domain, pending_changes, ...rest } = view;
          return streamList({ domain }, 'pending_changes', pending_changes, () => rest);
        },
      }),
      endpoint('get', '/audit/batches', 'list_pending_queue_batches', {
        ...auditAccess,
        summary: 'List batches',
        description: 'Ordered by time, newest first.',
        query: batchesQuery,
        answers: { 200: { description: 'One page.', schema: auditBatchPage } },
        handler: (context, { query }) =>
          auditViews.batches(domainOf(context, query), query.cursor ?? null, query.limit),
      }),
      endpoint('get', '/audit/batches/{batch_id}', 'get_pending_queue_batch_detail', {
        ...batchRoute,
        summary: 'Get a batch with its changes and audit events',
        query: pageQuery,
        answers: { 200: { description: 'The batch.', schema: auditBatchDetail }, ...errorResponses(404) },
        handler: async (context, { path, query }) => {
          const view = await auditViews.batch(path.batch_id, domainOf(context, query), query);
          return streamList(view.summary, 'changes', view.changes);
        },
      }),
      endpoint('get', '/audit/batches/{batch_id}/net_changes', 'get_batch_net_changes', {
        ...batchRoute,
        summary: 'Get the net changes of a batch',
        description:
          'For each model, compares the record before the first write of the batch with the record after its last write. Cached for five minutes, or until the batch changes.',
        query: netChangesQuery,
        answers: {
          200: { description: 'The net changes of each model.', schema: batchNetChangeResponse },
          ...errorResponses(400, 404),
        },
        handler: (context, { path, query }) => netChanges.read(path.batch_id, domainOf(context, query)),
      }),
    ],
  };
}

/** The endpoint that reverts a batch. */
export const batchRevert = ({ revert }: HistoryServices): Resource => ({
  name: 'v2-batch-revert',
  endpoints: [
    queueEndpoints('v2', 'audit')('post', '/audit/batches/{batch_id}/revert', 'revert_pending_queue_batch', {
      ...batchRoute,
      summary: 'Propose to revert a batch',
      description:
        'Queues one ordinary pending change for each model that restores the record from before the batch. The changes are reviewed like any other.',
      dryRun: true,
      retryable: true,
      answers: {
        202: { description: 'Queued for review.', schema: revertResponse },
        200: {
          description:
            'Nothing was queued: every model already is as it was before the batch, or this is a dry run.',
          schema: z.union([revertResponse, revertDryRunResponse]),
        },
        ...errorResponses(400, 404, 409),
      },
      handler: async (_context, call) => {
        const { path, caller, reply } = call;
        if (isDryRun(call.request)) return revert.preview(path.batch_id, caller);
        const { queued, ...notes } = await revert.revert(path.batch_id, caller, readRetryKey(call.request));
        const status = queued.length > 0 ? 202 : 200;
        return answerWrite(reply, status, { ...notes, queued: queued.map(withoutNulls) });
      },
    }),
  ],
});

const historyQuery = laxObject({
  cursor: queryValue(createIdSchema({ ge: 1 }))
    .optional()
    .meta({ description: 'Return only entries older than this event.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(20),
});

export const modelHistoryView = ({
  history,
  catalog,
}: HistoryServices & { readonly catalog: Pick<Catalog, 'snapshot'> }): ModelView => ({
  path: '/model_references/v2/{model_category_name}/model/{model_name}/history',
  id: 'read_v2_model_history',
  tags: ['v2'],
  summary: 'List the history of a model',
  description:
    'Each entry states the author, the time, the change, the batch, and the changed fields. If a live model is named `{model_name}/history`, this path returns that model instead. A percent-encoded slash is part of the name: `…/model/a%2Fhistory` never returns the history.',
  query: historyQuery,
  answers: {
    200: { description: 'A page of entries, newest first.', schema: historyPage },
    ...errorResponses(503),
  },
  answer: async ({ settings }, { request, reply }, category, name) => {
    const { cursor = null, limit } = parseQuery(historyQuery, request);
    requireAudit(settings);
    const page = await history.of(category, name, cursor, limit);
    const isKnown = page.items.length > 0 || cursor !== null || catalog.snapshot('v2', category).get(name);
    if (isKnown) return answerRead(request, reply, page);
    throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
  },
});
