import type { FastifyReply } from 'fastify';
import { withoutNulls } from '../../records/lax.ts';
import { assertMatch } from '../../serving/answers/etag.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { listEtags } from '../../serving/answers/representation.ts';
import { assertUnmodified, type Headers, readUnmodifiedSince } from '../../serving/requests/preconditions.ts';
import type { Call } from '../../serving/routing/endpoint.ts';
import { type Catalog, modelStore, type ProjectedReads } from '../catalog/index.ts';
import type { Precondition } from './examine-write.ts';
import type { QueueServices } from './module.ts';
import type { ProposalSource } from './proposals.ts';

export interface ProposingServices extends Pick<QueueServices, 'proposals' | 'changeReview'> {
  readonly projectedReads: Pick<ProjectedReads, 'hashOf'>;
}

/** Queues a proposal (202), or returns its effect for a dry run (200). */
export function answerProposal(
  { proposals, changeReview }: Pick<QueueServices, 'proposals' | 'changeReview'>,
  call: Pick<Call, 'request' | 'reply' | 'caller'>,
  source: ProposalSource,
): Promise<FastifyReply> {
  const { deadline } = call.caller;
  return answerProposals(call, {
    preview: () => changeReview.dryRun(source),
    queue: async (retry) => withoutNulls(await proposals.propose(source, { deadline, retry })),
  });
}

/**
 * Returns the precondition from `If-Match` and `If-Unmodified-Since` for a write of one record; undefined
 * when the request has neither. `If-Match` must contain an ETag from a read of this one record.
 */
export function createRecordPrecondition(
  { projectedReads }: Pick<ProposingServices, 'projectedReads'>,
  request: Headers,
): Precondition | undefined {
  const ifMatch = request.headers['if-match'];
  const unmodifiedSince = readUnmodifiedSince(request);
  if (ifMatch === undefined && unmodifiedSince === null) return undefined;
  return async (live) => {
    assertMatch(ifMatch, live && ifMatch !== undefined ? listEtags(projectedReads.hashOf(live)) : []);
    assertUnmodified(unmodifiedSince, live?.updated_at ?? null);
  };
}

/**
 * Like `createRecordPrecondition`, for a v1 write. `If-Match` may also contain an ETag of the whole category,
 * because v1 reads return whole categories only.
 */
export function createLegacyPrecondition(
  services: Pick<ProposingServices, 'projectedReads'> & { readonly catalog: Pick<Catalog, 'snapshot'> },
  category: string,
  request: Headers,
): Precondition | undefined {
  const ifMatch = request.headers['if-match'];
  const checkRecord = createRecordPrecondition(services, request);
  if (ifMatch === undefined || !checkRecord) return checkRecord;
  return async (live, reader) => {
    const { version, body } = services.catalog.snapshot('legacy', category);
    const currentVersion = (await modelStore(reader).versions()).get(category) ?? 0;
    const categoryEtags = version === currentVersion && live ? listEtags(body.etag) : [];
    assertMatch(ifMatch, [
      ...categoryEtags,
      ...(live ? listEtags(services.projectedReads.hashOf(live)) : []),
    ]);
  };
}
