import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseOrThrow } from '../../registry/records/parse.ts';
import { answerRead, answerWrite, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { json, sendReady } from '../answers/send.ts';
import { answerProposals } from '../propose.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery } from '../requests/query.ts';
import { endingWith, nameBefore, routeByTrailingAction } from '../requests/trailing-action.ts';
import { composeNameRequest, nameExceptionRequest } from '../shapes/text-names.ts';
import { parseNameQuery, resolveQuery, textNameOperations } from './text-generation-names-operations.ts';

const prefix = '/model_references/v2/text_generation';

/** The names of text models: take them apart, put them together, find out which model is meant. */
export const textGenerationNames: Resource = {
  name: 'text-generation-names',
  readsModels: true,
  operations: textNameOperations,
  routes: (context) => async (scope) => {
    const { checks, groups } = context;
    routeByTrailingAction(scope);

    scope.get(`${prefix}/parse_name`, (request, reply) =>
      answerRead(request, reply, groups.parse(parseQuery(parseNameQuery, request).name)),
    );

    scope.post(`${prefix}/compose_name`, async (request, reply) =>
      answerWrite(reply, 200, groups.compose(parseOrThrow(composeNameRequest, request.body, 'body'))),
    );

    scope.get(`${prefix}/distinct_baselines`, (request, reply) =>
      sendReady(request, reply, groups.views.baselines(), json, caching.everyone),
    );

    scope.get(`${prefix}/resolve`, (request, reply) => {
      const { name } = parseQuery(resolveQuery, request);
      const found = groups.resolve(name);
      return found ? answerRead(request, reply, found) : answerUnresolved(reply, name);
    });

    // Under a category parameter, as `/model/…` is, which goes first: a model may be called
    // `x/name_exception`.
    const onRequest = checks.queue('requestor');
    scope.put(
      '/model_references/v2/:category/*',
      { constraints: endingWith('name_exception'), onRequest: [onlyTextGeneration, onRequest] },
      async (request, reply) => {
        const { reason } = parseOrThrow(nameExceptionRequest, request.body, 'body');
        const model = nameBefore(request, 'name_exception');
        const { memberEdits } = groups;
        const caller = callerOf(request);
        const proposals = memberEdits.proposals.nameException(model, reason, caller);
        return answerProposals(context, request, reply, proposals, async () => ({
          pending_change_id: await memberEdits.setNameException(model, reason, caller),
        }));
      },
    );

    function answerUnresolved(reply: FastifyReply, name: string): FastifyReply {
      const nearest = groups.nearest(name);
      const hint = nearest.length > 0 ? ` Nearest names: ${nearest.join(', ')}` : '';
      reply.header('cache-control', caching.everyone);
      return reply
        .code(404)
        .header('content-type', json)
        .send(
          Buffer.from(
            JSON.stringify({ detail: `No text model is called or meant by '${name}'.${hint}`, nearest }),
          ),
        );
    }
  },
};

async function onlyTextGeneration(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ((request.params as { category: string }).category !== 'text_generation') reply.callNotFound();
}
