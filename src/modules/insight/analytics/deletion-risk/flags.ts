import type { ModelUsage, UsageTotals } from '../model-usage.ts';
import { percentageOf } from '../rounding.ts';
import type { RecordFacts } from './record-facts.ts';
import type { RiskRules } from './rules.ts';

/** The reasons why a model may have to go, in the order in which answers list them. */
export const riskFlags = [
  'zero_usage_day',
  'zero_usage_month',
  'zero_usage_total',
  'no_active_workers',
  'has_multiple_hosts',
  'has_non_preferred_host',
  'has_unknown_host',
  'no_download_urls',
  'missing_description',
  'missing_baseline',
  'low_usage',
] as const;

export type RiskFlag = (typeof riskFlags)[number];
export type RiskFlags = Record<RiskFlag, boolean>;

/** The flags about downloads; a model with one of them has a warning. */
export const hostFlags = [
  'has_multiple_hosts',
  'has_non_preferred_host',
  'has_unknown_host',
  'no_download_urls',
] as const satisfies readonly RiskFlag[];

/**
 * @param categoryMonth the month's usage of all models of the category
 */
export function flagsOf(
  record: RecordFacts,
  { usage, worker_count }: Pick<ModelUsage, 'usage' | 'worker_count'>,
  categoryMonth: number,
  rules: RiskRules,
): RiskFlags {
  const { low_usage, ...unused } = usageFlags({ ...usage, worker_count }, categoryMonth, rules);
  return {
    ...unused,
    ...downloadFlags(record, rules),
    missing_description: !record.hasDescription,
    missing_baseline: !record.hasBaseline,
    low_usage,
  };
}

type UsageFlag =
  | 'zero_usage_day'
  | 'zero_usage_month'
  | 'zero_usage_total'
  | 'no_active_workers'
  | 'low_usage';

/** The flags about how much a model, or a group of models, is used. */
export function usageFlags(
  { day, month, total, worker_count }: UsageTotals & Pick<ModelUsage, 'worker_count'>,
  categoryMonth: number,
  rules: Pick<RiskRules, 'lowUsagePercentage'>,
): Pick<RiskFlags, UsageFlag> {
  return {
    zero_usage_day: day === 0,
    zero_usage_month: month === 0,
    zero_usage_total: total === 0,
    no_active_workers: worker_count === 0,
    // Where nothing is used, nothing is used less than the rest.
    low_usage: categoryMonth > 0 && percentageOf(month, categoryMonth) < rules.lowUsagePercentage,
  };
}

function downloadFlags(
  { hosts, hasUnknownHost }: RecordFacts,
  rules: RiskRules,
): Pick<RiskFlags, (typeof hostFlags)[number]> {
  const looked = rules.looksAtDownloads;
  const isPreferred = (host: string): boolean =>
    rules.preferredFileHosts.some((preferred) => host.includes(preferred));
  return {
    has_multiple_hosts: looked && hosts.length > 1,
    has_non_preferred_host: looked && hosts.length > 0 && !hosts.some(isPreferred),
    has_unknown_host: looked && hasUnknownHost,
    no_download_urls: looked && hosts.length === 0,
  };
}

/** How many of the flags are set. */
export function scoreOf(flags: RiskFlags): number {
  return riskFlags.filter((flag) => flags[flag]).length;
}
