import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { categoryEnum } from '../../records/enums.ts';
import { laxBoolean, laxEnum, laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { JsonBytes } from '../../serving/answers/json-answer.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { readCategory } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog, CategorySnapshot } from '../catalog/index.ts';
import { requireUsageKind } from './category-usage.ts';
import { checkPreset, riskPresets } from './deletion-risk.ts';
import { backendVariationStats, modelUsageStats, unknownUsage } from './http-usage-shapes.ts';
import type { InsightServices } from './module.ts';

const deletionRiskFlags = z
  .object({
    zero_usage_day: z.boolean(),
    zero_usage_month: z.boolean(),
    zero_usage_total: z.boolean(),
    no_active_workers: z.boolean(),
    has_multiple_hosts: z.boolean(),
    has_non_preferred_host: z.boolean(),
    has_unknown_host: z.boolean(),
    no_download_urls: z.boolean(),
    missing_description: z.boolean(),
    missing_baseline: z.boolean(),
    low_usage: z.boolean(),
  })
  .meta({ id: 'DeletionRiskFlags', description: 'Reasons to delete a model.' });

const usageTrend = z
  .object({ day_to_month_ratio: z.number().nullable(), month_to_total_ratio: z.number().nullable() })
  .meta({ id: 'UsageTrend', description: 'Null if there was no use in the longer period.' });

const nullField = z
  .int()
  .nullable()
  .meta({ description: 'Always null: the usage service does not provide it.' });

const modelDeletionRiskInfo = z
  .object({
    name: z.string().meta({ description: 'Name of the model or group.' }),
    category: categoryEnum,
    deletion_risk_flags: deletionRiskFlags,
    at_risk: z.boolean().meta({ description: 'True if any flag is set.' }),
    risk_score: z.int().meta({ description: 'Number of flags that are set.' }),
    worker_count: z.int(),
    usage_day: z.int(),
    usage_month: z.int(),
    usage_total: z.int(),
    usage_hour: nullField,
    usage_minute: nullField,
    usage_percentage_of_category: z.number(),
    usage_trend: usageTrend,
    cost_benefit_score: z
      .number()
      .nullable()
      .meta({ description: 'Uses in the last month per GiB on disk.' }),
    size_gb: z.number().nullable().meta({ description: 'Size in GiB.' }),
    baseline: z.string().nullable(),
    nsfw: z.boolean().nullable(),
    has_description: z.boolean(),
    download_count: z.int(),
    download_hosts: z.array(z.string()),
    backend_variations: z
      .array(backendVariationStats)
      .nullable()
      .meta({ description: 'Null unless requested.' }),
    is_critical: z
      .boolean()
      .meta({ description: 'True if hardly used in the last month and served by no worker.' }),
    has_warning: z.boolean().meta({ description: 'True if a download has a problem.' }),
  })
  .meta({ id: 'ModelDeletionRiskInfo', description: 'Usage, flags and scores of a model.' });

const categoryDeletionRiskSummary = z
  .object({
    total_models: z.int(),
    models_at_risk: z.int(),
    models_critical: z.int(),
    models_with_warnings: z.int(),
    models_with_zero_day_usage: z.int(),
    models_with_zero_month_usage: z.int(),
    models_with_zero_total_usage: z.int(),
    models_with_no_active_workers: z.int(),
    models_with_no_downloads: z.int(),
    models_with_non_preferred_hosts: z.int(),
    models_with_multiple_hosts: z.int(),
    models_with_low_usage: z.int(),
    average_risk_score: z.number(),
    category_total_month_usage: z.int(),
  })
  .meta({ id: 'CategoryDeletionRiskSummary', description: 'Counts of all models before paging.' });

export const categoryDeletionRiskResponse = z
  .object({
    category: categoryEnum,
    category_total_month_usage: z.int(),
    unknown_usage: unknownUsage,
    total_count: z.int().meta({
      description:
        'Number of models before paging, or all models of the category if the answer is not paged.',
    }),
    returned_count: z.int(),
    offset: z.int(),
    limit: z.int().nullable(),
    models: z
      .array(modelDeletionRiskInfo)
      .meta({ description: 'Ordered by usage in the last month, most used first.' }),
    summary: categoryDeletionRiskSummary,
  })
  .meta({ id: 'CategoryDeletionRiskResponse', description: 'Deletion risk of the models of a category.' });

const percentage = z
  .number()
  .meta({ description: 'Share of all models, in percent, to two decimal places.' });

const baselineStats = z
  .object({ baseline: z.string(), count: z.int(), percentage })
  .meta({ id: 'BaselineStats', description: 'Number of models with a baseline.' });

const tagStats = z
  .object({ tag: z.string(), count: z.int(), percentage })
  .meta({ id: 'TagStats', description: 'Number of models with a tag or style.' });

const downloadStats = z
  .object({
    total_models_with_downloads: z.int(),
    total_download_entries: z.int(),
    total_size_bytes: z.int(),
    models_with_size_info: z.int(),
    average_size_bytes: z.number(),
    hosts: z.record(z.string(), z.int()).meta({ description: 'Entries by host, most first.' }),
  })
  .meta({ id: 'DownloadStats', description: 'Hosts and sizes of the downloads.' });

const parameterBucketStats = z
  .object({
    bucket_label: z.string(),
    min_params: z.int().meta({ description: 'Lower bound, inclusive.' }),
    max_params: z.int().nullable().meta({ description: 'Upper bound, exclusive; null for the last bucket.' }),
    count: z.int(),
    percentage,
  })
  .meta({ id: 'ParameterBucketStats', description: 'Number of text models in a size range.' });

export const categoryStatistics = z
  .object({
    category: categoryEnum,
    total_models: z.int(),
    returned_models: z.int().meta({ description: 'Number of models within `offset` and `limit`.' }),
    offset: z.int(),
    limit: z.int().nullable(),
    nsfw_count: z.int(),
    sfw_count: z.int(),
    baseline_distribution: z.record(z.string(), baselineStats).meta({ description: 'Most models first.' }),
    download_stats: downloadStats,
    top_tags: z.array(tagStats).meta({ description: 'At most 20.' }),
    top_styles: z.array(tagStats).meta({ description: 'At most 20.' }),
    parameter_buckets: z.array(parameterBucketStats).meta({ description: 'text_generation only.' }),
    models_without_param_info: z.int(),
    models_with_trigger_words: z.int(),
    models_with_inpainting: z.int(),
    models_with_requirements: z.int(),
    models_with_showcases: z.int(),
    computed_at: z.int().meta({ description: 'Unix seconds, UTC.' }),
  })
  .meta({ id: 'CategoryStatistics', description: 'Statistics of all models of a category.' });

const categoryUsageHistory = z
  .object({
    dates: z.array(z.string()).meta({ description: 'UTC, `2026-01-31`, oldest first. At most 31.' }),
    series: z
      .array(
        z.object({
          name: z.string().nullable().meta({ description: 'Null for models without a baseline.' }),
          month: z.array(z.int().nullable()).meta({
            description: 'For each date, the uses in the month before; null for a day without samples.',
          }),
        }),
      )
      .meta({ description: 'Most used first. At most 500.' }),
  })
  .meta({ id: 'CategoryUsageHistory', description: 'Uses a month of live models over time.' });

const path = '/model_references/statistics/{model_category_name}';
const base = { method: 'get', parameters: { model_category_name: readCategory } } as const;

const createFlagSchema = (description: string) =>
  queryValue(laxBoolean()).default(false).meta({ description });
const groupedFlag = createFlagSchema(
  'text_generation only: count each group (all sizes, versions and quantizations of a model) as one.',
);
const window = {
  limit: queryValue(laxInt({ ge: 1, le: Number.MAX_SAFE_INTEGER })).optional(),
  offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
};

const statisticsQuery = laxObject({ group_text_models: groupedFlag, ...window });

const deletionRiskQuery = laxObject({
  group_text_models: groupedFlag,
  include_backend_variations: createFlagSchema(
    'text_generation, ungrouped: add how each backend serves a model.',
  ),
  preset: queryValue(laxString())
    .optional()
    .meta({ enum: [...riskPresets], description: 'Return only models that match this preset.' }),
  ...window,
});

const withStatsQuery = laxObject({
  include_workers: createFlagSchema('Add the list of workers.'),
  include_backend_variations: createFlagSchema('text_generation only: add how each backend serves a model.'),
  min_worker_count: queryValue(laxInt({ le: Number.MAX_SAFE_INTEGER }))
    .optional()
    .meta({ description: 'Return only models with at least this many workers.' }),
  sort_by: queryValue(laxString()).optional().meta({
    description: '`worker_count`, `usage_total`, `usage_month` or `name`. Any other value: stored order.',
  }),
  sort_desc: queryValue(laxBoolean()).default(true),
});

const usageHistoryQuery = laxObject({
  days: queryValue(laxEnum(['30', '90', '365']))
    .default('30')
    .meta({ description: 'Number of days up to today.' }),
  by: queryValue(laxEnum(['baseline', 'model']))
    .default('baseline')
    .meta({ description: 'What each series is of.' }),
});

const ageHeader = { Age: 'Age of the usage data, in seconds.' };

/**
 * Returns the models of a category.
 * @throws RegistryError not_found (404) when the category has no models
 */
function requireLiveModels(
  { catalog }: { readonly catalog: Catalog },
  category: CategoryDefinition,
): CategorySnapshot {
  const models = catalog.snapshot('v2', category.name);
  if (models.size > 0) return models;
  throw new RegistryError('not_found', `Category '${category.name}' not found or has no models`);
}

export const statistics = (services: InsightServices & { readonly catalog: Catalog }): Resource => ({
  name: 'statistics',
  readsModels: true,
  endpoints: [
    endpoint({
      ...base,
      path,
      id: 'read_v2_category_statistics',
      tags: ['v2', 'statistics'],
      summary: 'Get statistics of a category',
      description:
        'Covers all models of the category: `limit` and `offset` affect only `returned_models`, the size of that page. Recomputed when the category changes.',
      query: statisticsQuery,
      answers: { 200: { description: 'The statistics.', schema: categoryStatistics } },
      handler: (_context, { path: { model_category_name: category }, query }) => {
        const { group_text_models: grouped, offset, limit = null } = query;
        const models = requireLiveModels(services, category);
        return services.statistics.of(category, models, { grouped, offset, limit });
      },
    }),
    endpoint({
      ...base,
      path: `${path}/with-stats`,
      id: 'read_models_with_stats',
      tags: ['v2', 'statistics'],
      summary: 'Get the live usage of all models of a category',
      query: withStatsQuery,
      answers: {
        200: {
          description: 'Model name → usage.',
          schema: z.record(z.string(), modelUsageStats),
          headers: ageHeader,
        },
        ...errorResponses(400, 503),
      },
      handler: async (_context, { path: { model_category_name: category }, query, reply }) => {
        const kind = requireUsageKind(category, 'Usage statistics are');
        const models = requireLiveModels(services, category);
        const { entries, ageSeconds } = await services.popularity.usage(models, kind, {
          minWorkerCount: query.min_worker_count,
          sortBy: query.sort_by,
          descending: query.sort_desc,
          backendVariations: query.include_backend_variations,
          workers: query.include_workers,
        });
        // Serialized manually, because an object would put numeric names first.
        const members = entries.map(([name, usage]) => `${JSON.stringify(name)}:${JSON.stringify(usage)}`);
        reply.header('age', ageSeconds);
        return JsonBytes.of(`{${members.join(',')}}`);
      },
    }),
    endpoint({
      ...base,
      path: `${path}/usage-history`,
      id: 'read_v2_category_usage_history',
      tags: ['v2', 'statistics'],
      summary: 'List the uses of a category over time',
      description:
        'From the daily samples (`…/model/{model_name}/usage`). Deleted models are left out. Cached for ten minutes.',
      query: usageHistoryQuery,
      answers: { 200: { description: 'The series.', schema: categoryUsageHistory }, ...errorResponses(400) },
      handler: (_context, { path: { model_category_name: category }, query: { days, by } }) =>
        services.usageHistory.ofCategory(category, requireLiveModels(services, category), Number(days), by),
    }),
    endpoint({
      ...base,
      path: `${path}/deletion-risk`,
      id: 'read_v2_category_deletion_risk',
      tags: ['v2', 'deletion-risk'],
      summary: 'Analyze deletion risk',
      description:
        'Based on usage, workers, downloads and completeness; most used first. While the usage service does not answer, or answers without data, its last good data is used; `Age` states how old it is. If there is none, `unknown_usage` names the unknown figures, and no flag, score or preset depends on them.',
      query: deletionRiskQuery,
      answers: {
        200: { description: 'The risks.', schema: categoryDeletionRiskResponse, headers: ageHeader },
        ...errorResponses(400, 503),
      },
      handler: async (_context, { path: { model_category_name: category }, query, reply }) => {
        const preset = query.preset ? checkPreset(query.preset) : null;
        const kind = requireUsageKind(category, 'Deletion risk analysis is');
        const models = requireLiveModels(services, category);
        const { report, ageSeconds } = await services.deletionRisk.report(models, kind, {
          grouped: query.group_text_models,
          backendVariations: query.include_backend_variations,
          preset,
          offset: query.offset,
          limit: query.limit ?? null,
        });
        reply.header('age', ageSeconds);
        return report;
      },
    }),
  ],
});
