import { z } from 'zod';
import { RegistryError } from '../../registry/errors.ts';
import { answerRead } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { readCategory } from '../requests/category-path.ts';
import { categoryLastUpdatedResponse, categoryMetadata, lastUpdatedResponse } from '../shapes/service.ts';

/** The two API versions show the same metadata, each only where it is the canonical one. */
const versions = {
  v2: { format: 'v2', ids: ['read_v2', 'read_v2_category', 'read_all_v2'] },
  v1: { format: 'legacy', ids: ['read_legacy', 'read_legacy_category', 'read_all_legacy'] },
} as const;

function operationsOf(version: 'v1' | 'v2'): Operation[] {
  const prefix = `/model_references/${version}/metadata`;
  const [one, perCategory, all] = versions[version].ids;
  const read = { method: 'get', tags: [version, 'metadata'], conditional: true } as const;
  return [
    {
      ...read,
      path: `${prefix}/last_updated`,
      id: `${one}_last_updated`,
      summary: 'When did anything change?',
      answers: {
        200: { description: 'The latest change of any category.', schema: lastUpdatedResponse },
        ...refuses(503),
      },
    },
    {
      ...read,
      path: `${prefix}/metadata`,
      id: `${all}_metadata`,
      summary: 'The metadata of all categories',
      answers: {
        200: { description: 'Category → metadata.', schema: z.record(z.string(), categoryMetadata) },
        ...refuses(503),
      },
    },
    {
      ...read,
      path: `${prefix}/{model_category_name}`,
      id: `${perCategory}_metadata`,
      summary: 'The metadata of a category',
      answers: { 200: { description: 'The metadata.', schema: categoryMetadata }, ...refuses(404, 503) },
    },
    {
      ...read,
      path: `${prefix}/{model_category_name}/last_updated`,
      id: `${perCategory}_last_updated`,
      summary: 'When did a category change?',
      answers: {
        200: { description: 'The latest change of the category.', schema: categoryLastUpdatedResponse },
        ...refuses(404, 503),
      },
    },
  ];
}

/** When categories changed. Pollers ask here before they fetch. */
export function metadataOf(version: 'v1' | 'v2'): Resource {
  return {
    name: `${version}-metadata`,
    operations: operationsOf(version),
    routes:
      ({ checks, metadata }) =>
      async (scope) => {
        const prefix = `/model_references/${version}/metadata`;
        scope.addHook('onRequest', checks.metadata(versions[version].format));

        scope.get(`${prefix}/last_updated`, async (request, reply) =>
          answerRead(request, reply, { last_updated: await metadata.lastUpdated() }),
        );

        scope.get(`${prefix}/metadata`, async (request, reply) =>
          answerRead(request, reply, await metadata.all()),
        );

        scope.get(`${prefix}/:category`, async (request, reply) =>
          answerRead(request, reply, await metadataOfCategory(readCategory(request).name)),
        );

        scope.get(`${prefix}/:category/last_updated`, async (request, reply) => {
          const { category, last_updated } = await metadataOfCategory(readCategory(request).name);
          return answerRead(request, reply, { category, last_updated });
        });

        async function metadataOfCategory(name: string) {
          const found = await metadata.get(name);
          if (found) return found;
          throw new RegistryError(
            'not_found',
            `No ${versions[version].format} metadata found for category ${name}`,
          );
        }
      },
  };
}
