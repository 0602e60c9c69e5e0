import { checkSource } from '../../registry/search/index.ts';
import type { FoundRecords } from '../../services/insight/search.ts';
import { answerReadText } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { readCategory } from '../requests/category-path.ts';
import { parseQuery } from '../requests/query.ts';
import { searchOperations } from './search-operations.ts';
import { crossSearchQuery, popularQuery, searchQuery } from './search-queries.ts';

const prefix = '/model_references/v2';

/**
 * Finding records, by what they say or by how much they are used. Records go out as they are stored,
 * unparsed.
 */
export const search: Resource = {
  name: 'search',
  readsModels: true,
  operations: searchOperations,
  routes: (context) => async (scope) => {
    scope.get(`${prefix}/:category/search`, (request, reply) => {
      const category = readCategory(request);
      const { source, ...query } = parseQuery(searchQuery, request);
      checkSource(source);
      return answerReadText(request, reply, pageText(context.search.inCategory(category, query), query));
    });

    scope.get(`${prefix}/search`, (request, reply) => {
      const query = parseQuery(crossSearchQuery, request);
      return answerReadText(request, reply, pageText(context.search.everywhere(query), query));
    });

    scope.get(`${prefix}/:category/popular`, async (request, reply) => {
      const category = readCategory(request);
      const { sort_by: metric, limit, include_workers: workers } = parseQuery(popularQuery, request);
      const ranking = await context.popularity.ranking(category, { metric, limit, workers });
      const entries = ranking.map(
        ({ name, text, stats }) =>
          `{"name":${JSON.stringify(name)},"record":${text},"stats":${JSON.stringify(stats)}}`,
      );
      return answerReadText(request, reply, `[${entries.join(',')}]`);
    });
  },
};

function pageText(
  { texts, total }: FoundRecords,
  { offset, limit }: { offset: number; limit: number },
): string {
  const place = JSON.stringify({ total, offset, limit, has_more: offset + limit < total });
  return `{"results":[${texts.join(',')}],${place.slice(1)}`;
}
