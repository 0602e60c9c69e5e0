import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from '../../serving/answers/errors.ts';
import { answerWrite, withoutNulls } from '../../serving/answers/json-answer.ts';
import type { RouteContext } from '../../serving/context.ts';
import type { ApplyResult, SingleApplyResult } from './apply.ts';

export function answerApplied(reply: FastifyReply, { record, split }: SingleApplyResult): FastifyReply {
  return answerWrite(reply, 200, { record: withoutNulls(record), ...splitFacts(split) });
}

/** A call that stopped at a change answers what it did, with the status of what stopped it. */
export function answerApplyResult(
  { logger }: Pick<RouteContext, 'logger'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { applied, failure, split }: ApplyResult,
): FastifyReply {
  const status = failure ? statusOf[failure.error.code] : 200;
  if (failure && status >= 500) {
    logger.error({ reqId: request.id, change: failure.changeId, err: failure.error }, 'apply stopped');
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
    ...splitFacts(split),
  });
}

function splitFacts(split: ApplyResult['split']) {
  if (!split) return { batch_split_occurred: false };
  return {
    batch_split_occurred: true,
    batch_split_original_batch_id: split.original_batch_id,
    batch_split_new_batch_id: split.new_batch_id,
    batch_split_reassigned_count: split.reassigned_change_ids.length,
  };
}
