import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { readyBody } from '../../kernel/ready-body.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { categories, categoryNames } from '../../records/categories/index.ts';
import { categoryEnum } from '../../records/enums.ts';
import { containsMessage } from '../../serving/openapi/contains-message.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { modelName, readCategory } from '../../serving/requests/path-parameters.ts';
import { whenUnmodified } from '../../serving/requests/preconditions.ts';
import { endpoint, type Operation, operationOf, route } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { modelFilesFacts } from '../files/http-model-files.ts';
import { answerModelPast, asksForTime, atQuery, historyFacts } from '../history/http-model-past.ts';
import { modelUsageFacts } from '../insight/http-model-usage.ts';
import type { Catalog } from './catalog.ts';
import type { Freshness } from './freshness.ts';
import type { Hearing } from './hearing.ts';
import { modelRecordUnion, recordsByName } from './http-shapes.ts';
import type { Metadata } from './metadata.ts';
import type { Readiness } from './readiness.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    readonly catalog: Catalog;
    readonly metadata: Metadata;
    readonly readiness: Readiness;
    /**
     * Absent where what is in memory may be trusted: every write comes through this process, or is told to it.
     */
    readonly freshness?: Freshness;
    /** Only where instances notify each other over connections, on PostgreSQL. */
    readonly hearing?: Pick<Hearing, 'problem'>;
  }
}

const prefix = '/model_references/v2';
const tags = ['v2'];

const info = readyBody(
  JSON.stringify({
    message:
      'Model reference records in the current format (v2), grouped into categories. Reads are open and return records as they are stored. Writes are proposals: they become visible when an approver has applied them.',
  }),
);
const names = readyBody(JSON.stringify(categoryNames));

const readAll = route({
  method: 'get',
  path: `${prefix}/{model_category_name}`,
  parameters: { model_category_name: readCategory },
  handler: (context, { path: { model_category_name: category }, request }) =>
    whenUnmodified(context, request, { category: category.name }, () => {
      const snapshot = context.catalog.snapshot('v2', category.name);
      if (snapshot.size > 0) return snapshot.body;
      throw new RegistryError('not_found', `Model category '${category.name}' has no models`);
    }),
});

/** The query is only looked at where there is one that matters: almost every read has none. */
const readOne = route({
  method: 'get',
  path: `${prefix}/{model_category_name}/model/{model_name}`,
  parameters: { model_category_name: readCategory, model_name: modelName },
  handler: (context, call) => {
    const { model_category_name: category, model_name: name } = call.path;
    const record = context.catalog.snapshot('v2', category.name).get(name);
    if (!record || asksForTime(call.request)) return answerModelPast(context, call, category.name, name);
    return whenUnmodified(context, call.request, { category: category.name, name }, () => record.body);
  },
});

function typed({ name, record }: CategoryDefinition): Operation[] {
  return [
    operationOf(readAll, {
      path: `${prefix}/${name}`,
      id: `read_v2_${name}_all`,
      tags,
      summary: `All ${name} records`,
      answers: { 200: { description: 'Model name → record, as stored.', schema: recordsByName(record) } },
    }),
    operationOf(readOne, {
      path: `${prefix}/${name}/model/{model_name}`,
      id: `read_v2_${name}_one`,
      tags,
      summary: `One ${name} record`,
      query: atQuery,
      answers: { 200: { description: 'The record, as stored.', schema: record }, ...refuses(503) },
    }),
  ];
}

/**
 * Stored records, served from snapshots. Thousands of workers go this way, so nothing is on it that can be
 * done before.
 */
export const v2Reads: Resource = {
  name: 'v2-reads',
  readsModels: true,
  observed: 'reads',
  endpoints: [
    endpoint({
      method: 'get',
      path: `${prefix}/info`,
      id: 'read_v2_reference_api_info',
      tags,
      summary: 'What this API version is',
      answers: { 200: { description: 'A message.', schema: containsMessage } },
      handler: () => info,
    }),
    endpoint({
      method: 'get',
      path: `${prefix}/model_categories`,
      id: 'read_v2_references_names',
      tags,
      summary: 'The names of all categories',
      answers: {
        200: { description: 'The names, always in the same order.', schema: z.array(categoryEnum) },
      },
      handler: () => names,
    }),
    readAll,
    operationOf(readAll, {
      id: 'read_v2_reference',
      tags,
      summary: 'All records of a category',
      answers: {
        200: { description: 'Model name → record, as stored.', schema: recordsByName(modelRecordUnion) },
      },
    }),
    readOne,
    operationOf(readOne, {
      id: 'read_v2_single_model',
      tags,
      summary: 'One record',
      query: atQuery,
      answers: { 200: { description: 'The record, as stored.', schema: modelRecordUnion }, ...refuses(503) },
    }),
    operationOf(readOne, historyFacts),
    operationOf(readOne, modelFilesFacts),
    operationOf(readOne, modelUsageFacts),
    ...categories.flatMap(typed),
  ],
};
