import type { FastifyReply } from 'fastify';
import type { RetryKey } from '../../kernel/caller.ts';
import { withoutNulls } from '../../records/lax.ts';
import { assertMatch } from '../../serving/answers/etag.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import { etagsOf } from '../../serving/answers/representation.ts';
import type { RouteContext } from '../../serving/context.ts';
import type { WhoWithKey } from '../../serving/requests/checks.ts';
import { retryKeyOf } from '../../serving/requests/idempotency-key.ts';
import type { PathParameters } from '../../serving/requests/path-parameters.ts';
import { assertUnmodified, type Headers, unmodifiedSince } from '../../serving/requests/preconditions.ts';
import { parseQuery, writeQuery } from '../../serving/requests/query.ts';
import {
  type Call,
  type Endpoint,
  endpoint,
  type Operation,
  type Route,
} from '../../serving/routing/endpoint.ts';
import { modelStore } from '../catalog/index.ts';
import type { Precondition } from './examine-write.ts';
import type { GivenProposal, MakeProposals } from './proposals.ts';

type Exchange = Pick<Call, 'request' | 'reply'>;

/**
 * Tells whether a request asks for a dry run.
 * @throws RegistryError invalid_input (422) for an invalid query
 */
export function isDryRun({ request }: Pick<Call, 'request'>): boolean {
  return parseQuery(writeQuery, request).dry_run === true;
}

/**
 * Answers a call that makes several proposals. For a dry run, says what the proposals would do (200); else
 * queues them with `queue` (202).
 */
export async function answerProposals(
  { changeReview }: Pick<RouteContext, 'changeReview'>,
  call: Exchange,
  proposals: MakeProposals,
  queue: (retry: RetryKey | undefined) => Promise<unknown>,
): Promise<FastifyReply> {
  if (isDryRun(call)) return answerWrite(call.reply, 200, await changeReview.dryRunAll(proposals));
  return answerWrite(call.reply, 202, await queue(retryKeyOf(call.request)));
}

/** Queues a proposal (202), or, for a dry run, says what it would do (200). */
export async function answerProposal(
  { proposals, changeReview }: Pick<RouteContext, 'proposals' | 'changeReview'>,
  call: Exchange & Pick<Call, 'caller'>,
  given: GivenProposal,
): Promise<FastifyReply> {
  if (isDryRun(call)) return answerWrite(call.reply, 200, await changeReview.dryRun(given));
  const how = { deadline: call.caller.deadline, retry: retryKeyOf(call.request) };
  return answerWrite(call.reply, 202, withoutNulls(await proposals.propose(given, how)));
}

/**
 * What the definition of one queue endpoint has to state. `queueEndpoints` adds the path, the id and the
 * tags, and puts the needed role at the beginning of the description.
 */
type QueueEndpoint<P, Q, B> = Pick<
  Route<P, Q, B>,
  'handler' | 'parameters' | 'query' | 'body' | 'bodyOptional' | 'proposal'
> &
  Pick<Operation, 'summary' | 'description' | 'dryRun' | 'retryable' | 'conditional' | 'answers'> & {
    readonly who: WhoWithKey;
  };

/**
 * Makes a function that defines endpoints of the queue under the prefix of one API version. Operation ids
 * follow the path, so each version has its own.
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

/**
 * Makes the check of the headers `If-Match` and `If-Unmodified-Since` for a write of one record; undefined
 * when the request has neither. `If-Match` has to contain an ETag that a read of this one record returns.
 */
export function recordPrecondition(request: Headers): Precondition | undefined {
  const match = request.headers['if-match'];
  const since = unmodifiedSince(request);
  if (match === undefined && since === null) return undefined;
  return async (live) => {
    assertMatch(match, live ? etagsOf(live.v2_hash) : []);
    assertUnmodified(since, live?.updated_at ?? null);
  };
}

/**
 * Makes the check of `recordPrecondition` for a v1 write. Here `If-Match` may also contain an ETag of the
 * whole category, because v1 reads records only as whole categories.
 */
export function legacyPrecondition(
  { catalog }: Pick<RouteContext, 'catalog'>,
  category: string,
  request: Headers,
): Precondition | undefined {
  const match = request.headers['if-match'];
  const ofRecord = recordPrecondition(request);
  if (match === undefined || !ofRecord) return ofRecord;
  return async (live, reader) => {
    const { version, body } = catalog.snapshot('legacy', category);
    const current = (await modelStore(reader).versions()).get(category) ?? 0;
    const ofCategory = version === current && live ? etagsOf(body.etag) : [];
    assertMatch(match, [...ofCategory, ...(live ? etagsOf(live.v2_hash) : [])]);
  };
}
