import { groupOfName } from '../../../../records/text-names/index.ts';
import { roundHalfEven } from '../rounding.ts';
import { hostFlags, type RiskFlags, riskFlags, scoreOf, usageFlags } from './flags.ts';
import type { ModelRisk } from './model-risk.ts';
import type { RiskRules } from './rules.ts';

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
