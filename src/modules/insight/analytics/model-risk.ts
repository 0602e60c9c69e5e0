import type { UsageFigure, UsageKind } from '../../../outside/usage-client.ts';
import { groupOfName } from '../../../records/text-names/index.ts';
import type { Settings } from '../../../settings/settings.ts';
import { downloadsOf, type Model, parseHost } from './counts.ts';
import type { ModelUsage, UsageTotals } from './model-usage.ts';
import { percentageOf, roundHalfEven } from './rounding.ts';

/**
 * The names of the deletion risk flags, in the order of responses. Each flag is a reason to delete a model.
 */
const riskFlags = [
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
type RiskFlags = Record<RiskFlag, boolean>;

/** The flags about downloads. A model with at least one of them has `has_warning` true. */
export const hostFlags = [
  'has_multiple_hosts',
  'has_non_preferred_host',
  'has_unknown_host',
  'no_download_urls',
] as const satisfies readonly RiskFlag[];

/** The category-wide figures from which the usage flags are computed. */
export interface CategoryFigures {
  /** Uses of all models of the category in the last month. */
  readonly categoryMonth: number;
  readonly rules: RiskRules;
  /** The unknown figures; they set no flag. */
  readonly unknown: readonly UsageFigure[];
}

function computeFlags(
  record: RecordFacts,
  { usage, worker_count }: Pick<ModelUsage, 'usage' | 'worker_count'>,
  figures: CategoryFigures,
): RiskFlags {
  const { rules } = figures;
  const { low_usage, ...unused } = computeUsageFlags({ ...usage, worker_count }, figures);
  return {
    ...unused,
    ...computeDownloadFlags(record, rules),
    missing_description: !record.hasDescription,
    missing_baseline: !record.hasBaseline,
    low_usage,
  };
}

function computeUsageFlags(
  { day, month, total, worker_count }: UsageTotals & Pick<ModelUsage, 'worker_count'>,
  { categoryMonth, rules, unknown }: CategoryFigures,
) {
  const isZero = (figure: UsageFigure, count: number) => count === 0 && !unknown.includes(figure);
  return {
    zero_usage_day: isZero('day', day),
    zero_usage_month: isZero('month', month),
    zero_usage_total: isZero('total', total),
    no_active_workers: isZero('workers', worker_count),
    // In a category without any usage, no model has low usage.
    low_usage: categoryMonth > 0 && percentageOf(month, categoryMonth) < rules.lowUsagePercentage,
  };
}

/** Returns whether a model has hardly any usage and workers; false if the figures are unknown. */
function isCritical(
  month: number,
  workers: number,
  { rules: { critical }, unknown }: CategoryFigures,
): boolean {
  if (unknown.includes('month') || unknown.includes('workers')) return false;
  return month < critical.usage && workers < critical.workers;
}

function computeDownloadFlags({ hosts, hasUnknownHost }: RecordFacts, rules: RiskRules) {
  const checksDownloads = rules.checksDownloads;
  const isPreferred = (host: string): boolean =>
    rules.preferredFileHosts.some((preferredHost) => host.includes(preferredHost));
  return {
    has_multiple_hosts: checksDownloads && hosts.length > 1,
    has_non_preferred_host: checksDownloads && hosts.length > 0 && !hosts.some(isPreferred),
    has_unknown_host: checksDownloads && hasUnknownHost,
    no_download_urls: checksDownloads && hosts.length === 0,
  };
}

/** Returns the risk score, the number of set flags. */
function computeScore(flags: RiskFlags): number {
  return riskFlags.filter((flag) => flags[flag]).length;
}

export type RecordFacts = ReturnType<typeof readRecordFacts>;

/** Reads the facts that `assessModel` needs from a record. */
export function readRecordFacts({ name, record }: Model) {
  const { size_on_disk_bytes: bytes, baseline, nsfw, description } = record;
  const downloads = downloadsOf(record);
  const hosts = downloads.map(({ file_url }) => parseHost(file_url));
  return {
    name,
    sizeBytes: typeof bytes === 'number' ? bytes : null,
    hasBaseline: Boolean(baseline),
    baseline: typeof baseline === 'string' ? baseline : null,
    nsfw: typeof nsfw === 'boolean' ? nsfw : null,
    hasDescription: typeof description === 'string' && description.trim() !== '',
    downloads: downloads.length,
    // The hosts of its downloads, in order of first occurrence.
    hosts: [...new Set(hosts.flatMap((one) => (one.kind === 'host' ? [one.host] : [])))],
    hasUnknownHost: hosts.some(({ kind }) => kind === 'unreadable'),
  };
}

export type RiskSettings = Pick<
  Settings,
  | 'preferredFileHosts'
  | 'lowUsageThresholdPercentage'
  | 'textGenLowUsageThresholdPercentage'
  | 'textGenIgnoreDownloadHosts'
  | 'textGenCriticalUsageThreshold'
  | 'textGenCriticalWorkerThreshold'
>;

type RiskRules = ReturnType<typeof createRiskRules>;

/** Returns the rules for assessing the deletion risk of image models or of text models. */
export function createRiskRules(kind: UsageKind, settings: RiskSettings) {
  const { preferredFileHosts } = settings;
  if (kind === 'text') {
    return {
      preferredFileHosts,
      // A lower percentage of the category's usage counts as low usage.
      lowUsagePercentage: settings.textGenLowUsageThresholdPercentage,
      checksDownloads: !settings.textGenIgnoreDownloadHosts,
      // Whether the rules compare the size on disk with usage.
      usesSize: false,
      // A model is critical if both its monthly usage and its number of workers are lower than these.
      critical: {
        usage: settings.textGenCriticalUsageThreshold,
        workers: settings.textGenCriticalWorkerThreshold,
      },
    };
  }
  return {
    preferredFileHosts,
    lowUsagePercentage: settings.lowUsageThresholdPercentage,
    checksDownloads: true,
    usesSize: true,
    // A model without monthly usage and without workers is critical.
    critical: { usage: 1, workers: 1 },
  };
}

const GIB = 1024 ** 3;

export type ModelRisk = ReturnType<typeof assessModel>;

/** Assesses the deletion risk of a model: its flags, its score, and the figures on which they are based. */
export function assessModel(
  record: RecordFacts,
  usage: ModelUsage,
  {
    category,
    backendVariations,
    ...figures
  }: CategoryFigures & { readonly category: string; readonly backendVariations: boolean },
) {
  const { categoryMonth, rules, unknown } = figures;
  const { day, month, total } = usage.usage;
  const flags = computeFlags(record, usage, figures);
  const size = rules.usesSize && record.sizeBytes !== null ? record.sizeBytes / GIB : null;
  return {
    name: record.name,
    category,
    deletion_risk_flags: flags,
    at_risk: computeScore(flags) > 0,
    risk_score: computeScore(flags),
    worker_count: usage.worker_count,
    usage_day: day,
    usage_month: month,
    usage_total: total,
    // The usage service does not count uses by hour or minute.
    usage_hour: null,
    usage_minute: null,
    usage_percentage_of_category: roundHalfEven(percentageOf(month, categoryMonth), 4),
    usage_trend: {
      day_to_month_ratio: month > 0 ? day / month : null,
      month_to_total_ratio: total > 0 ? month / total : null,
    },
    cost_benefit_score:
      size !== null && size > 0 && !unknown.includes('month') ? roundHalfEven(month / size, 2) : null,
    size_gb: size === null ? null : roundHalfEven(size, 2),
    baseline: record.baseline,
    nsfw: record.nsfw,
    has_description: record.hasDescription,
    download_count: record.downloads,
    download_hosts: [...record.hosts],
    backend_variations: backendVariations ? pickVariationUsage(usage) : null,
    is_critical: isCritical(month, usage.worker_count, figures),
    has_warning: hostFlags.some((flag) => flags[flag]),
  };
}

function pickVariationUsage({ variations }: ModelUsage) {
  if (variations.length === 0) return null;
  return variations.map(({ queued: _queued, queued_jobs: _jobs, eta: _eta, ...fields }) => fields);
}

/**
 * Merges the assessments of each group's models into one. Groups are sorted by usage in the last month,
 * highest first; groups with equal usage keep the order of their first members.
 */
export function mergeGroups(risks: readonly ModelRisk[], figures: CategoryFigures): ModelRisk[] {
  const groups = Map.groupBy(risks, ({ name }) => groupOfName(name));
  return [...groups]
    .map(([name, members]) => {
      const [onlyMember] = members;
      return members.length === 1
        ? { ...onlyMember!, name, backend_variations: null }
        : mergeMembers(name, members, figures);
    })
    .sort((a, b) => b.usage_month - a.usage_month);
}

/**
 * Merges the assessments of the members of a group. Usage is the sum over the members; the number of workers
 * is the maximum. The flags about usage and workers are computed from these figures. Every other flag is set
 * if at least one member has it.
 */
function mergeMembers(name: string, members: readonly ModelRisk[], figures: CategoryFigures): ModelRisk {
  const firstMember = members[0]!;
  const sumOver = (value: (member: ModelRisk) => number): number =>
    members.reduce((total, member) => total + value(member), 0);
  const day = sumOver(({ usage_day }) => usage_day);
  const month = sumOver(({ usage_month }) => usage_month);
  const total = sumOver(({ usage_total }) => usage_total);
  const sizes = members.map(({ size_gb }) => size_gb).filter((size) => size !== null);
  const size =
    sizes.length === 0 ? null : sizes.reduce((total, memberSize) => total + memberSize, 0) / sizes.length;
  const workers = Math.max(...members.map(({ worker_count }) => worker_count));
  const flags = {
    ...Object.fromEntries(
      riskFlags.map((flag) => [flag, members.some(({ deletion_risk_flags }) => deletion_risk_flags[flag])]),
    ),
    ...computeUsageFlags({ day, month, total, worker_count: workers }, figures),
  } as RiskFlags;
  // The mean, weighted by monthly usage. A member without the ratio counts with its full weight and a ratio
  // of 0.
  const meanRatio = (ratio: (member: ModelRisk) => number | null): number | null =>
    month > 0 ? sumOver((member) => (ratio(member) ?? 0) * member.usage_month) / month : null;
  // Capped, because the sum of rounded percentages can exceed 100.
  const percentage = Math.min(
    100,
    roundHalfEven(
      sumOver((member) => member.usage_percentage_of_category),
      4,
    ),
  );
  return {
    name,
    category: firstMember.category,
    deletion_risk_flags: flags,
    at_risk: computeScore(flags) > 0,
    risk_score: computeScore(flags),
    worker_count: workers,
    usage_day: day,
    usage_month: month,
    usage_total: total,
    usage_hour: null,
    usage_minute: null,
    usage_percentage_of_category: percentage,
    usage_trend: {
      day_to_month_ratio: meanRatio(({ usage_trend }) => usage_trend.day_to_month_ratio),
      month_to_total_ratio: meanRatio(({ usage_trend }) => usage_trend.month_to_total_ratio),
    },
    cost_benefit_score: size !== null && size > 0 && !figures.unknown.includes('month') ? month / size : null,
    size_gb: size,
    baseline: firstMember.baseline,
    nsfw: firstMember.nsfw,
    has_description: members.every(({ has_description }) => has_description),
    download_count: sumOver(({ download_count }) => download_count),
    download_hosts: [...new Set(members.flatMap(({ download_hosts }) => download_hosts))],
    backend_variations: null,
    is_critical: isCritical(month, workers, figures),
    has_warning: hostFlags.some((flag) => flags[flag]),
  };
}
