import type { FastifyReply } from 'fastify';
import { laxBoolean, laxObject, queryValue } from '../../records/lax.ts';
import { answerWrite, withoutNulls } from '../../serving/answers/json-answer.ts';
import type { RouteContext } from '../../serving/context.ts';
import { retryKeyOf } from '../../serving/requests/idempotency-key.ts';
import { parseQuery } from '../../serving/requests/query.ts';
import type { Call } from '../../serving/routing/endpoint.ts';
import type { RetryKey } from './once.ts';
import type { MakeProposals, Proposal } from './proposals.ts';

/** The query of every write of a record. */
export const writeQuery = laxObject({
  dry_run: queryValue(laxBoolean()).optional().meta({
    default: false,
    description:
      'Answer 200 with what the write would change and what is worth a look in it, and queue nothing.',
  }),
});

type Exchange = Pick<Call, 'request' | 'reply'>;

/** @throws RegistryError invalid_input (422) */
export function isDryRun({ request }: Pick<Call, 'request'>): boolean {
  return parseQuery(writeQuery, request).dry_run === true;
}

/** For calls that queue several proposals: answers a dry run of them (200), or else lets the call do it. */
export async function answerProposals(
  { changeReview }: Pick<RouteContext, 'changeReview'>,
  call: Exchange,
  proposals: MakeProposals,
  queue: (retry: RetryKey | undefined) => Promise<unknown>,
): Promise<FastifyReply> {
  if (isDryRun(call)) return answerWrite(call.reply, 200, await changeReview.dryRunAll(proposals));
  return answerWrite(call.reply, 202, await queue(retryKeyOf(call.request)));
}

/** Queues a proposal (202), or says what it would do (200). */
export async function answerProposal(
  { proposals, changeReview }: Pick<RouteContext, 'proposals' | 'changeReview'>,
  call: Exchange,
  proposal: Proposal,
): Promise<FastifyReply> {
  if (isDryRun(call)) return answerWrite(call.reply, 200, await changeReview.dryRun(proposal));
  const retryable = { ...proposal, retry: retryKeyOf(call.request) };
  return answerWrite(call.reply, 202, withoutNulls(await proposals.propose(retryable)));
}
