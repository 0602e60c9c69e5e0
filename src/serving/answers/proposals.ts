import type { FastifyReply } from 'fastify';
import type { RetryKey } from '../../kernel/caller.ts';
import { readRetryKey } from '../requests/idempotency-key.ts';
import { isDryRun } from '../requests/query.ts';
import type { Call } from '../routing/endpoint.ts';
import { answerWrite } from './json-answer.ts';

/**
 * Responds to a call that proposes changes: returns their effects on a dry run (200), otherwise queues them
 * (202).
 */
export async function answerProposals(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  { preview, queue }: { preview(): Promise<unknown>; queue(retry: RetryKey | undefined): Promise<unknown> },
): Promise<FastifyReply> {
  if (isDryRun(request)) return answerWrite(reply, 200, await preview());
  return answerWrite(reply, 202, await queue(readRetryKey(request)));
}
