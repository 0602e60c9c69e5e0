import { z } from 'zod';
import { categoryEnum } from '../../records/enums.ts';

const percentage = z.number().meta({ description: 'Of all models, to two places.' });

const baselineStats = z
  .object({ baseline: z.string(), count: z.int(), percentage })
  .meta({ id: 'BaselineStats', description: 'How many models have a baseline.' });

const tagStats = z
  .object({ tag: z.string(), count: z.int(), percentage })
  .meta({ id: 'TagStats', description: 'How often a tag, or a style, occurs.' });

const downloadStats = z
  .object({
    total_models_with_downloads: z.int(),
    total_download_entries: z.int(),
    total_size_bytes: z.int(),
    models_with_size_info: z.int(),
    average_size_bytes: z.number(),
    hosts: z.record(z.string(), z.int()).meta({ description: 'Entries by host, most first.' }),
  })
  .meta({ id: 'DownloadStats', description: 'What the models are downloaded from, and their sizes.' });

const parameterBucketStats = z
  .object({
    bucket_label: z.string(),
    min_params: z.int().meta({ description: 'Inclusive.' }),
    max_params: z.int().nullable().meta({ description: 'Exclusive; null for the last bucket.' }),
    count: z.int(),
    percentage,
  })
  .meta({ id: 'ParameterBucketStats', description: 'How many text models are of a size.' });

export const categoryStatistics = z
  .object({
    category: categoryEnum,
    total_models: z.int(),
    returned_models: z.int().meta({ description: 'How many models `offset` and `limit` leave.' }),
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
    file_verdicts: z.record(z.string(), z.int()).meta({
      description: 'How many files of its models, of groups too, have which verdict: as in `…/v2/files`.',
    }),
    computed_at: z.int().meta({ description: 'Unix seconds, UTC.' }),
  })
  .meta({ id: 'CategoryStatistics', description: 'Statistics of all models of a category.' });
