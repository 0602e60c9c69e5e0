import type { FastifyReply } from 'fastify';
import { answerWrite, withoutNulls } from '../../serving/answers/json-answer.ts';
import type { RouteContext } from '../../serving/context.ts';
import type { WhoWithKey } from '../../serving/requests/checks.ts';
import { retryKeyOf } from '../../serving/requests/idempotency-key.ts';
import type { PathParameters } from '../../serving/requests/path-parameters.ts';
import { parseQuery, writeQuery } from '../../serving/requests/query.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  type Operation,
  type Route,
} from '../../serving/routing/endpoint.ts';
import type { RetryKey } from './once.ts';
import type { MakeProposals, Proposal } from './proposals.ts';

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

/** An endpoint of the queue, without what follows from its path, its handler's name and its role. */
type QueueEndpoint<P, Q, B> = Pick<
  Route<P, Q, B>,
  'handler' | 'parameters' | 'query' | 'body' | 'bodyOptional' | 'proposal'
> &
  Pick<Operation, 'summary' | 'description' | 'dryRun' | 'retryable' | 'conditional' | 'answers'> & {
    readonly who: WhoWithKey;
  };

/**
 * The endpoints of the queue under the prefix of one API version. Operation ids follow the path, so each
 * version has its own.
 */
export function queueEndpoints(version: 'v1' | 'v2', ...furtherTags: string[]) {
  const prefix = `/model_references/${version}/pending_queue`;
  return <P extends PathParameters, Q, B>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    name: string,
    { description, ...facts }: QueueEndpoint<P, Q, B>,
  ): Endpoint =>
    endpoint({
      ...facts,
      method,
      path: prefix + path,
      id: `${name}_${`${prefix}${path}`.replace(/^\//, '').replaceAll(/[^a-zA-Z0-9]/g, '_')}_${method}`,
      tags: [version, 'pending_queue', ...furtherTags],
      description: [`For ${facts.who.role}s.`, ...(description ? [description] : [])].join(' '),
    });
}
