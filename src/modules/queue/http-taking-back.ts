import { type CategoryName, categoryNames } from '../../records/categories/index.ts';
import { laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { withoutNulls } from '../../serving/answers/json-answer.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { changeId } from '../../serving/requests/path-parameters.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { answerProposal, queueEndpoints } from './http-propose.ts';
import { pendingChangeRecord } from './http-shapes.ts';
import { dryRunResponse } from './http-shapes-diffs.ts';

const ofChange = { parameters: { change_id: changeId } } as const;
const asItIsNow = {
  200: { description: 'The change as it is now.', schema: pendingChangeRecord },
  ...refuses(400, 404),
};

const bringBackBody = laxObject({
  category: laxEnum(categoryNames as [CategoryName, ...CategoryName[]]),
  model_name: laxString({ min: 1, max: limits.nameLength }),
}).meta({ id: 'BringBackModelRequest', description: 'Which deleted model to propose anew.' });

/** Taking back what was said of a change, and what a deletion took away. */
export function takingBackOf(version: 'v1' | 'v2'): Resource {
  const endpoint = queueEndpoints(version);
  return {
    name: `${version}-taking-back`,
    endpoints: [
      endpoint('post', '/changes/{change_id}/withdraw', 'withdraw_pending_change', {
        who: who.usesQueue('requestor'),
        ...ofChange,
        summary: 'Withdraw a proposal',
        description: 'Only by its requestor, while it is pending: it is rejected then, and says so.',
        answers: asItIsNow,
        handler: async ({ takeBack }, { path, caller }) =>
          withoutNulls(await takeBack.withdraw(path.change_id, caller)),
      }),
      endpoint('post', '/changes/{change_id}/unapprove', 'unapprove_pending_change', {
        who: who.usesQueue('approver'),
        ...ofChange,
        summary: 'Take an approval back',
        description: 'The change is pending again, and leaves the open batch.',
        answers: asItIsNow,
        handler: async ({ takeBack }, { path, caller }) =>
          withoutNulls(await takeBack.unapprove(path.change_id, caller)),
      }),
      endpoint('post', '/bring_back', 'bring_back_model', {
        who: who.discusses('requestor'),
        summary: 'Propose a deleted model anew',
        description: 'With its last record, in both API versions, and at its former place.',
        body: bringBackBody,
        dryRun: true,
        retryable: true,
        answers: {
          200: { description: 'A dry run: what the change would be.', schema: dryRunResponse },
          202: { description: 'Queued: the change waits for an approver.', schema: pendingChangeRecord },
          ...refuses(400, 404, 409),
        },
        handler: async (context, call) => {
          const { category, model_name } = call.body;
          const proposal = await context.bringBack.proposalOf(category, model_name, call.caller);
          return answerProposal(context, call, proposal);
        },
      }),
    ],
  };
}
