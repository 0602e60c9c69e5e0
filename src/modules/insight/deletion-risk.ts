import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { UsageFigure, UsageKind, UsageSource } from '../../outside/usage-client.ts';
import { type CategorySnapshot, PerRecord } from '../catalog/index.ts';
import {
  assessModel,
  createRiskRules,
  hostFlags,
  type ModelRisk,
  mergeGroups,
  type RecordFacts,
  type RiskFlag,
  type RiskSettings,
  readRecordFacts,
} from './analytics/model-risk.ts';
import { type ModelUsage, sumUsage } from './analytics/model-usage.ts';
import { roundHalfEven } from './analytics/rounding.ts';
import { readCategoryUsage } from './category-usage.ts';
import { TimedValues } from './timed-values.ts';

const reportsKey = Symbol('deletion risk');
const factsOf = new PerRecord(readRecordFacts);

interface DatedReport {
  readonly report: ReturnType<typeof assessRisks>;
  /** Age of the usage data, in whole seconds. */
  readonly ageSeconds: number;
}

/**
 * Creates reports on models that could be deleted. The assessment of a category is cached until it expires or
 * the category changes.
 */
export function createDeletionRisk({
  source,
  clock,
  settings,
}: {
  source: UsageSource;
  clock: Clock;
  settings: RiskSettings & { readonly deletionRiskCacheTtlSeconds: number };
}) {
  const getCache = (snapshot: CategorySnapshot): TimedValues<DatedReport> =>
    snapshot.derive(reportsKey, () => new TimedValues(clock, settings.deletionRiskCacheTtlSeconds));

  const assess = async (
    snapshot: CategorySnapshot,
    kind: UsageKind,
    { grouped, backendVariations }: { grouped: boolean; backendVariations: boolean },
  ): Promise<DatedReport> => {
    const cache = getCache(snapshot);
    const key = JSON.stringify([grouped, backendVariations]);
    const cachedReport = cache.get(key);
    if (cachedReport)
      return { ...cachedReport.value, ageSeconds: cachedReport.value.ageSeconds + cachedReport.ageSeconds };
    const { usage, unknown, ageSeconds, stale } = await readCategoryUsage(source, snapshot, kind);
    const options = { settings, grouped, backendVariations, unknown };
    const facts = await factsOf.all(snapshot.records);
    const report = assessRisks({ name: snapshot.category, usage: kind }, facts, usage, options);
    // An assessment without current usage is not cached, so that newer usage counts immediately.
    if (!stale && unknown.length === 0) cache.put(key, { report, ageSeconds });
    return { report, ageSeconds };
  };

  return {
    /**
     * Creates the report on a category.
     * @param query.grouped whether to assess groups of text models instead of individual models
     * @param query.backendVariations whether to include the usage through each backend; ignored for groups
     *   and for image models
     * @throws OutageError usage_unavailable if the usage service has never responded
     */
    report: async (
      snapshot: CategorySnapshot,
      kind: UsageKind,
      query: {
        grouped: boolean;
        backendVariations: boolean;
        preset: RiskPreset | null;
        offset: number;
        limit: number | null;
      },
    ) => {
      const { report, ageSeconds } = await assess(snapshot, kind, query);
      const selectedReport = query.preset === null ? report : applyPreset(report, query.preset);
      return { report: createReportPage(selectedReport, query), ageSeconds };
    },
  };
}

type Report = ReturnType<typeof assessRisks>;

/**
 * Assesses all models of a category, or all groups. They are sorted by usage in the last month, highest
 * first, and in stored order if equal.
 *
 * @param usage the usage of each model, in the order of `models`
 * @param options.unknown the unknown usage figures, which affect no flag, score or preset
 */
export function assessRisks(
  category: { name: string; usage: UsageKind },
  models: readonly RecordFacts[],
  usage: readonly ModelUsage[],
  options: {
    settings: RiskSettings;
    grouped: boolean;
    backendVariations: boolean;
    unknown?: readonly UsageFigure[];
  },
) {
  const rules = createRiskRules(category.usage, options.settings);
  const categoryMonth = sumUsage(usage.map((one) => one.usage)).month;
  const isText = category.usage === 'text';
  const isGrouped = options.grouped && isText;
  const { unknown = [] } = options;
  const figures = { categoryMonth, rules, unknown };
  const reportOptions = {
    category: category.name,
    backendVariations: options.backendVariations && isText && !isGrouped,
  };
  const modelRisks = models
    .map((model, position) => assessModel(model, usage[position]!, { ...figures, ...reportOptions }))
    .sort((a, b) => b.usage_month - a.usage_month);
  const risks = isGrouped ? mergeGroups(modelRisks, figures) : modelRisks;
  return {
    category: category.name,
    category_total_month_usage: categoryMonth,
    unknown_usage: [...unknown],
    total_count: models.length,
    returned_count: risks.length,
    offset: 0,
    limit: null as number | null,
    models: risks,
    summary: createSummary(risks, { monthUsage: categoryMonth, rounded: !isGrouped }),
  };
}

