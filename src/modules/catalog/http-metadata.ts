import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { categoryEnum, writeOperation } from '../../records/enums.ts';
import { who } from '../../serving/requests/checks.ts';
import { readCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { CatalogServices } from './http-reads.ts';

const seconds = z
  .int()
  .nullable()
  .meta({ description: 'Unix seconds, UTC; null if nothing was ever written.' });

const lastUpdatedResponse = z
  .object({ last_updated: seconds })
  .meta({ id: 'LastUpdatedResponse', description: 'The time.' });

const categoryLastUpdatedResponse = z
  .object({ category: categoryEnum, last_updated: seconds })
  .meta({ id: 'CategoryLastUpdatedResponse', description: 'Time of the latest change of a category.' });

const categoryMetadata = z
  .object({
    category: categoryEnum,
    last_updated: seconds,
    last_operation_type: writeOperation.nullable(),
    last_operation_model: z.string().nullable(),
    total_creates: z.int(),
    total_updates: z.int(),
    total_deletes: z.int(),
    total_models: z.int(),
    initialization_time: seconds,
    last_successful_operation: seconds,
    error_count: z.int(),
    metadata_schema_version: z.string(),
    backend_type: z.string(),
  })
  .meta({ id: 'CategoryMetadata', description: 'Times and number of changes of a category.' });

/**
 * The API versions that have metadata endpoints: the canonical format of each, and the prefixes of its
 * operation ids. A deployment serves only the version of its own canonical format.
 */
const versions = {
  v2: { format: 'v2', ids: ['read_v2', 'read_v2_category', 'read_all_v2'] },
  v1: { format: 'legacy', ids: ['read_legacy', 'read_legacy_category', 'read_all_legacy'] },
} as const;

/**
 * Creates the endpoints that report when and how often each category has changed. Polling clients read them
 * before they fetch records.
 */
export function metadataOf({ metadata }: Pick<CatalogServices, 'metadata'>, version: 'v1' | 'v2'): Resource {
  const { format, ids: operationIds } = versions[version];
  const [categoryId, byCategoryId, allId] = operationIds;
  const prefix = `/model_references/${version}/metadata`;
  const commonOptions = {
    method: 'get',
    tags: [version, 'metadata'],
    who: who.readsMetadata(format),
  } as const;
  const parameters = { model_category_name: readCategory };

  const metadataOfCategory = async (name: string) => {
    const row = await metadata.get(name);
    if (row) return row;
    throw new RegistryError('not_found', `No ${format} metadata found for category ${name}`);
  };

  return {
    name: `${version}-metadata`,
    endpoints: [
      endpoint({
        ...commonOptions,
        path: `${prefix}/last_updated`,
        id: `${categoryId}_last_updated`,
        summary: 'Get the time of the latest change',
        answers: { 200: { description: 'The time.', schema: lastUpdatedResponse } },
        handler: async () => ({ last_updated: await metadata.lastUpdated() }),
      }),
      endpoint({
        ...commonOptions,
        path: `${prefix}/metadata`,
        id: `${allId}_metadata`,
        summary: 'List the metadata of all categories',
        answers: {
          200: { description: 'Category → metadata.', schema: z.record(z.string(), categoryMetadata) },
        },
        handler: () => metadata.all(),
      }),
      endpoint({
        ...commonOptions,
        path: `${prefix}/{model_category_name}`,
        parameters,
        id: `${byCategoryId}_metadata`,
        summary: 'Get the metadata of a category',
        answers: { 200: { description: 'The metadata.', schema: categoryMetadata } },
        handler: (_context, { path }) => metadataOfCategory(path.model_category_name.name),
      }),
      endpoint({
        ...commonOptions,
        path: `${prefix}/{model_category_name}/last_updated`,
        parameters,
        id: `${byCategoryId}_last_updated`,
        summary: 'Get the time of the latest change of a category',
        answers: {
          200: { description: 'The time.', schema: categoryLastUpdatedResponse },
        },
        handler: async (_context, { path }) => {
          const { category, last_updated } = await metadataOfCategory(path.model_category_name.name);
          return { category, last_updated };
        },
      }),
    ],
  };
}
