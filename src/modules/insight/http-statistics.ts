import { z } from 'zod';
import { laxBoolean, laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { JsonBytes } from '../../serving/answers/json-bytes.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { readCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import { checkPreset, riskPresets } from './analytics/index.ts';
import { categoryDeletionRiskResponse } from './http-shapes-deletion-risk.ts';
import { categoryStatistics } from './http-shapes-statistics.ts';
import { modelUsageStats } from './http-shapes-usage.ts';

const path = '/model_references/statistics/{model_category_name}';
const read = { method: 'get', parameters: { model_category_name: readCategory } } as const;

const flag = (description: string) => queryValue(laxBoolean()).default(false).meta({ description });
const grouped = flag(
  'text_generation only: counts groups of models (all sizes, versions and quantisations as one).',
);
const window = {
  limit: queryValue(laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER })).optional(),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
};

const statisticsQuery = laxObject({ group_text_models: grouped, ...window });

const deletionRiskQuery = laxObject({
  group_text_models: grouped,
  include_backend_variations: flag('text_generation, ungrouped: how each backend serves a model.'),
  preset: queryValue(laxString())
    .optional()
    .meta({ enum: [...riskPresets], description: 'Only models that are suspicious in this way.' }),
  ...window,
});

const withStatsQuery = laxObject({
  include_workers: flag('Adds each worker.'),
  include_backend_variations: flag('text_generation only: how each backend serves a model.'),
  min_worker_count: queryValue(laxInt({ le: Number.MAX_SAFE_INTEGER }))
    .optional()
    .meta({ description: 'Only models with at least so many workers.' }),
  sort_by: queryValue(laxString()).optional().meta({
    description: '`worker_count`, `usage_total`, `usage_month` or `name`; anything else leaves stored order.',
  }),
  sort_desc: queryValue(laxBoolean()).default(true),
});

const age = { Age: 'Seconds since the usage service said what this rests on.' };

/** What can be said of a category as a whole, with and without live usage. */
export const statistics: Resource = {
  name: 'statistics',
  readsModels: true,
  endpoints: [
    endpoint({
      ...read,
      path,
      id: 'read_v2_category_statistics',
      tags: ['v2', 'statistics'],
      summary: 'Counts and distributions of a category',
      description:
        'Of all its models: `limit` and `offset` change no number but `returned_models`, the size of that window. Computed anew when the category changes.',
      query: statisticsQuery,
      answers: { 200: { description: 'The statistics.', schema: categoryStatistics } },
      handler: async (context, { path: { model_category_name: category }, query }) => {
        const { group_text_models: grouped, offset, limit = null } = query;
        const counted = await context.statistics.of(category, { grouped, offset, limit });
        // What is known of files changes without the records, and is a second old at most.
        return { ...counted, file_verdicts: await context.fileEvidence.verdictsOf(category.name) };
      },
    }),
    endpoint({
      ...read,
      path: `${path}/with-stats`,
      id: 'read_models_with_stats',
      tags: ['v2', 'statistics'],
      summary: 'The live usage of all models',
      query: withStatsQuery,
      answers: {
        200: {
          description: 'Model name → usage.',
          schema: z.record(z.string(), modelUsageStats),
          headers: age,
        },
        ...refuses(400, 503),
      },
      handler: async ({ popularity }, { path: { model_category_name: category }, query, reply }) => {
        const { entries, ageSeconds } = await popularity.usage(category, {
          minWorkerCount: query.min_worker_count,
          sortBy: query.sort_by,
          descending: query.sort_desc,
          backendVariations: query.include_backend_variations,
          workers: query.include_workers,
        });
        // Put together by hand: an object would have names that are numbers first.
        const members = entries.map(([name, usage]) => `${JSON.stringify(name)}:${JSON.stringify(usage)}`);
        reply.header('age', ageSeconds);
        return JsonBytes.of(`{${members.join(',')}}`);
      },
    }),
    endpoint({
      ...read,
      path: `${path}/deletion-risk`,
      id: 'read_v2_category_deletion_risk',
      tags: ['v2', 'deletion-risk'],
      summary: 'Which models are worth keeping?',
      description:
        'By usage, workers, downloads and completeness; most used first. While the usage service does not answer, its last good data is used, as old as `Age` says.',
      query: deletionRiskQuery,
      answers: {
        200: { description: 'The risks.', schema: categoryDeletionRiskResponse, headers: age },
        ...refuses(400, 503),
      },
      handler: async ({ deletionRisk }, { path: { model_category_name: category }, query, reply }) => {
        const { report, ageSeconds } = await deletionRisk.report(category, {
          grouped: query.group_text_models,
          backendVariations: query.include_backend_variations,
          preset: query.preset ? checkPreset(query.preset) : null,
          offset: query.offset,
          limit: query.limit ?? null,
        });
        reply.header('age', ageSeconds);
        return report;
      },
    }),
  ],
};
