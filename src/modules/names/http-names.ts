import type { FastifyReply, FastifyRequest } from 'fastify';
import { laxObject, laxString, queryValue } from '../../records/lax.ts';
import { sendError } from '../../serving/answers/error-handling.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { modelName, writtenCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint, operationOf, route } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { answerProposals } from '../queue/http-propose.ts';
import { dryRunsResponse } from '../queue/http-shapes-diffs.ts';
import {
  composeNameRequest,
  composeNameResponse,
  distinctBaselinesResponse,
  nameExceptionRequest,
  nameExceptionResponse,
  parsedNameResponse,
  resolvedTextName,
  unresolvedTextName,
} from './http-shapes.ts';

const v2 = '/model_references/v2';
const prefix = `${v2}/text_generation`;
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

const parseNameQuery = laxObject({
  name: queryValue(laxString()).meta({ description: 'Any name; taken apart as it is given.' }),
});

const resolveQuery = laxObject({
  name: queryValue(laxString({ max: 1024 })).meta({
    description:
      'A name as somebody spells it: with backend prefix, quantised suffix, in another case, by an alias.',
  }),
});

/**
 * Under a category parameter, as `/model/…` is, which goes first: a model may be called `x/name_exception`.
 */
const setNameException = route({
  method: 'put',
  path: `${v2}/{model_category_name}/{model_name}/name_exception`,
  parameters: { model_category_name: writtenCategory, model_name: modelName },
  before: onlyTextGeneration,
  who: who.usesQueue('requestor'),
  body: nameExceptionRequest,
  handler: (context, call) => {
    const { memberEdits } = context.groups;
    const { path, body, caller } = call;
    const model = path.model_name;
    const proposals = memberEdits.proposals.nameException(model, body.reason, caller);
    return answerProposals(context, call, proposals, async (retry) => ({
      pending_change_id: await memberEdits.setNameException(model, body.reason, caller, retry),
    }));
  },
});

async function onlyTextGeneration(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ((request.params as { category: string }).category !== 'text_generation') reply.callNotFound();
}

/** The names of text models: take them apart, put them together, find out which model is meant. */
export const textGenerationNames: Resource = {
  name: 'text-generation-names',
  readsModels: true,
  endpoints: [
    endpoint({
      method: 'get',
      path: `${prefix}/parse_name`,
      id: `parse_name_${id}_parse_name_get`,
      tags,
      summary: 'Take a name apart',
      query: parseNameQuery,
      answers: { 200: { description: 'The parts.', schema: parsedNameResponse } },
      handler: ({ groups }, { query }) => groups.parse(query.name),
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/compose_name`,
      id: `compose_name_${id}_compose_name_post`,
      tags,
      summary: 'Put a name together',
      description: 'Writes nothing.',
      body: composeNameRequest,
      answers: { 200: { description: 'The name, and whether it is taken.', schema: composeNameResponse } },
      handler: ({ groups }, { body }) => groups.compose(body),
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/distinct_baselines`,
      id: `get_distinct_baselines_${id}_distinct_baselines_get`,
      tags,
      summary: 'The baselines of all text models',
      answers: { 200: { description: 'Trimmed and sorted.', schema: distinctBaselinesResponse } },
      handler: ({ groups }) => groups.views.baselines(),
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/resolve`,
      id: `resolve_name_${id}_resolve_get`,
      tags,
      summary: 'Which model is meant?',
      query: resolveQuery,
      answers: {
        200: { description: 'The model, and what the spelling was forgiven.', schema: resolvedTextName },
        404: { description: 'No model is meant; the nearest names.', schema: unresolvedTextName },
      },
      handler: async ({ groups }, { query: { name }, request, reply }) =>
        (await groups.resolve(name)) ?? answerUnresolved(request, reply, name, await groups.nearest(name)),
    }),
    setNameException,
    operationOf(setNameException, {
      path: `${prefix}/{model_name}/name_exception`,
      id: `set_name_exception_${id}__model_name__name_exception_put`,
      tags,
      summary: 'Propose to exempt a model from its group’s naming schema',
      description: 'Queues an update of the record, on a deployment of either canonical format.',
      dryRun: true,
      retryable: true,
      answers: {
        200: { description: 'A dry run: what the change would be.', schema: dryRunsResponse },
        202: { description: 'Queued: the change waits for an approver.', schema: nameExceptionResponse },
        ...refuses(400, 404),
      },
    }),
  ],
};

function answerUnresolved(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  nearest: readonly string[],
): FastifyReply {
  const hint = nearest.length > 0 ? ` Nearest names: ${nearest.join(', ')}` : '';
  const body = { detail: `No text model is called or meant by '${name}'.${hint}`, nearest };
  return sendError(request, reply, 404, body);
}
