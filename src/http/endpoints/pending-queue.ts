import type { FastifyReply, FastifyRequest } from 'fastify';
import { RegistryError } from '../../registry/errors.ts';
import { parseOrThrow } from '../../registry/records/parse.ts';
import type { ChangeFilter } from '../../services/ports/store.ts';
import { answerApplied, answerApplyResult } from '../answers/apply-answer.ts';
import { answerRead, answerWrite, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import type { RouteContext } from '../context.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery, pathId } from '../requests/query.ts';
import { pendingQueueOperations } from './pending-queue-operations.ts';
import {
  applyBatchQuery,
  applyManyBody,
  applyManyQuery,
  applyOneBody,
  batchBody,
  type ChangeListing,
  changeListing,
  changesQuery,
  diffsQuery,
  myChangesQuery,
  purgeBody,
  purgeRequest,
} from './pending-queue-queries.ts';

/** The review queue. Both prefixes lead to the one queue, on any PRIMARY. */
export function pendingQueueOf(version: 'v1' | 'v2'): Resource {
  return {
    name: `${version}-pending-queue`,
    operations: pendingQueueOperations(version),
    routes: (context) => async (scope) => {
      const { checks, store, review, apply, changeReview } = context;
      const prefix = `/model_references/${version}/pending_queue`;
      const forApprovers = { onRequest: checks.queue('approver') };
      const forRequestors = { onRequest: checks.queue('requestor') };

      scope.get(`${prefix}/changes`, forApprovers, async (request, reply) => {
        const listing = changeListing(parseQuery(changesQuery, request));
        return answerPage(context, request, reply, listing, {});
      });

      scope.get(`${prefix}/my_changes`, forRequestors, async (request, reply) => {
        const listing = changeListing(parseQuery(myChangesQuery, request));
        return answerPage(context, request, reply, listing, { requested_by: [callerOf(request).userId] });
      });

      scope.get(`${prefix}/changes/:change_id`, forApprovers, async (request, reply) => {
        const id = pathId(request, 'change_id');
        const [change] = await store.read(async (reader) =>
          changeReview.describe(reader, await reader.changes.getMany([id])),
        );
        if (!change) throw new RegistryError('not_found', 'Change not found');
        return answerRead(request, reply, change, caching.theCaller);
      });

      scope.get(`${prefix}/changes/:change_id/diff`, forApprovers, async (request, reply) => {
        const { diffs } = await changeReview.diffs([pathId(request, 'change_id')]);
        if (!diffs[0]) throw new RegistryError('not_found', 'Change not found');
        return answerRead(request, reply, diffs[0], caching.theCaller);
      });

      scope.get(`${prefix}/diffs`, forApprovers, async (request, reply) => {
        const { change_ids } = parseQuery(diffsQuery, request);
        return answerRead(request, reply, await changeReview.diffs(change_ids), caching.theCaller);
      });

      scope.post(`${prefix}/purge`, forApprovers, async (request, reply) => {
        const body = parseOrThrow(purgeBody, request.body, 'body');
        const asked = purgeRequest(body);
        const nothing = { removed_count: 0, removed_change_ids: [], dry_run: body.dry_run };
        return answerWrite(reply, 200, asked ? await review.purge(asked, callerOf(request)) : nothing);
      });

      scope.post(`${prefix}/batches`, forApprovers, async (request, reply) => {
        const body = parseOrThrow(batchBody, request.body, 'body');
        return answerWrite(reply, 200, await review.processBatch(body, callerOf(request)));
      });

      scope.post(`${prefix}/changes/:change_id/apply`, forApprovers, async (request, reply) => {
        const id = pathId(request, 'change_id');
        const { job_id } = parseOrThrow(applyOneBody, request.body ?? {}, 'body');
        return answerApplied(reply, await apply.applySingle(id, job_id, callerOf(request)));
      });

      scope.post(`${prefix}/apply`, forApprovers, async (request, reply) => {
        const query = parseQuery(applyManyQuery, request);
        const body = parseOrThrow(applyManyBody, request.body ?? {}, 'body');
        const asked = {
          changeIds: body.change_ids ?? query.change_ids ?? [],
          jobId: body.job_id ?? query.job_id,
          allowMixedBatch: body.allow_mixed_batch ?? query.allow_mixed_batch,
        };
        const result = await apply.applyMany(asked, callerOf(request));
        return answerApplyResult(context, request, reply, result);
      });

      scope.post(`${prefix}/apply_batch/:batch_id`, forApprovers, async (request, reply) => {
        const id = pathId(request, 'batch_id');
        const { job_id } = parseQuery(applyBatchQuery, request);
        const result = await apply.applyBatch(id, job_id, callerOf(request));
        return answerApplyResult(context, request, reply, result);
      });
    },
  };
}

async function answerPage(
  { store, changeReview }: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { filter, page }: ChangeListing,
  only: ChangeFilter,
): Promise<FastifyReply> {
  const found =
    filter &&
    (await store.read(async (reader) => {
      const { items, total } = await reader.changes.list({ ...filter, ...only }, page);
      return { items: await changeReview.describe(reader, items), total };
    }));
  const { items, total } = found ?? { items: [], total: 0 };
  return answerRead(request, reply, { items, total, ...page }, caching.theCaller);
}
