import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { createBody } from '../../kernel/ready-body.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { categoryEnum } from '../../records/enums.ts';
import type { RouteContext } from '../../serving/context.ts';
import { messageResponse } from '../../serving/openapi/contains-message.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { modelName, readCategory } from '../../serving/requests/path-parameters.ts';
import { listParameters, warnOfUnknownParameters } from '../../serving/requests/query.ts';
import { getLastRawSegment } from '../../serving/requests/trailing-action.ts';
import { endpoint, type Operation, operationOf, type Route, route } from '../../serving/routing/endpoint.ts';
import type { ModelView } from '../../serving/routing/model-view.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { answerIfUnmodified, type CatalogServices } from './http-reads.ts';
import { modelRecordUnion, recordsByName } from './shapes.ts';
import { findSuccessor } from './snapshot.ts';

const prefix = '/model_references/v2';
const tags = ['v2'];

const info = createBody(
  JSON.stringify({
    message:
      'Model reference records in the current format (v2), grouped into categories. Reads are open and return records as they are stored. Writes are proposals: they become visible when an approver has applied them.',
  }),
);

const readAllOf = (services: CatalogServices): Route =>
  route({
    method: 'get',
    path: `${prefix}/{model_category_name}`,
    parameters: { model_category_name: readCategory },
    handler: (_context, { path: { model_category_name: category }, request }) =>
      answerIfUnmodified(services, request, { category: category.name }, () => {
        const { body, size } = services.catalog.snapshot('v2', category.name);
        if (size > 0) return body;
        throw new RegistryError('not_found', `Model category '${category.name}' has no models`);
      }),
  });

function readOneOf(services: CatalogServices, views: readonly ModelView[]): Route {
  const viewsByTail = new Map(
    views.map((view) => [
      view.path.slice(view.path.lastIndexOf('/')),
      { view, known: listParameters(view.query) },
    ]),
  );
  return route({
    method: 'get',
    path: `${prefix}/{model_category_name}/model/{model_name}`,
    parameters: { model_category_name: readCategory, model_name: modelName },
    warnsItself: true,
    handler: (context, call) => {
      const { request, reply } = call;
      const { model_category_name: category, model_name: name } = call.path;
      const snapshot = services.catalog.snapshot('v2', category.name);
      const record = snapshot.get(name);
      const lastSegment = `/${getLastRawSegment(request.url)}`;
      const matchedView = record || !name.endsWith(lastSegment) ? undefined : viewsByTail.get(lastSegment);
      warnOfUnknownParameters(request, reply, matchedView?.known ?? new Set());
      if (record)
        return answerIfUnmodified(services, request, { category: category.name, name }, () => record.body);
      if (matchedView)
        return matchedView.view.answer(context, call, category.name, name.slice(0, -lastSegment.length));
      const successor = findSuccessor(snapshot, name);
      throw new RegistryError(
        'not_found',
        `Model '${name}' not found in category '${category.name}'`,
        successor === undefined ? {} : { headers: { link: formatLinkHeader(context, category, successor) } },
      );
    },
  });
}

/**
 * Returns the `Link` header of a response about a renamed model.
 * @param model the model's current name
 */
function formatLinkHeader({ settings }: RouteContext, { name }: CategoryDefinition, model: string): string {
  const path = `${settings.basePath}${prefix}/${name}/model/${encodeURIComponent(model)}`;
  return `<${path}>; rel="successor-version"`;
}

/**
 * Creates the endpoints that read v2 records. Thousands of workers read here, so responses use prepared
 * snapshots and bodies.
 */
export function v2Reads(services: CatalogServices, views: readonly ModelView[]): Resource {
  const { categories } = services;
  const names = createBody(JSON.stringify(categories.names));
  const readAll = readAllOf(services);
  const readOne = readOneOf(services, views);
  const createRecordOperation = (
    facts: Pick<Operation, 'id' | 'summary'> & Partial<Operation>,
    schema: z.ZodType,
  ) =>
    operationOf(readOne, {
      ...facts,
      tags,
      answers: { 200: { description: 'The record, as stored.', schema }, ...errorResponses(503) },
    });
  const createTypedOperations = ({ name, record: recordOf }: CategoryDefinition): Operation[] => {
    const record = recordOf(categories.baselines);
    return [
      operationOf(readAll, {
        path: `${prefix}/${name}`,
        id: `read_v2_${name}_all`,
        tags,
        summary: `List the records in ${name}`,
        answers: { 200: { description: 'Model name → record, as stored.', schema: recordsByName(record) } },
      }),
      createRecordOperation(
        {
          path: `${prefix}/${name}/model/{model_name}`,
          id: `read_v2_${name}_one`,
          summary: `Get a record in ${name}`,
        },
        record,
      ),
    ];
  };
  return {
    name: 'v2-reads',
    readsModels: true,
    observed: 'reads',
    endpoints: [
      endpoint({
        method: 'get',
        path: `${prefix}/info`,
        id: 'read_v2_reference_api_info',
        tags,
        summary: 'Get information about this API version',
        answers: { 200: { description: 'A message.', schema: messageResponse } },
        handler: () => info,
      }),
      endpoint({
        method: 'get',
        path: `${prefix}/model_categories`,
        id: 'read_v2_references_names',
        tags,
        summary: 'List categories',
        answers: {
          200: { description: 'The names, in a fixed order.', schema: z.array(categoryEnum) },
        },
        handler: () => names,
      }),
      readAll,
      operationOf(readAll, {
        id: 'read_v2_reference',
        tags,
        summary: 'List the records of a category',
        answers: {
          200: { description: 'Model name → record, as stored.', schema: recordsByName(modelRecordUnion) },
        },
      }),
      readOne,
      createRecordOperation({ id: 'read_v2_single_model', summary: 'Get a record' }, modelRecordUnion),
      ...views.map(({ answer: _, ...facts }) => operationOf(readOne, facts)),
      ...categories.list.flatMap(createTypedOperations),
    ],
  };
}
