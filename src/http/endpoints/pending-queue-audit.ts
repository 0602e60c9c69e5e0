import { answerRead, answerWrite, caching, withoutNulls } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { isDryRun } from '../propose.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery, pathId } from '../requests/query.ts';
import {
  auditBatchesQuery,
  auditBatchQuery,
  auditCurrentQuery,
  netChangesQuery,
  pendingQueueAuditOperations,
} from './pending-queue-audit-operations.ts';

/** The audit trail of the queue, and undoing what it tells of. */
export function pendingQueueAuditOf(version: 'v1' | 'v2'): Resource {
  return {
    name: `${version}-pending-queue-audit`,
    operations: pendingQueueAuditOperations(version),
    routes:
      ({ checks, settings, auditViews, netChanges, revert }) =>
      async (scope) => {
        const prefix = `/model_references/${version}/pending_queue/audit`;
        const guarded = { onRequest: checks.audit };
        const domainOf = (query: { domain_override?: 'v2' | 'legacy' | undefined }) =>
          query.domain_override ?? settings.canonicalFormat;

        scope.get(`${prefix}/current`, guarded, async (request, reply) => {
          const query = parseQuery(auditCurrentQuery, request);
          return answerRead(
            request,
            reply,
            await auditViews.current(domainOf(query), query),
            caching.theCaller,
          );
        });

        scope.get(`${prefix}/batches`, guarded, async (request, reply) => {
          const query = parseQuery(auditBatchesQuery, request);
          const page = await auditViews.batches(domainOf(query), query.cursor ?? null, query.limit);
          return answerRead(request, reply, page, caching.theCaller);
        });

        scope.get(`${prefix}/batches/:batch_id`, guarded, async (request, reply) => {
          const id = pathId(request, 'batch_id');
          const query = parseQuery(auditBatchQuery, request);
          return answerRead(
            request,
            reply,
            await auditViews.batch(id, domainOf(query), query),
            caching.theCaller,
          );
        });

        scope.get(`${prefix}/batches/:batch_id/net_changes`, guarded, async (request, reply) => {
          const id = pathId(request, 'batch_id');
          const domain = domainOf(parseQuery(netChangesQuery, request));
          return answerRead(request, reply, await netChanges.ofBatch(id, domain), caching.theCaller);
        });

        scope.post(`${prefix}/batches/:batch_id/revert`, guarded, async (request, reply) => {
          const id = pathId(request, 'batch_id');
          const caller = callerOf(request);
          if (isDryRun(request)) return answerWrite(reply, 200, await revert.preview(id, caller));
          const { queued, ...notes } = await revert.revert(id, caller);
          const status = queued.length > 0 ? 202 : 200;
          return answerWrite(reply, status, { ...notes, queued: queued.map(withoutNulls) });
        });
      },
  };
}
