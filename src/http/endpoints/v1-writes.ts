import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseOrThrow } from '../../registry/records/parse.ts';
import type { Proposal } from '../../services/queue/proposals.ts';
import { answerDeleted, answerWrite } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { answerProposal, isDryRun } from '../propose.ts';
import { callerOf } from '../requests/auth.ts';
import { writtenCategory } from '../requests/category-path.ts';
import { writtenLegacyCategory } from '../requests/legacy-category-path.ts';
import { modelNameOf } from '../requests/model-name.ts';
import { legacyCreateId, legacyDeleteId, legacyUpdateId, v1WriteOperations } from './v1-writes-operations.ts';

const prefix = '/model_references/v1';

/**
 * Writes in the legacy format: proposals where there is a review queue, and direct writes where there is
 * none.
 */
export const v1Writes: Resource = {
  name: 'v1-writes',
  operations: v1WriteOperations,
  routes: (context) => async (scope) => {
    const { checks, settings, directWrites } = context;
    const guarded = { onRequest: checks.writeOrPropose };

    scope.post(`${prefix}/:category`, guarded, (request, reply) =>
      write(request, reply, bodyWrite(request, 'create')),
    );
    scope.put(`${prefix}/:category`, guarded, (request, reply) =>
      write(request, reply, bodyWrite(request, 'update')),
    );

    scope.delete(`${prefix}/:category/model/*`, guarded, (request, reply) =>
      write(request, reply, {
        category: writtenCategory(request).name,
        operation: 'delete',
        name: modelNameOf(request),
        record: null,
        format: 'legacy',
        route: legacyDeleteId,
        caller: callerOf(request),
      }),
    );

    async function write(
      request: FastifyRequest,
      reply: FastifyReply,
      proposal: Proposal,
    ): Promise<FastifyReply> {
      if (settings.queueEnabled || isDryRun(request))
        return answerProposal(context, request, reply, proposal);
      const { category, operation, name } = proposal;
      const record = await directWrites.write(proposal);
      if (operation === 'delete') return answerDeleted(reply);
      if (operation === 'update') return answerWrite(reply, 200, record);
      reply.header('location', `${prefix}/${category}/model/${encodeURIComponent(name)}`);
      return answerWrite(reply, 201, record);
    }
  },
};

/** A write that the body says all of: the name of the model is in it. */
function bodyWrite(request: FastifyRequest, operation: 'create' | 'update'): Proposal {
  const { name: category, legacy } = writtenLegacyCategory(request);
  const record = parseOrThrow(legacy.body, request.body, 'body');
  const route = operation === 'create' ? legacyCreateId(category) : legacyUpdateId(category);
  return {
    category,
    operation,
    name: record.name,
    record,
    format: 'legacy',
    route,
    caller: callerOf(request),
  };
}
