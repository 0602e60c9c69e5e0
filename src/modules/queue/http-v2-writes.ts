import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { laxBoolean, laxObject, laxString, withoutNulls } from '../../records/lax.ts';
import { refuseNullLicensing } from '../../records/licensing/assignment.ts';
import { checkModelName } from '../../records/model-name.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { streamObject } from '../../serving/answers/json-stream.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { modelName, readCategory, writableCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint, type Operation, operationOf, type Route, route } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { modelStore } from '../catalog/index.ts';
import { modelRecordUnion, recordsByName } from '../catalog/shapes.ts';
import { answerProposal, createRecordPrecondition, type ProposingServices } from './http-propose.ts';
import type { QueueServices } from './module.ts';
import type { PendingChange } from './pending-change.ts';
import type { MakeProposals } from './proposals.ts';
import { createFollowMetadata, readFollowers, renameRecord } from './rename.ts';
import { dryRunResponse, dryRunsFields, pendingChangeRecord } from './shapes.ts';

const prefix = '/model_references/v2';

const queuedResponses = {
  200: { description: 'Dry run: the effect of the write.', schema: dryRunResponse },
  202: { description: 'Queued for review.', schema: pendingChangeRecord },
};
const writeFacts = { tags: ['v2'], retryable: true } as const;
const proposalFacts = { who: who.proposes('v2'), proposal: true, dryRun: true } as const;

const categoryParameters = { model_category_name: writableCategory };
const modelParameters = { ...categoryParameters, model_name: modelName };

/**
 * Creates a route that proposes a new record in the category in the path. The typed and the generic routes
 * differ only in their paths and operation ids.
 */
const createRoute = (
  services: ProposingServices,
  path: string,
  operationId: (category: CategoryDefinition) => string,
) =>
  route({
    method: 'post',
    path,
    parameters: categoryParameters,
    ...proposalFacts,
    supportsPreconditions: true,
    handler: (context, call) => {
      const { model_category_name: category } = call.path;
      const record = parseOrThrow(category.record(context.categories.baselines), call.request.body, 'body');
      return answerProposal(services, call, {
        category: category.name,
        operation: 'create',
        name: record.name,
        record,
        format: 'v2',
        route: operationId(category),
        caller: call.caller,
        precondition: createRecordPrecondition(services, call.request),
      });
    },
  });

const updateRoute = (services: ProposingServices): Route =>
  route({
    method: 'put',
    path: `${prefix}/{model_category_name}/model/{model_name}`,
    parameters: modelParameters,
    ...proposalFacts,
    supportsPreconditions: true,
    handler: async (context, call) => {
      const { model_category_name: category, model_name: name } = call.path;
      refuseNullLicensing(call.request.body);
      const record = parseOrThrow(category.record(context.categories.baselines), call.request.body, 'body');
      checkModelName(record.name);
      if (record.name !== name) {
        throw new RegistryError(
          'bad_request',
          'Model name in the path must match the payload when queuing updates.',
        );
      }
      return answerProposal(services, call, {
        category: category.name,
        operation: 'update',
        name,
        record,
        format: 'v2',
        route: `update_v2_${category.name}`,
        caller: call.caller,
        precondition: createRecordPrecondition(services, call.request),
      });
    },
  });

const renameRequest = laxObject({
  from: laxString({ min: 1 }).meta({ description: 'The current name.' }),
  to: laxString({ min: 1 }).meta({ description: 'The new name.' }),
  follow: laxBoolean().default(false).meta({
    description:
      'Also propose to update the other records that name the model in `lifecycle.replaced_by` or, for text models, `baseline`.',
  }),
}).meta({ id: 'RenameModelRequest' });

const queuedRename = pendingChangeRecord
  .extend({
    following_change_ids: z
      .array(z.int())
      .optional()
      .meta({ description: 'With `follow`: the changes of the records that name the model.' }),
  })
  .meta({ id: 'QueuedRename', description: 'The change that renames the model.' });

const renameDryRun = dryRunResponse
  .extend({
    following: dryRunsFields.changes
      .optional()
      .meta({ description: 'With `follow`: the changes of the records that name the model.' }),
  })
  .meta({ id: 'RenameDryRun', description: 'The effect of a rename.' });

