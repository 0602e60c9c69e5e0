import type { BackendVariation, ModelUsage } from '../model-usage.ts';
import { percentageOf, roundHalfEven } from '../rounding.ts';
import { flagsOf, hostFlags, type RiskFlags, scoreOf } from './flags.ts';
import type { RecordFacts } from './record-facts.ts';
import type { RiskRules } from './rules.ts';

/** What speaks for and against a model, or a group of models. */
export interface ModelRisk {
  name: string;
  category: string;
  deletion_risk_flags: RiskFlags;
  /** Any flag is set. */
  at_risk: boolean;
  /** How many flags are set. */
  risk_score: number;
  worker_count: number;
  usage_day: number;
  usage_month: number;
  usage_total: number;
  /** The usage service does not tell. */
  usage_hour: null;
  usage_minute: null;
  /** Of the month's usage. */
  usage_percentage_of_category: number;
  usage_trend: { day_to_month_ratio: number | null; month_to_total_ratio: number | null };
  /** Usage in the month for each GiB on disk. */
  cost_benefit_score: number | null;
  /** In GiB. */
  size_gb: number | null;
  baseline: string | null;
  nsfw: boolean | null;
  has_description: boolean;
  download_count: number;
  download_hosts: string[];
  backend_variations: VariationUsage[] | null;
  is_critical: boolean;
  has_warning: boolean;
}

type VariationUsage = Omit<BackendVariation, 'queued' | 'queued_jobs' | 'eta'>;

interface Surroundings {
  readonly category: string;
  /** The month's usage of all models of the category. */
  readonly categoryMonth: number;
  readonly rules: RiskRules;
  readonly backendVariations: boolean;
}

const GIB = 1024 ** 3;

export function riskOf(record: RecordFacts, usage: ModelUsage, surroundings: Surroundings): ModelRisk {
  const { category, categoryMonth, rules, backendVariations } = surroundings;
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

function variationUsage({ variations }: ModelUsage): VariationUsage[] | null {
  if (variations.length === 0) return null;
  return variations.map(({ queued: _queued, queued_jobs: _jobs, eta: _eta, ...shown }) => shown);
}
