import { checkPreset } from '../../registry/analytics/index.ts';
import { answerRead, answerReadText } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { readCategory } from '../requests/category-path.ts';
import { parseQuery } from '../requests/query.ts';
import {
  deletionRiskQuery,
  statisticsOperations,
  statisticsQuery,
  withStatsQuery,
} from './statistics-operations.ts';

const path = '/model_references/statistics/:category';

/** What can be said of a category as a whole, with and without live usage. */
export const statistics: Resource = {
  name: 'statistics',
  readsModels: true,
  operations: statisticsOperations,
  routes: (context) => async (scope) => {
    scope.get(path, (request, reply) => {
      const category = readCategory(request);
      const { group_text_models: grouped, offset, limit = null } = parseQuery(statisticsQuery, request);
      return answerRead(request, reply, context.statistics.of(category, { grouped, offset, limit }));
    });

    scope.get(`${path}/with-stats`, async (request, reply) => {
      const category = readCategory(request);
      const query = parseQuery(withStatsQuery, request);
      const { entries, ageSeconds } = await context.popularity.usage(category, {
        minWorkerCount: query.min_worker_count,
        sortBy: query.sort_by,
        descending: query.sort_desc,
        backendVariations: query.include_backend_variations,
        workers: query.include_workers,
      });
      // Put together by hand: an object would have names that are numbers first.
      const members = entries.map(([name, usage]) => `${JSON.stringify(name)}:${JSON.stringify(usage)}`);
      reply.header('age', ageSeconds);
      return answerReadText(request, reply, `{${members.join(',')}}`);
    });

    scope.get(`${path}/deletion-risk`, async (request, reply) => {
      const category = readCategory(request);
      const query = parseQuery(deletionRiskQuery, request);
      const { report, ageSeconds } = await context.deletionRisk.report(category, {
        grouped: query.group_text_models,
        backendVariations: query.include_backend_variations,
        preset: query.preset ? checkPreset(query.preset) : null,
        offset: query.offset,
        limit: query.limit ?? null,
      });
      reply.header('age', ageSeconds);
      return answerRead(request, reply, report);
    });
  },
};
