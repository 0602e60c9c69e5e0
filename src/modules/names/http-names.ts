import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { absentOrNull, laxArray, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { modelName, writableCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint, operationOf, type Route, route } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { dryRunsResponse } from '../queue/shapes.ts';
import type { NamesServices } from './module.ts';

const partSchema = (description: string) => z.string().nullable().meta({ description });

const extraPartInfo = z
  .object({
    value: z.string(),
    position: z.int().meta({ description: 'Number of separators before the token.' }),
    inferred_type: z.enum(['DATE', 'DESCRIPTOR', 'LEADING_VERSION', 'UNKNOWN']),
  })
  .meta({ id: 'ExtraPartInfo', description: 'A token of a name that is no known part.' });

const parts = {
  base_name: z.string().meta({ description: 'The name without the recognized tokens.' }),
  size: partSchema('In upper case: `7B`, `8X7B`.'),
  variant: partSchema('`Instruct`, `Chat`, … as spelled.'),
  quant: partSchema('Quantization, in upper case: `Q4_K_M`, `GGUF`.'),
  version: partSchema('`v0.1`, as spelled.'),
};

export const parsedNameInfo = z
  .object({ ...parts, extras: z.array(extraPartInfo) })
  .meta({ id: 'ParsedNameInfo', description: 'The parts of a name.' });

const parsedNameResponse = z
  .object({
    original_name: z.string(),
    ...parts,
    suggested_group: z
      .string()
      .meta({ description: 'Base name without backend prefix and author; aliases are applied.' }),
    extras: z.array(extraPartInfo),
  })
  .meta({ id: 'ParsedNameResponse', description: 'A parsed model name.' });

/**
 * A part of a name, as a client sends it. Its length is limited because a composed name repeats the part as
 * often as its label occurs in `part_order`.
 */
const partText = laxString({ max: limits.nameLength });

const composeNameRequest = laxObject({
  base_name: partText,
  size: partText.meta({ description: 'May be empty.' }),
  author: absentOrNull(partText),
  variant: absentOrNull(partText),
  version: absentOrNull(partText),
  quant: absentOrNull(partText),
  separator: absentOrNull(partText).meta({ description: '`-` when absent or empty.' }),
  part_order: absentOrNull(laxArray(laxString(), { max: limits.listedLabels })).meta({
    description:
      'Parts of the name in order: base, size, variant, version, quant. Unknown labels are ignored; unlisted parts are left out.',
  }),
}).meta({ id: 'ComposeNameRequest', description: 'The parts of a name.' });

const composeNameResponse = z
  .object({
    composed_name: z.string(),
    already_exists: z.boolean().meta({ description: 'True if a model has exactly this name.' }),
    suggested_group: z.string(),
  })
  .meta({ id: 'ComposeNameResponse', description: 'A composed name.' });

const distinctBaselinesResponse = z
  .object({ baselines: z.array(z.string()) })
  .meta({ id: 'DistinctBaselinesResponse', description: 'The baselines of all text models, sorted.' });

const nameExceptionRequest = laxObject({
  reason: laxString().nullable().meta({
    description: 'Why the name does not follow the naming schema of the group; null removes the exception.',
  }),
}).meta({ id: 'NameExceptionRequest' });

const nameExceptionResponse = z
  .object({ pending_change_id: z.int() })
  .meta({ id: 'NameExceptionResponse', description: 'The queued change.' });

const v2 = '/model_references/v2';
const prefix = `${v2}/text_generation`;
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

const parseNameQuery = laxObject({
  name: queryValue(laxString()).meta({ description: 'Any name. Parsed as given.' }),
});

/**
 * The route that sets a name exception. The category is a path parameter although only `text_generation` is
 * accepted. A literal `text_generation` would take precedence over
 * `/{model_category_name}/model/{model_name}`, and the route would get the requests for a model named
 * `x/name_exception`.
 */
const nameExceptionRoute = ({ groups, changeReview }: NamesServices): Route =>
  route({
    method: 'put',
    path: `${v2}/{model_category_name}/{model_name}/name_exception`,
    parameters: { model_category_name: writableCategory, model_name: modelName },
    before: requireTextGeneration,
    who: who.usesQueue('requestor'),
    body: nameExceptionRequest,
    dryRun: true,
    handler: (_context, call) => {
      const { memberEdits } = groups;
      const { path, body, caller } = call;
      const model = path.model_name;
      return answerProposals(call, {
        preview: () =>
          changeReview.dryRunAll(memberEdits.proposals.nameException(model, body.reason, caller)),
        queue: async (retry) => ({
          pending_change_id: await memberEdits.setNameException(model, body.reason, caller, retry),
        }),
      });
    },
  });

async function requireTextGeneration(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ((request.params as { category: string }).category !== 'text_generation') reply.callNotFound();
}

/** Endpoints that split names of text models into parts, and compose names from parts. */
export function textGenerationNames(services: NamesServices): Resource {
  const { groups } = services;
  const setNameException = nameExceptionRoute(services);
  return {
    name: 'text-generation-names',
    readsModels: true,
    endpoints: [
      endpoint({
        method: 'get',
        path: `${prefix}/parse_name`,
        id: `parse_name_${id}_parse_name_get`,
        tags,
        summary: 'Parse a model name',
        query: parseNameQuery,
        answers: { 200: { description: 'The parts.', schema: parsedNameResponse } },
        handler: (_context, { query }) => groups.parse(query.name),
      }),
      endpoint({
        method: 'post',
        path: `${prefix}/compose_name`,
        id: `compose_name_${id}_compose_name_post`,
        tags,
        summary: 'Compose a model name',
        description: 'Does not store anything.',
        body: composeNameRequest,
        answers: {
          200: { description: 'The name, and whether a model already has it.', schema: composeNameResponse },
        },
        handler: (_context, { body }) => groups.compose(body),
      }),
      endpoint({
        method: 'get',
        path: `${prefix}/distinct_baselines`,
        id: `get_distinct_baselines_${id}_distinct_baselines_get`,
        tags,
        summary: 'List the baselines of text models',
        answers: {
          200: { description: 'The baselines, trimmed and sorted.', schema: distinctBaselinesResponse },
        },
        handler: () => groups.views.baselines(),
      }),
      setNameException,
      operationOf(setNameException, {
        path: `${prefix}/{model_name}/name_exception`,
        id: `set_name_exception_${id}__model_name__name_exception_put`,
        tags,
        summary: 'Propose to exempt a model from the naming schema of its group',
        description: 'Queues an update of the record. Works with either canonical format.',
        dryRun: true,
        retryable: true,
        answers: {
          200: { description: 'Dry run: the change that would be queued.', schema: dryRunsResponse },
          202: { description: 'Queued for review.', schema: nameExceptionResponse },
          ...errorResponses(400, 404),
        },
      }),
    ],
  };
}
