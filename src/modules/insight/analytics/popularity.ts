import { withoutNulls } from '../../../records/without-nulls.ts';
import type { ModelUsage } from './model-usage.ts';
import { type UsageView, usageView } from './usage-view.ts';

/** What models are ranked by. */
export const popularityMetrics = {
  worker_count: ({ worker_count }: ModelUsage) => worker_count,
  usage_day: ({ usage }: ModelUsage) => usage.day,
  usage_month: ({ usage }: ModelUsage) => usage.month,
  usage_total: ({ usage }: ModelUsage) => usage.total,
} as const;

export type PopularityMetric = keyof typeof popularityMetrics;

export interface PopularModel {
  /** Of the model in stored order. */
  readonly position: number;
  /** Without nulls. */
  readonly stats: { [K in keyof UsageView]?: NonNullable<UsageView[K]> };
}

/**
 * The models by a metric, highest first, ties in stored order. Models that nobody uses are ranked, too.
 * @param usage of all models of the category, in stored order
 */
export function rankByPopularity(
  usage: readonly ModelUsage[],
  { metric, limit }: { metric: PopularityMetric; limit: number },
): PopularModel[] {
  const value = popularityMetrics[metric];
  return [...usage.keys()]
    .sort((a, b) => value(usage[b]!) - value(usage[a]!))
    .slice(0, limit)
    .map((position) => ({
      position,
      stats: withoutNulls(usageView(usage[position]!)),
    }));
}
