import { z } from 'zod';
import { riskPresets } from '../../registry/analytics/index.ts';
import { laxBoolean, laxInt, laxObject, laxString, queryValue } from '../../registry/records/lax.ts';
import { refuses } from '../openapi/errors.ts';
import type { Operation } from '../openapi/operation.ts';
import { categoryDeletionRiskResponse } from '../shapes/deletion-risk.ts';
import { modelUsageStats } from '../shapes/model-usage.ts';
import { categoryStatistics } from '../shapes/statistics.ts';

const path = '/model_references/statistics/{model_category_name}';

const flag = (description: string) => queryValue(laxBoolean()).default(false).meta({ description });
const grouped = flag(
  'text_generation only: counts groups of models (all sizes, versions and quantisations as one).',
);
const window = {
  limit: queryValue(laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER })).optional(),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
};

export const statisticsQuery = laxObject({ group_text_models: grouped, ...window });

export const deletionRiskQuery = laxObject({
  group_text_models: grouped,
  include_backend_variations: flag('text_generation, ungrouped: how each backend serves a model.'),
  preset: queryValue(laxString())
    .optional()
    .meta({ enum: [...riskPresets], description: 'Only models that are suspicious in this way.' }),
  ...window,
});

export const withStatsQuery = laxObject({
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

export const statisticsOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    id: 'read_v2_category_statistics',
    tags: ['v2', 'statistics'],
    summary: 'Counts and distributions of a category',
    description:
      'Of all its models: `limit` and `offset` change no number but `returned_models`, the size of that window. Computed anew when the category changes.',
    query: statisticsQuery,
    conditional: true,
    answers: { 200: { description: 'The statistics.', schema: categoryStatistics }, ...refuses(404) },
  },
  {
    method: 'get',
    path: `${path}/with-stats`,
    id: 'read_models_with_stats',
    tags: ['v2', 'statistics'],
    summary: 'The live usage of all models',
    query: withStatsQuery,
    conditional: true,
    answers: {
      200: {
        description: 'Model name → usage.',
        schema: z.record(z.string(), modelUsageStats),
        headers: age,
      },
      ...refuses(400, 404, 503),
    },
  },
  {
    method: 'get',
    path: `${path}/deletion-risk`,
    id: 'read_v2_category_deletion_risk',
    tags: ['v2', 'deletion-risk'],
    summary: 'Which models are worth keeping?',
    description:
      'By usage, workers, downloads and completeness; most used first. While the usage service does not answer, its last good data is used, as old as `Age` says.',
    query: deletionRiskQuery,
    conditional: true,
    answers: {
      200: { description: 'The risks.', schema: categoryDeletionRiskResponse, headers: age },
      ...refuses(400, 404, 503),
    },
  },
];
