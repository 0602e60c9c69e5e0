import { groupOfName } from '../../../../records/text-names/index.ts';
import type { ModelUsage } from '../model-usage.ts';
import { percentageOf, roundHalfEven } from '../rounding.ts';
import {
  flagsOf,
  hostFlags,
  type RecordFacts,
  type RiskFlags,
  type RiskRules,
  riskFlags,
  scoreOf,
  usageFlags,
} from './flags.ts';

const GIB = 1024 ** 3;

export type ModelRisk = ReturnType<typeof riskOf>;

/**
 * What speaks for and against a model.
 * @param categoryMonth the month's usage of all models of the category
 */
export function riskOf(
  record: RecordFacts,
  usage: ModelUsage,
  {
    category,
    categoryMonth,
    rules,
    backendVariations,
  }: { category: string; categoryMonth: number; rules: RiskRules; backendVariations: boolean },
) {
  const { day, month, total } = usage.usage;
  const flags = flagsOf(record, usage, categoryMonth, rules);
  const size = rules.looksAtSize && record.sizeBytes !== null ? record.sizeBytes / GIB : null;
  return {
    name: record.name,
    category,
    deletion_risk_flags: flags,
    at_risk: scoreOf(flags) > 0,
    risk_score: scoreOf(flags),
    worker_count: usage.worker_count,
    usage_day: day,
    usage_month: month,
    usage_total: total,
    // The usage service does not tell.
    usage_hour: null,
    usage_minute: null,
    usage_percentage_of_category: roundHalfEven(percentageOf(month, categoryMonth), 4),
    usage_trend: {
      day_to_month_ratio: month > 0 ? day / month : null,
      month_to_total_ratio: total > 0 ? month / total : null,
    },
    cost_benefit_score: size !== null && size > 0 ? roundHalfEven(month / size, 2) : null,
    size_gb: size === null ? null : roundHalfEven(size, 2),
    baseline: record.baseline,
    nsfw: record.nsfw,
    has_description: record.hasDescription,
    download_count: record.downloads,
    download_hosts: [...record.hosts],
    backend_variations: backendVariations ? variationUsage(usage) : null,
    is_critical: month < rules.critical.usage && usage.worker_count < rules.critical.workers,
    has_warning: hostFlags.some((flag) => flags[flag]),
  };
}

function variationUsage({ variations }: ModelUsage) {
  if (variations.length === 0) return null;
  return variations.map(({ queued: _queued, queued_jobs: _jobs, eta: _eta, ...shown }) => shown);
}

/**
 * The models by group, the group with most usage in the month first, ties in the order in which the groups
 * first appear. Gives new objects.
 *
 * @param categoryMonth the month's usage of all models of the category
 */
export function groupRisks(
  risks: readonly ModelRisk[],
  categoryMonth: number,
  rules: RiskRules,
): ModelRisk[] {
  const groups = Map.groupBy(risks, ({ name }) => groupOfName(name));
  return [...groups]
    .map(([name, members]) => {
      const [only] = members;
      return members.length === 1
        ? { ...only!, name, backend_variations: null }
        : merged(name, members, categoryMonth, rules);
    })
    .sort((a, b) => b.usage_month - a.usage_month);
}

/**
 * Usage adds up, and flags about usage are those of the sums. What one member's record lacks, the group lacks.
 */
function merged(
  name: string,
  members: readonly ModelRisk[],
  categoryMonth: number,
  rules: RiskRules,
): ModelRisk {
  const first = members[0]!;
  const sum = (value: (member: ModelRisk) => number): number =>
    members.reduce((total, member) => total + value(member), 0);
  const day = sum(({ usage_day }) => usage_day);
  const month = sum(({ usage_month }) => usage_month);
  const total = sum(({ usage_total }) => usage_total);
  const sizes = members.map(({ size_gb }) => size_gb).filter((size) => size !== null);
  const size = sizes.length === 0 ? null : sizes.reduce((total, one) => total + one, 0) / sizes.length;
  const workers = Math.max(...members.map(({ worker_count }) => worker_count));
  const flags = {
    ...Object.fromEntries(
      riskFlags.map((flag) => [flag, members.some(({ deletion_risk_flags }) => deletion_risk_flags[flag])]),
    ),
    ...usageFlags({ day, month, total, worker_count: workers }, categoryMonth, rules),
  } as RiskFlags;
  // Weighted by the month's usage; a member without the ratio adds nothing, and keeps its weight.
  const meanRatio = (ratio: (member: ModelRisk) => number | null): number | null =>
    month > 0 ? sum((member) => (ratio(member) ?? 0) * member.usage_month) / month : null;
  // Of rounded percentages, whose sum can pass 100.
  const percentage = Math.min(
    100,
    roundHalfEven(
      sum((member) => member.usage_percentage_of_category),
      4,
    ),
  );
  return {
    name,
    category: first.category,
    deletion_risk_flags: flags,
    at_risk: scoreOf(flags) > 0,
    risk_score: scoreOf(flags),
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
    cost_benefit_score: size !== null && size > 0 ? month / size : null,
    size_gb: size,
    baseline: first.baseline,
    nsfw: first.nsfw,
    has_description: members.every(({ has_description }) => has_description),
    download_count: sum(({ download_count }) => download_count),
    download_hosts: [...new Set(members.flatMap(({ download_hosts }) => download_hosts))],
    backend_variations: null,
    is_critical: month < rules.critical.usage && workers < rules.critical.workers,
    has_warning: hostFlags.some((flag) => flags[flag]),
  };
}