/** Returns a report with only the models selected by the preset. The summary covers only these models. */
export function applyPreset(report: Report, preset: RiskPreset): Report {
  const isKnown = (figure: UsageFigure) => !report.unknown_usage.includes(figure);
  const models = report.models.filter((risk) => presets[preset](risk, isKnown));
  const summary = createSummary(models, { monthUsage: sumMonthUsage(models), rounded: true });
  return { ...report, returned_count: models.length, models, summary };
}

/** Returns a report with one page of the models. The summary still covers all models of the given report. */
export function createReportPage(
  report: Report,
  { offset, limit }: { offset: number; limit: number | null },
): Report {
  if (offset === 0 && limit === null) return { ...report };
  const models = report.models.slice(offset, limit === null ? undefined : offset + limit);
  return {
    ...report,
    total_count: report.models.length,
    returned_count: models.length,
    offset,
    limit,
    models,
  };
}

/** @param options.rounded whether to round the average risk score to two places */
function createSummary(
  risks: readonly ModelRisk[],
  { monthUsage, rounded }: { monthUsage: number; rounded: boolean },
) {
  const countRisks = (applies: (risk: ModelRisk) => boolean): number => risks.filter(applies).length;
  const countFlagged = (flag: RiskFlag): number =>
    countRisks(({ deletion_risk_flags }) => deletion_risk_flags[flag]);
  const totalScore = risks.reduce((sum, { risk_score }) => sum + risk_score, 0);
  const average = risks.length === 0 ? 0 : totalScore / risks.length;
  return {
    total_models: risks.length,
    models_at_risk: countRisks(({ at_risk }) => at_risk),
    models_critical: countRisks(({ is_critical }) => is_critical),
    models_with_warnings: countRisks(({ has_warning }) => has_warning),
    models_with_zero_day_usage: countFlagged('zero_usage_day'),
    models_with_zero_month_usage: countFlagged('zero_usage_month'),
    models_with_zero_total_usage: countFlagged('zero_usage_total'),
    models_with_no_active_workers: countFlagged('no_active_workers'),
    models_with_no_downloads: countFlagged('no_download_urls'),
    models_with_non_preferred_hosts: countFlagged('has_non_preferred_host'),
    models_with_multiple_hosts: countFlagged('has_multiple_hosts'),
    models_with_low_usage: countFlagged('low_usage'),
    average_risk_score: rounded ? roundHalfEven(average, 2) : average,
    category_total_month_usage: monthUsage,
  };
}

function sumMonthUsage(risks: readonly ModelRisk[]): number {
  return risks.reduce((sum, { usage_month }) => sum + usage_month, 0);
}

/** Models with a lower percentage of the category's monthly usage are candidates for deletion. */
const CANDIDATE_PERCENTAGE = 0.01;

/** The presets by name, each with the condition that selects its models. */
const presets = {
  deletion_candidates: (risk, isKnown) =>
    risk.at_risk ||
    (isKnown('month') && risk.usage_percentage_of_category < CANDIDATE_PERCENTAGE) ||
    (isKnown('workers') && risk.worker_count === 0),
  zero_usage: ({ usage_month }, isKnown) => isKnown('month') && usage_month === 0,
  no_workers: ({ worker_count }, isKnown) => isKnown('workers') && worker_count === 0,
  missing_data: ({ deletion_risk_flags: flags }) => flags.missing_description || flags.missing_baseline,
  host_issues: ({ deletion_risk_flags: flags }) => hostFlags.some((flag) => flags[flag]),
  critical: ({ is_critical }) => is_critical,
  low_usage: ({ deletion_risk_flags: flags }) => flags.low_usage,
} as const satisfies Record<string, (risk: ModelRisk, isKnown: (figure: UsageFigure) => boolean) => boolean>;

export type RiskPreset = keyof typeof presets;

export const riskPresets = Object.keys(presets) as readonly RiskPreset[];

/** @throws RegistryError bad_request for an unknown preset */
export function checkPreset(preset: string): RiskPreset {
  const knownPreset = riskPresets.find((name) => name === preset);
  if (knownPreset !== undefined) return knownPreset;
  throw new RegistryError(
    'bad_request',
    `Invalid preset: Unknown preset: '${preset}'. Valid presets: ${riskPresets.join(', ')}`,
  );
}
