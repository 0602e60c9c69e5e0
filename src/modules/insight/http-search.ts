import { z } from 'zod';
import { laxBoolean, laxInt, laxLiteral, laxObject, queryValue } from '../../records/lax.ts';
import { JsonBytes } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { readCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from '../catalog/index.ts';
import { modelRecordUnion } from '../catalog/shapes.ts';
import { popularModel } from './http-usage-shapes.ts';
import type { InsightServices } from './module.ts';
import { type PopularityMetric, popularityMetrics } from './popularity.ts';
import { checkSource, crossSearchQuery, searchQuery } from './search/query.ts';
import type { FoundRecords } from './search.ts';

const searchResponse = z
  .object({
    results: z.array(modelRecordUnion).meta({ description: 'The records, as stored.' }),
    total: z.int().meta({ description: 'Number of matching records on all pages.' }),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean().meta({ description: 'True if there is a next page.' }),
  })
  .meta({ id: 'SearchResponse', description: 'A page of matching records.' });

const metrics = Object.keys(popularityMetrics) as [PopularityMetric, ...PopularityMetric[]];

const popularQuery = laxObject({
  limit: queryValue(laxInt({ ge: 1, le: 100 })).default(10),
  sort_by: queryValue(laxLiteral(metrics))
    .default('worker_count')
    .meta({ description: 'The figure to rank by, highest first.' }),
  include_workers: queryValue(laxBoolean()).default(false).meta({ description: 'Add the list of workers.' }),
});

const prefix = '/model_references/v2';
const id = 'model_references_v2';
const base = { method: 'get', tags: ['v2', 'search'] } as const;

/** Endpoints for search by fields and by usage. Records are sent as stored, unparsed. */
export const search = ({
  catalog,
  search,
  popularity,
}: InsightServices & { readonly catalog: Catalog }): Resource => ({
  name: 'search',
  readsModels: true,
  endpoints: [
    endpoint({
      ...base,
      path: `${prefix}/{model_category_name}/search`,
      parameters: { model_category_name: readCategory },
      id: `search_category_${id}__model_category_name__search_get`,
      summary: 'Search a category',
      description: 'Returns the records that match all filters.',
      query: searchQuery,
      answers: { 200: { description: 'A page of records.', schema: searchResponse }, ...errorResponses(400) },
      handler: async (_context, { path, query: { source, ...query } }) => {
        checkSource(source);
        const category = path.model_category_name;
        const snapshot = catalog.snapshot('v2', category.name);
        return createPage(await search.inCategory(category, query, snapshot), query);
      },
    }),
    endpoint({
      ...base,
      path: `${prefix}/search`,
      id: `search_all_${id}_search_get`,
      summary: 'Search all categories',
      description:
        'Results are ordered by category. Records with the same name in several categories are all returned; `record_type` distinguishes them.',
      query: crossSearchQuery,
      answers: { 200: { description: 'A page of records.', schema: searchResponse }, ...errorResponses(400) },
      handler: async (_context, { query }) => {
        const snapshots = search.categories.map(({ name }) => catalog.snapshot('v2', name));
        return createPage(await search.everywhere(query, snapshots), query);
      },
    }),
    endpoint({
      ...base,
      path: `${prefix}/{model_category_name}/popular`,
      parameters: { model_category_name: readCategory },
      id: `popular_models_${id}__model_category_name__popular_get`,
      summary: 'List the most used models',
      description:
        'Ranked by live usage of the horde. Empty for categories without usage data, and while the usage service does not answer or does not provide the figure to sort by.',
      query: popularQuery,
      answers: { 200: { description: 'The models, most used first.', schema: z.array(popularModel) } },
      handler: async (_context, { path: { model_category_name: category }, query }) => {
        const { sort_by: metric, limit, include_workers: workers } = query;
        const models = catalog.snapshot('v2', category.name);
        const { usage: kind } = category;
        const rankedModels = await popularity.ranking(models, kind, { metric, limit, workers });
        const entries = rankedModels.map(
          ({ name, text, stats }) =>
            `{"name":${JSON.stringify(name)},"record":${text},"stats":${JSON.stringify(stats)}}`,
        );
        return JsonBytes.of(`[${entries.join(',')}]`);
      },
    }),
  ],
});

/**
 * Returns the JSON of a page of results.
 * @param window the offset and limit of the query
 */
function createPage(page: FoundRecords, window: { offset: number; limit: number }): JsonBytes {
  return new JsonBytes(generatePageBytes(page, window));
}

function generatePageBytes(
  { records, total }: FoundRecords,
  { offset, limit }: { offset: number; limit: number },
) {
  const pagingJson = JSON.stringify({ total, offset, limit, has_more: offset + limit < total });
  const pieces: Buffer[] = [resultsStart];
  for (const [at, record] of records.entries()) {
    if (at > 0) pieces.push(comma);
    pieces.push(record.bytes);
  }
  pieces.push(Buffer.from(`],${pagingJson.slice(1)}`));
  return Buffer.concat(pieces);
}

const resultsStart = Buffer.from('{"results":[');
const comma = Buffer.from(',');