const createRenameEndpoint = (services: ProposingServices) =>
  endpoint({
    ...writeFacts,
    ...proposalFacts,
    supportsPreconditions: true,
    method: 'post',
    path: `${prefix}/{model_category_name}/rename`,
    parameters: categoryParameters,
    body: renameRequest,
    id: 'rename_v2_model',
    summary: 'Propose to rename a record',
    description:
      'Queues one change, of the name only. When it is applied, the record that is live then gets the new name, keeps its position, and lists the old name in `renamed_from`. A read by the old name then returns 404 with a `Link` header to the new name. Other open changes of the old name are then refused (409) and can be revised to the new name. With `follow`, one more change for each other record that names the model is queued, or nothing at all.',
    answers: {
      200: { description: 'Dry run: the effect of the write.', schema: renameDryRun },
      202: { description: 'Queued for review.', schema: queuedRename },
      ...errorResponses(400, 404, 409),
    },
    handler: (_context, call) => {
      const { model_category_name: category } = call.path;
      const { from, to, follow } = call.body;
      const { deadline } = call.caller;
      const commonOptions = {
        category: category.name,
        operation: 'update',
        format: 'v2',
        route: 'rename_v2_model',
        caller: call.caller,
      } as const;
      const make: MakeProposals = async (reader) => {
        const live = await modelStore(reader).get(category.name, from);
        if (!live) {
          throw new RegistryError('not_found', `Model '${from}' not found in category '${category.name}'`);
        }
        const followers = follow ? await readFollowers(reader, category, { from, to }) : [];
        const renamedRecord = renameRecord(category, JSON.parse(live.v2), { from, to, isUndoing: false });
        const precondition = createRecordPrecondition(services, call.request);
        return [
          { ...commonOptions, name: from, record: renamedRecord, renamesTo: to, precondition },
          ...followers.map((record) => ({
            ...commonOptions,
            name: record.name,
            record,
            notes: `Follows the rename of '${from}' to '${to}'.`,
            requestMetadata: createFollowMetadata({ from, to }),
          })),
        ];
      };
      return answerProposals(call, {
        preview: async () => {
          const [own, ...following] = (await services.changeReview.dryRunAll(make)).changes;
          return { dry_run: true, ...own, ...(follow && { following }) };
        },
        queue: async (retry) => {
          const answer = ([own, ...rest]: PendingChange[]) => ({
            ...own!,
            ...(follow && { following_change_ids: rest.map(({ change_id }) => change_id) }),
          });
          return withoutNulls(
            await services.proposals.proposeAllAndAnswer(make, { deadline, retry, answer }),
          );
        },
      });
    },
  });

/** Declares the typed writes of a category, which the `createTyped` and `update` routes serve. */
function declareTypedOperations(
  { createTyped, update }: Record<'createTyped' | 'update', Route>,
  { name, record }: CategoryDefinition,
  baselines: KnownBaselines,
): Operation[] {
  return [
    operationOf(createTyped, {
      ...writeFacts,
      path: `${prefix}/${name}`,
      id: `create_v2_${name}`,
      summary: `Propose a new record in ${name}`,
      body: record(baselines),
      answers: { ...queuedResponses, ...errorResponses(400, 409) },
    }),
    operationOf(update, {
      ...writeFacts,
      path: `${prefix}/${name}/model/{model_name}`,
      id: `update_v2_${name}`,
      summary: `Propose to replace a record in ${name}`,
      description: 'Replaces the whole record: fields that are not sent are removed, except `licensing`.',
      body: record(baselines),
      answers: { ...queuedResponses, ...errorResponses(400, 404) },
    }),
  ];
}

/** Endpoints that propose writes in the v2 format. */
export function v2Writes(services: ProposingServices & { readonly categories: Categories }): Resource {
  const { categories } = services;
  const createTyped = createRoute(
    services,
    `${prefix}/{model_category_name}`,
    ({ name }) => `create_v2_${name}`,
  );
  const createGeneric = createRoute(services, `${prefix}/{model_category_name}/add`, () => 'create_v2_model');
  const update = updateRoute(services);
  return {
    name: 'v2-writes',
    endpoints: [
      createTyped,
      createGeneric,
      operationOf(createGeneric, {
        ...writeFacts,
        id: 'create_v2_model',
        summary: 'Propose a new record',
        description: 'The body is validated as a record of the category in the path.',
        body: modelRecordUnion,
        answers: { ...queuedResponses, ...errorResponses(400, 409) },
      }),
      createRenameEndpoint(services),
      update,
      operationOf(update, {
        ...writeFacts,
        id: 'update_v2_model',
        summary: 'Propose to replace a record',
        description:
          'The body is validated as a record of the category in the path and replaces the whole record: fields that are not sent are removed, except `licensing`.',
        body: modelRecordUnion,
        answers: { ...queuedResponses, ...errorResponses(400, 404, 409) },
      }),
      endpoint({
        ...writeFacts,
        ...proposalFacts,
        supportsPreconditions: true,
        method: 'delete',
        path: `${prefix}/{model_category_name}/model/{model_name}`,
        parameters: modelParameters,
        id: 'delete_v2_model',
        summary: 'Propose to delete a record',
        answers: { ...queuedResponses, ...errorResponses(400, 404, 409) },
        handler: (_context, call) =>
          answerProposal(services, call, {
            category: call.path.model_category_name.name,
            operation: 'delete',
            name: call.path.model_name,
            record: null,
            format: 'v2',
            route: 'delete_v2_model',
            caller: call.caller,
            precondition: createRecordPrecondition(services, call.request),
          }),
      }),
      ...categories.list.flatMap((category) =>
        declareTypedOperations({ createTyped, update }, category, categories.baselines),
      ),
    ],
  };
}

/** Endpoint for testers to list the records in the queue. */
export const v2Pending = ({ pendingViews }: Pick<QueueServices, 'pendingViews'>): Resource => ({
  name: 'v2-pending',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/model_references/v2/{model_category_name}/pending',
      parameters: { model_category_name: readCategory },
      id: 'read_v2_reference_pending',
      tags: ['v2'],
      summary: 'List records pending review',
      description:
        'Lists pending and approved creates and updates; the latest of each model. Requires any valid key.',
      who: who.usesQueue('any_key'),
      answers: {
        200: { description: 'Model name → record, as proposed.', schema: recordsByName(modelRecordUnion) },
      },
      handler: async (_context, { path }) =>
        streamObject(await pendingViews.pending(path.model_category_name.name)),
    }),
  ],
});
