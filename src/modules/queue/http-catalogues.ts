import { laxInt, laxObject, queryValue, withoutNulls } from '../../records/lax.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { createIdSchema } from '../../serving/requests/query.ts';
import { type Endpoint, endpoint } from '../../serving/routing/endpoint.ts';
import type { ChangeSets } from '../catalogues/index.ts';
import type { QueueServices } from './module.ts';
import { dryRunResponse, pendingChangeRecord } from './shapes.ts';

/** The query for a page of a catalogue entry's history. */
export const historyQuery = laxObject({
  cursor: queryValue(createIdSchema({ ge: 1 }))
    .optional()
    .meta({ description: 'Return only entries older than this event.' }),
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(20),
});

/** Declares the endpoint to propose change sets of a catalogue. */
export function createChangeSetEndpoint(
  { kind, route, changeSet }: Pick<ChangeSets, 'kind' | 'route' | 'changeSet'>,
  facts: {
    readonly path: string;
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description: string;
  },
  { proposals, changeReview }: Pick<QueueServices, 'proposals' | 'changeReview'>,
): Endpoint {
  return endpoint({
    ...facts,
    method: 'post',
    id: route,
    who: who.proposesChangeSets,
    dryRun: true,
    retryable: true,
    body: changeSet,
    answers: {
      200: { description: 'Dry run: the effect of the change set.', schema: dryRunResponse },
      202: { description: 'Queued for review.', schema: pendingChangeRecord },
      ...errorResponses(409, 429),
    },
    handler: (_context, call) => {
      const { caller } = call;
      const proposal = { kind, changeSet: call.body, caller };
      return answerProposals(call, {
        preview: () => changeReview.dryRun(proposal),
        queue: async (retry) =>
          withoutNulls(await proposals.propose(proposal, { deadline: caller.deadline, retry })),
      });
    },
  });
}
