import type { UsageKind } from '../../../../outside/usage-client.ts';
import type { Settings } from '../../../../settings/settings.ts';
import { downloadsOf, hostOf, type Model } from '../model.ts';
import type { ModelUsage, UsageTotals } from '../model-usage.ts';
import { percentageOf } from '../rounding.ts';

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

/** The flags about how much a model, or a group of models, is used. */
export function usageFlags(
  { day, month, total, worker_count }: UsageTotals & Pick<ModelUsage, 'worker_count'>,
  categoryMonth: number,
  rules: Pick<RiskRules, 'lowUsagePercentage'>,
) {
  return {
    zero_usage_day: day === 0,
    zero_usage_month: month === 0,
    zero_usage_total: total === 0,
    no_active_workers: worker_count === 0,
    // Where nothing is used, nothing is used less than the rest.
    low_usage: categoryMonth > 0 && percentageOf(month, categoryMonth) < rules.lowUsagePercentage,
  };
}

function downloadFlags({ hosts, hasUnknownHost }: RecordFacts, rules: RiskRules) {
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

export type RecordFacts = ReturnType<typeof recordFacts>;

/** The facts of a record that decide about the risks of its model. */
export function recordFacts({ name, record }: Model) {
  const { size_on_disk_bytes: bytes, baseline, nsfw, description } = record;
  const downloads = downloadsOf(record);
  const hosts = downloads.map(({ file_url }) => hostOf(file_url));
  return {
    name,
    sizeBytes: typeof bytes === 'number' ? bytes : null,
    hasBaseline: Boolean(baseline),
    baseline: typeof baseline === 'string' ? baseline : null,
    nsfw: typeof nsfw === 'boolean' ? nsfw : null,
    hasDescription: typeof description === 'string' && description.trim() !== '',
    downloads: downloads.length,
    // Those that its files are downloaded from, as first seen.
    hosts: [...new Set(hosts.flatMap((one) => (one.kind === 'host' ? [one.host] : [])))],
    hasUnknownHost: hosts.some(({ kind }) => kind === 'unreadable'),
  };
}

/** What a deployment decides about deletion risks. */
export type RiskSettings = Pick<
  Settings,
  | 'preferredFileHosts'
  | 'lowUsageThresholdPercentage'
  | 'textGenLowUsageThresholdPercentage'
  | 'textGenIgnoreDownloadHosts'
  | 'textGenCriticalUsageThreshold'
  | 'textGenCriticalWorkerThreshold'
>;

export type RiskRules = ReturnType<typeof riskRules>;

/** The rules for one kind of models. */
export function riskRules(kind: UsageKind, settings: RiskSettings) {
  const { preferredFileHosts } = settings;
  if (kind === 'text') {
    return {
      preferredFileHosts,
      // Usage below this percentage of the category's is low.
      lowUsagePercentage: settings.textGenLowUsageThresholdPercentage,
      looksAtDownloads: !settings.textGenIgnoreDownloadHosts,
      // Whether what a model takes on disk is known, and worth comparing with its usage.
      looksAtSize: false,
      // A model with less use in a month and fewer workers than these is critical.
      critical: {
        usage: settings.textGenCriticalUsageThreshold,
        workers: settings.textGenCriticalWorkerThreshold,
      },
    };
  }
  return {
    preferredFileHosts,
    lowUsagePercentage: settings.lowUsageThresholdPercentage,
    looksAtDownloads: true,
    looksAtSize: true,
    // No use in the month and no worker.
    critical: { usage: 1, workers: 1 },
  };
}
