import { z } from 'zod';
import { modelRecordUnion } from '../catalog/shapes.ts';

const usageStats = z
  .object({ day: z.int(), month: z.int(), total: z.int() })
  .meta({ id: 'UsageTotals', description: 'Uses in the last day, in the last month, and in total.' });

const workerSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    performance: z.string().meta({ description: 'Performance text of the usage service.' }),
    online: z.boolean(),
    trusted: z.boolean(),
    uptime: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'WorkerSummary', description: 'A worker that serves the model.' });

/** The fields that usage responses and risk reports have for each backend of a text model. */
const variation = {
  backend: z.enum(['canonical', 'aphrodite', 'koboldcpp']),
  variant_name: z.string().meta({ description: 'The name under which the backend serves the model.' }),
  worker_count: z.int(),
  performance: z.number().nullable(),
};
const variationUsage = { usage_day: z.int(), usage_month: z.int(), usage_total: z.int() };

export const backendVariationStats = z
  .object({ ...variation, ...variationUsage })
  .meta({ id: 'BackendVariationStats', description: 'Workers and usage of a text model at one backend.' });

const backendVariation = z
  .object({
    ...variation,
    queued: z.number().nullable(),
    queued_jobs: z.int().nullable(),
    eta: z.int().nullable(),
    ...variationUsage,
  })
  .meta({
    id: 'BackendVariation',
    description: 'Workers, usage and queue of a text model at one backend.',
  });

/**
 * The usage of a text model through one backend. `performance`, `queued`, `queued_jobs` and `eta` are null if
 * the usage service returns no status for the model at this backend.
 */
export type BackendVariation = z.infer<typeof backendVariation>;

const status = {
  queued_jobs: z.int().meta({ description: 'Number of queued jobs.' }),
  performance: z.number(),
  eta: z.int().meta({ description: 'Seconds until the queue is empty.' }),
  queued: z.int().meta({ description: 'Amount of queued work.' }),
  usage_stats: usageStats,
  worker_summaries: z.record(z.string(), workerSummary).meta({ description: 'By worker id.' }),
};
const workerCount = z.int().meta({ description: 'Workers that serve the model.' });

/** The usage figures that are unknown for all models of the category. */
export const unknownUsage = z.array(z.enum(['day', 'month', 'total', 'workers'])).meta({
  description:
    'Figures that the usage service does not provide for any model. Their values here are 0 or null.',
});

export const modelUsageStats = z
  .object({
    queued_jobs: status.queued_jobs.nullable(),
    performance: status.performance.nullable(),
    eta: status.eta.nullable(),
    queued: status.queued.nullable(),
    usage_stats: status.usage_stats.nullable(),
    worker_summaries: status.worker_summaries.nullable(),
    backend_variations: z
      .record(z.string(), backendVariation)
      .meta({ description: 'By backend; empty unless requested.' }),
    worker_count: workerCount,
    unknown_usage: unknownUsage,
  })
  .meta({ id: 'ModelUsageStats', description: 'Live usage of a model; null for unknown values.' });

export const popularModel = z
  .object({
    name: z.string(),
    record: modelRecordUnion,
    stats: z.object({
      ...z.object(status).partial().shape,
      worker_count: workerCount,
      unknown_usage: unknownUsage.optional(),
    }),
  })
  .meta({ id: 'PopularModel', description: 'A model, its record as stored, and its live usage.' });
