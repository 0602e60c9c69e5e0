import { z } from 'zod';
import { categoryEnum } from '../../records/enums.ts';
import { backendVariationStats } from './http-shapes-usage.ts';

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
  .meta({ id: 'DeletionRiskFlags', description: 'Why a model may have to go.' });

const usageTrend = z
  .object({ day_to_month_ratio: z.number().nullable(), month_to_total_ratio: z.number().nullable() })
  .meta({ id: 'UsageTrend', description: 'Null where nothing was used in the longer period.' });

const notTold = z.int().nullable().meta({ description: 'Always null: the usage service does not tell.' });

const modelDeletionRiskInfo = z
  .object({
    name: z.string().meta({ description: 'Of the model, or of the group.' }),
    category: categoryEnum,
    deletion_risk_flags: deletionRiskFlags,
    at_risk: z.boolean().meta({ description: 'Any flag is set.' }),
    risk_score: z.int().meta({ description: 'How many flags are set.' }),
    worker_count: z.int(),
    usage_day: z.int(),
    usage_month: z.int(),
    usage_total: z.int(),
    usage_hour: notTold,
    usage_minute: notTold,
    usage_percentage_of_category: z.number(),
    usage_trend: usageTrend,
    cost_benefit_score: z
      .number()
      .nullable()
      .meta({ description: 'Uses in the month for each GiB on disk.' }),
    size_gb: z.number().nullable().meta({ description: 'In GiB.' }),
    baseline: z.string().nullable(),
    nsfw: z.boolean().nullable(),
    has_description: z.boolean(),
    download_count: z.int(),
    download_hosts: z.array(z.string()),
    backend_variations: z
      .array(backendVariationStats)
      .nullable()
      .meta({ description: 'Null unless asked for.' }),
    is_critical: z.boolean().meta({ description: 'Hardly used in the month, and served by nobody.' }),
    has_warning: z.boolean().meta({ description: 'Something is wrong with its downloads.' }),
  })
  .meta({ id: 'ModelDeletionRiskInfo', description: 'What speaks for and against a model.' });

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
  .meta({ id: 'CategoryDeletionRiskSummary', description: 'Counts over the models before paging.' });

export const categoryDeletionRiskResponse = z
  .object({
    category: categoryEnum,
    category_total_month_usage: z.int(),
    total_count: z.int().meta({
      description: 'Models before paging, when there is any; else all models of the category.',
    }),
    returned_count: z.int(),
    offset: z.int(),
    limit: z.int().nullable(),
    models: z.array(modelDeletionRiskInfo).meta({ description: 'Most used in the month first.' }),
    summary: categoryDeletionRiskSummary,
  })
  .meta({ id: 'CategoryDeletionRiskResponse', description: 'Which models of a category are worth keeping.' });
