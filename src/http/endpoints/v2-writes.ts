import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CategoryDefinition } from '../../registry/categories/category.ts';
import { RegistryError } from '../../registry/errors.ts';
import { checkModelName } from '../../registry/model-name.ts';
import { parseOrThrow } from '../../registry/records/parse.ts';
import type { Resource } from '../answers/resource.ts';
import { answerProposal } from '../propose.ts';
import { callerOf } from '../requests/auth.ts';
import { writtenCategory } from '../requests/category-path.ts';
import { modelNameOf } from '../requests/model-name.ts';
import { v2WriteOperations } from './v2-writes-operations.ts';

const prefix = '/model_references/v2';

/**
 * Proposals in the current format. One route serves all categories: the body is validated as a record of the
 * category in the path, by the typed and by the generic operations alike.
 */
export const v2Writes: Resource = {
  name: 'v2-writes',
  operations: v2WriteOperations,
  routes: (context) => async (scope) => {
    const guarded = { onRequest: context.checks.write('v2') };

    scope.post(`${prefix}/:category`, guarded, (request, reply) =>
      create(request, reply, ({ name }) => `create_v2_${name}`),
    );

    scope.post(`${prefix}/:category/add`, guarded, (request, reply) =>
      create(request, reply, () => 'create_v2_model'),
    );

    scope.put(`${prefix}/:category/model/*`, guarded, async (request, reply) => {
      const category = writtenCategory(request);
      const record = parseOrThrow(category.record, request.body, 'body');
      checkModelName(record.name);
      if (record.name !== modelNameOf(request)) {
        throw new RegistryError(
          'bad_request',
          'Model name in the path must match the payload when queuing updates.',
        );
      }
      return answerProposal(context, request, reply, {
        category: category.name,
        operation: 'update',
        name: record.name,
        record,
        format: 'v2',
        route: `update_v2_${category.name}`,
        caller: callerOf(request),
      });
    });

    scope.delete(`${prefix}/:category/model/*`, guarded, async (request, reply) => {
      const category = writtenCategory(request);
      return answerProposal(context, request, reply, {
        category: category.name,
        operation: 'delete',
        name: modelNameOf(request),
        record: null,
        format: 'v2',
        route: 'delete_v2_model',
        caller: callerOf(request),
      });
    });

    async function create(
      request: FastifyRequest,
      reply: FastifyReply,
      routeOf: (category: CategoryDefinition) => string,
    ): Promise<FastifyReply> {
      const category = writtenCategory(request);
      const record = parseOrThrow(category.record, request.body, 'body');
      return answerProposal(context, request, reply, {
        category: category.name,
        operation: 'create',
        name: record.name,
        record,
        format: 'v2',
        route: routeOf(category),
        caller: callerOf(request),
      });
    }
  },
};
