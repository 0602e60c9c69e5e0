import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Categories } from '../../records/categories/index.ts';
import { createGroupedEntriesBody } from '../../records/categories/text/grouped-entries.ts';
import { textGeneration } from '../../records/categories/text-generation.ts';
import { categoryEnum } from '../../records/enums.ts';
import { laxBoolean, laxObject, queryValue } from '../../records/lax.ts';
import { messageResponse } from '../../serving/openapi/contains-message.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { readCategoryOfV1 } from '../../serving/requests/path-parameters.ts';
import { type Endpoint, endpoint, operationOf, type Route, route } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from './catalog.ts';
import { answerIfUnmodified, type CatalogServices } from './http-reads.ts';
import { legacyFields, legacyRecord, recordsByName } from './shapes.ts';
import type { CategorySnapshot } from './snapshot.ts';

const groupSummary = z
  .object({
    member_count: z.int().meta({ description: 'Number of models, each counted once.' }),
    available_sizes: z.array(z.string()),
    available_quants: z.array(z.string()),
    common_baseline: z.string().nullable().meta({ description: 'Null if members differ.' }),
    any_nsfw: z.boolean(),
    any_has_description: z.boolean(),
    merged_tags: z.array(z.string()).meta({ description: 'Sorted.' }),
    name_format: z.object({
      separator: z.string(),
      part_order: z.array(z.string()),
      author_included: z.boolean(),
      common_author: z.string().nullable(),
      template: z.string(),
    }),
  })
  .meta({ id: 'LegacyGroupSummary', description: 'Common values of the members of a group.' });

const legacyTextRecord = z
  .looseObject({
    ...legacyFields,
    model_name: z.string().meta({ description: 'The name without its author.' }),
    baseline: z.string(),
    parameters: z.int().nullable(),
    tags: z.array(z.string()).meta({ description: 'Tags, including the size and the style.' }),
    display_name: z.string().optional(),
    url: z.string().optional(),
    instruct_format: z.string().optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    text_model_group: z.string().optional().meta({ description: 'Only with include_group.' }),
    text_model_group_summary: groupSummary.optional().meta({ description: 'Only with include_group.' }),
  })
  .meta({
    id: 'LegacyTextGenerationEntry',
    description:
      'A text model in the legacy format. There is one entry for its own name and one for the name at each backend.',
  });

const prefix = '/model_references/v1';
const commonOptions = { method: 'get', tags: ['v1'] } as const;

const groupingQuery = laxObject({
  include_group: queryValue(laxBoolean().default(false)).meta({
    type: 'boolean',
    default: false,
    description: 'Add text_model_group and text_model_group_summary to each entry.',
  }),
});

const infoBody = createBody(
  JSON.stringify({
    message:
      'Model reference records in the legacy format (v1), for clients that do not speak v2 yet. They are the records of v2 in another shape: what is written through either version shows in both. New clients use v2.',
  }),
);
const emptyBody = createBody('{}');
const groupedBody = Symbol('legacy entries with groups');

const readCategoryOf = (services: CatalogServices): Route =>
  route({
    method: 'get',
    path: `${prefix}/{model_category_name}`,
    parameters: { model_category_name: readCategoryOfV1 },
    handler: (_context, { path: { model_category_name }, request }) => {
      const { category, pathName } = model_category_name;
      if (category.managedElsewhere) return emptyBody;
      return answerIfUnmodified(
        services,
        request,
        { category: category.name },
        () => requireSnapshot(services.catalog, category, pathName).body,
      );
    },
  });

function categoryNamesOf({ names }: Categories): Endpoint {
  const body = createBody(JSON.stringify(names));
  return endpoint({
    ...commonOptions,
    path: `${prefix}/model_categories`,
    id: 'read_legacy_references_names',
    summary: 'List categories',
    answers: {
      200: { description: 'The names, in a fixed order.', schema: z.array(categoryEnum) },
    },
    handler: () => body,
  });
}

/** Endpoints that read legacy records. They are served from the snapshots in memory. */
export function v1Reads(services: CatalogServices): Resource {
  const readCategory = readCategoryOf(services);
  return {
    name: 'v1-reads',
    readsModels: true,
    observed: 'reads',
    endpoints: [
      endpoint({
        ...commonOptions,
        path: `${prefix}/info`,
        id: 'read_legacy_reference_api_info',
        summary: 'Get information about this API version',
        answers: { 200: { description: 'A message.', schema: messageResponse } },
        handler: () => infoBody,
      }),
      categoryNamesOf(services.categories),
      endpoint({
        ...commonOptions,
        path: `${prefix}/text_generation`,
        id: 'read_legacy_text_generation_reference',
        summary: 'List text models in the legacy format',
        query: groupingQuery,
        answers: {
          200: { description: 'Name → entry.', schema: recordsByName(legacyTextRecord) },
          ...errorResponses(404),
        },
        handler: (_context, { query, request }) =>
          answerIfUnmodified(services, request, { category: textGeneration.name }, () => {
            const snapshot = requireSnapshot(services.catalog, textGeneration, textGeneration.name);
            return query.include_group ? snapshot.derive(groupedBody, createGroupedBody) : snapshot.body;
          }),
      }),
      // The legacy repositories have this always-empty file, which is not a category.
      route({ method: 'get', path: `${prefix}/diffusers.json`, handler: () => emptyBody }),
      readCategory,
      operationOf(readCategory, {
        id: 'read_legacy_reference',
        tags: commonOptions.tags,
        summary: 'List the records of a category in the legacy format',
        description:
          'Also accepts the file names of the legacy repositories: `stable_diffusion`, `db.json`, any category with `.json`. `lora` and `ti` return empty objects.',
        answers: { 200: { description: 'Name → record.', schema: recordsByName(legacyRecord) } },
      }),
    ],
  };
}

/**
 * Returns the legacy snapshot of a category.
 * @param requestedName the category's name as in the request
 * @throws RegistryError not_found (404) if the category has no model
 */
function requireSnapshot(
  catalog: Catalog,
  { name }: CategoryDefinition,
  requestedName: string,
): CategorySnapshot {
  const snapshot = catalog.snapshot('legacy', name);
  if (snapshot.size > 0) return snapshot;
  throw new RegistryError('not_found', `Model category '${requestedName}' not found or is empty`);
}

function createGroupedBody({ records }: CategorySnapshot): ReadyBody {
  return createBody(createGroupedEntriesBody(records));
}
