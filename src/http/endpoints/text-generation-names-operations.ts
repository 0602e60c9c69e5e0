import { laxObject, laxString, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { writeQuery } from '../propose.ts';
import { dryRunsResponse } from '../shapes/diffs.ts';
import {
  composeNameRequest,
  composeNameResponse,
  distinctBaselinesResponse,
  nameExceptionRequest,
  nameExceptionResponse,
  parsedNameResponse,
  resolvedTextName,
  unresolvedTextName,
} from '../shapes/text-names.ts';

const prefix = '/model_references/v2/text_generation';
const id = 'model_references_v2_text_generation';
const tags = ['v2', 'text_utils'];

export const parseNameQuery = laxObject({
  name: queryValue(laxString()).meta({ description: 'Any name; taken apart as it is given.' }),
});

export const resolveQuery = laxObject({
  name: queryValue(laxString({ max: 1024 })).meta({
    description:
      'A name as somebody spells it: with backend prefix, quantised suffix, in another case, by an alias.',
  }),
});

export const textNameOperations: readonly Operation[] = [
  {
    method: 'get',
    path: `${prefix}/parse_name`,
    id: `parse_name_${id}_parse_name_get`,
    tags,
    summary: 'Take a name apart',
    query: parseNameQuery,
    conditional: true,
    answers: { 200: { description: 'The parts.', schema: parsedNameResponse } },
  },
  {
    method: 'post',
    path: `${prefix}/compose_name`,
    id: `compose_name_${id}_compose_name_post`,
    tags,
    summary: 'Put a name together',
    description: 'Writes nothing.',
    body: { schema: composeNameRequest },
    answers: {
      200: { description: 'The name, and whether it is taken.', schema: composeNameResponse },
    },
  },
  {
    method: 'get',
    path: `${prefix}/distinct_baselines`,
    id: `get_distinct_baselines_${id}_distinct_baselines_get`,
    tags,
    summary: 'The baselines of all text models',
    conditional: true,
    answers: { 200: { description: 'Trimmed and sorted.', schema: distinctBaselinesResponse } },
  },
  {
    method: 'get',
    path: `${prefix}/resolve`,
    id: `resolve_name_${id}_resolve_get`,
    tags,
    summary: 'Which model is meant?',
    query: resolveQuery,
    conditional: true,
    answers: {
      200: { description: 'The model, and what the spelling was forgiven.', schema: resolvedTextName },
      404: { description: 'No model is meant; the nearest names.', schema: unresolvedTextName },
    },
  },
  {
    method: 'put',
    path: `${prefix}/{model_name}/name_exception`,
    id: `set_name_exception_${id}__model_name__name_exception_put`,
    tags,
    summary: 'Propose to exempt a model from its group’s naming schema',
    description: 'Queues an update of the record, on a deployment of either canonical format.',
    key: true,
    query: writeQuery,
    body: { schema: nameExceptionRequest },
    answers: {
      200: { description: 'A dry run: what the change would be.', schema: dryRunsResponse },
      202: { description: 'Queued: the change waits for an approver.', schema: nameExceptionResponse },
      ...refuses(400, 401, 404, 503),
    },
  },
];
