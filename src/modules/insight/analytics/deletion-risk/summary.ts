import { roundHalfEven } from '../rounding.ts';
import type { RiskFlag } from './flags.ts';
import type { ModelRisk } from './model-risk.ts';

export interface RiskSummary {
  total_models: number;
  models_at_risk: number;
  models_critical: number;
  models_with_warnings: number;
  models_with_zero_day_usage: number;
  models_with_zero_month_usage: number;
  models_with_zero_total_usage: number;
  models_with_no_active_workers: number;
  models_with_no_downloads: number;
  models_with_non_preferred_hosts: number;
  models_with_multiple_hosts: number;
  models_with_low_usage: number;
  average_risk_score: number;
  category_total_month_usage: number;
}

/** @param options.rounded the average is rounded to two places */
export function summaryOf(
  risks: readonly ModelRisk[],
  { monthUsage, rounded }: { monthUsage: number; rounded: boolean },
): RiskSummary {
  const howMany = (applies: (risk: ModelRisk) => boolean): number => risks.filter(applies).length;
  const flagged = (flag: RiskFlag): number => howMany(({ deletion_risk_flags }) => deletion_risk_flags[flag]);
  const scores = risks.reduce((sum, { risk_score }) => sum + risk_score, 0);
  const average = risks.length === 0 ? 0 : scores / risks.length;
  return {
    total_models: risks.length,
    models_at_risk: howMany(({ at_risk }) => at_risk),
    models_critical: howMany(({ is_critical }) => is_critical),
    models_with_warnings: howMany(({ has_warning }) => has_warning),
    models_with_zero_day_usage: flagged('zero_usage_day'),
    models_with_zero_month_usage: flagged('zero_usage_month'),
    models_with_zero_total_usage: flagged('zero_usage_total'),
    models_with_no_active_workers: flagged('no_active_workers'),
    models_with_no_downloads: flagged('no_download_urls'),
    models_with_non_preferred_hosts: flagged('has_non_preferred_host'),
    models_with_multiple_hosts: flagged('has_multiple_hosts'),
    models_with_low_usage: flagged('low_usage'),
    average_risk_score: rounded ? roundHalfEven(average, 2) : average,
    category_total_month_usage: monthUsage,
  };
}

/** The month's usage of all of them. */
export function monthUsageOf(risks: readonly ModelRisk[]): number {
  return risks.reduce((sum, { usage_month }) => sum + usage_month, 0);
}
