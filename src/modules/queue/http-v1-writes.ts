import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { isJsonObject } from '../../kernel/json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { type Categories, type LegacyCategory, legacyCategories } from '../../records/categories/index.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { answerDeleted, answerWrite } from '../../serving/answers/json-answer.ts';
import type { RouteContext } from '../../serving/context.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { readRetryKey } from '../../serving/requests/idempotency-key.ts';
import { modelName, writableCategory, writableCategoryOfV1 } from '../../serving/requests/path-parameters.ts';
import { isDryRun } from '../../serving/requests/query.ts';
import {
  type Call,
  endpoint,
  type Operation,
  operationOf,
  type Route,
  route,
} from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog, SnapshotRecord } from '../catalog/index.ts';
import { legacyRecord } from '../catalog/shapes.ts';
import { answerProposal, createLegacyPrecondition, type ProposingServices } from './http-propose.ts';
import type { QueueServices } from './module.ts';
import type { Proposal } from './proposals.ts';
import { dryRunResponse, pendingChangeRecord } from './shapes.ts';

interface WritingServices extends ProposingServices, Pick<QueueServices, 'directWrites'> {
  readonly categories: Categories;
  readonly catalog: Pick<Catalog, 'snapshot'>;
}

const prefix = '/model_references/v1';

const dryRunDescription = 'Dry run: the effect of the write.';
const queuedResponses = {
  200: { description: dryRunDescription, schema: dryRunResponse },
  202: { description: 'Queued for review.', schema: pendingChangeRecord },
};
const writeFacts = { tags: ['v1_create_update'], retryable: true } as const;
const proposalFacts = { who: who.proposesOrWrites, proposal: true, dryRun: true } as const;
const requiredKeyNote =
  "If the review queue is disabled, the write is live at once and requires an approver's key.";

/**
 * The operation ids of the v1 writes. Generated clients use these ids, so the different pattern of the update
 * of image models is kept.
 */
const createOperationId = (category: string) => `create_legacy_${category}_model`;
const updateOperationId = (category: string) =>
  category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`;
const deleteOperationId = 'delete_legacy_model';

/** Creates the route of a create or update whose model name is in the body. */
const createBodyWriteRoute = (
  services: WritingServices,
  method: 'post' | 'put',
  operation: 'create' | 'update',
  idOf: (name: string) => string,
) =>
  route({
    method,
    path: `${prefix}/{model_category_name}`,
    parameters: { model_category_name: writableCategoryOfV1 },
    ...proposalFacts,
    supportsPreconditions: true,
    handler: (context, call) => {
      const { name: category, legacy } = call.path.model_category_name;
      const { baselines } = context.categories;
      const live = operation === 'update' ? findLiveRecord(services, category, call.request.body) : undefined;
      const schema = live ? legacy.replacementBody(live.record, baselines) : legacy.body(baselines);
      const record = parseOrThrow(schema, call.request.body, 'body');
      return writeOrPropose(services, context, call, {
        category,
        operation,
        name: live?.name ?? record.name,
        record,
        format: 'legacy',
        route: idOf(category),
        caller: call.caller,
        precondition: createLegacyPrecondition(services, category, call.request),
      });
    },
  });

/**
 * Finds the live model of an update by the `name` in the request body. Compares the name with the keys of the
 * models first, then with the `name` in their records. The two differ for some records of the public files
 * (`control_qr_sdxl`).
 */
function findLiveRecord(
  { catalog }: WritingServices,
  category: string,
  body: unknown,
): SnapshotRecord | undefined {
  if (!isJsonObject(body) || typeof body.name !== 'string') return undefined;
  const { name } = body;
  const snapshot = catalog.snapshot('legacy', category);
  const quotedName = JSON.stringify(name);
  return (
    snapshot.get(name) ??
    snapshot.records.find((each) => each.text.includes(quotedName) && each.record.name === name)
  );
}

/** Declares the typed writes of a category, which the `create` and `update` routes serve. */
function declareTypedOperations(
  { create, update }: Record<'create' | 'update', Route>,
  { name, legacy }: LegacyCategory,
  baselines: KnownBaselines,
): Operation[] {
  const path = `${prefix}/${name}`;
  const body = legacy.body(baselines);
  return [
    operationOf(create, {
      ...writeFacts,
      path,
      id: createOperationId(name),
      summary: `Create a record in ${name}, directly or as a proposal`,
      description: requiredKeyNote,
      body,
      answers: {
        201: {
          description: 'Created (review queue disabled).',
          schema: body,
          headers: { Location: 'The path of the model, without the base path.' },
        },
        ...queuedResponses,
        ...errorResponses(400, 409),
      },
    }),
    operationOf(update, {
      ...writeFacts,
      path,
      id: updateOperationId(name),
      summary: `Replace a record in ${name}, directly or as a proposal`,
      description: `The body names the model. ${requiredKeyNote}`,
      body,
      answers: {
        ...queuedResponses,
        200: {
          description: `Replaced (review queue disabled). ${dryRunDescription}`,
          // A stored record may keep a `type` that is not allowed in new records.
          schema: z.union([body, legacyRecord, dryRunResponse]),
        },
        ...errorResponses(400, 404),
      },
    }),
  ];
}

/**
 * Endpoints that write in the legacy format. Writes become proposals or, if the review queue is disabled,
 * take effect directly.
 */
export function v1Writes(services: WritingServices): Resource {
  const { baselines } = services.categories;
  const create = createBodyWriteRoute(services, 'post', 'create', createOperationId);
  const update = createBodyWriteRoute(services, 'put', 'update', updateOperationId);
  return {
    name: 'v1-writes',
    endpoints: [
      create,
      update,
      ...legacyCategories.flatMap((category) =>
        declareTypedOperations({ create, update }, category, baselines),
      ),
      endpoint({
        ...writeFacts,
        ...proposalFacts,
        supportsPreconditions: true,
        method: 'delete',
        path: `${prefix}/{model_category_name}/model/{model_name}`,
        parameters: { model_category_name: writableCategory, model_name: modelName },
        id: deleteOperationId,
        summary: 'Delete a record, directly or as a proposal',
        description: requiredKeyNote,
        answers: {
          ...queuedResponses,
          204: { description: 'Deleted (review queue disabled).' },
          ...errorResponses(400, 404),
        },
        handler: (context, call) =>
          writeOrPropose(services, context, call, {
            category: call.path.model_category_name.name,
            operation: 'delete',
            name: call.path.model_name,
            record: null,
            format: 'legacy',
            route: deleteOperationId,
            caller: call.caller,
            precondition: createLegacyPrecondition(
              services,
              call.path.model_category_name.name,
              call.request,
            ),
          }),
      }),
    ],
  };
}

async function writeOrPropose(
  services: WritingServices,
  { settings }: RouteContext,
  call: Pick<Call, 'request' | 'reply' | 'caller'>,
  proposal: Proposal,
): Promise<FastifyReply> {
  if (settings.queueEnabled || isDryRun(call.request)) return answerProposal(services, call, proposal);
  const { category, operation, name } = proposal;
  const record = await services.directWrites.write({ ...proposal, retry: readRetryKey(call.request) });
  if (operation === 'delete') return answerDeleted(call.reply);
  if (operation === 'update') return answerWrite(call.reply, 200, record);
  call.reply.header('location', `${prefix}/${category}/model/${encodeURIComponent(name)}`);
  return answerWrite(call.reply, 201, record);
}
