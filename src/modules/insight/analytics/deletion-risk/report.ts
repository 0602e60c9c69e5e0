import { RegistryError } from '../../../../kernel/errors.ts';
import type { CategoryDefinition } from '../../../../records/categories/category.ts';
import { type ModelUsage, sumOf } from '../model-usage.ts';
import { groupRisks } from './grouped-risk.ts';
import { type ModelRisk, riskOf } from './model-risk.ts';
import { keptBy, type RiskPreset } from './presets.ts';
import type { RecordFacts } from './record-facts.ts';
import { type RiskSettings, riskRules } from './rules.ts';
import { monthUsageOf, type RiskSummary, summaryOf } from './summary.ts';

export interface DeletionRiskReport {
  category: string;
  category_total_month_usage: number;
  /** Before the page was cut out, if one was; else all models of the category. */
  total_count: number;
  returned_count: number;
  offset: number;
  limit: number | null;
  models: ModelRisk[];
  summary: RiskSummary;
}

type RatedCategory = Pick<CategoryDefinition, 'name' | 'usage'>;

/**
 * The risks of all models, those with most usage in the month first, ties in stored order. The costly part of
 * a report.
 *
 * @param usage of the models, in the same order
 * @throws RegistryError bad_request for a category whose models nobody counts the usage of
 */
export function assessRisks(
  category: RatedCategory,
  models: readonly RecordFacts[],
  usage: readonly ModelUsage[],
  options: { settings: RiskSettings; grouped: boolean; backendVariations: boolean },
): DeletionRiskReport {
  if (category.usage === null) {
    throw new RegistryError(
      'bad_request',
      'Deletion risk analysis is only supported for image_generation and text_generation categories',
    );
  }
  const rules = riskRules(category.usage, options.settings);
  const categoryMonth = sumOf(usage.map((one) => one.usage)).month;
  const isText = category.usage === 'text';
  const grouped = options.grouped && isText;
  const surroundings = {
    category: category.name,
    categoryMonth,
    rules,
    backendVariations: options.backendVariations && isText && !grouped,
  };
  const single = models
    .map((model, position) => riskOf(model, usage[position]!, surroundings))
    .sort((a, b) => b.usage_month - a.usage_month);
  const risks = grouped ? groupRisks(single, categoryMonth, rules) : single;
  return {
    category: category.name,
    category_total_month_usage: categoryMonth,
    total_count: models.length,
    returned_count: risks.length,
    offset: 0,
    limit: null,
    models: risks,
    summary: summaryOf(risks, { monthUsage: categoryMonth, rounded: !grouped }),
  };
}

/** The report on the models that the preset keeps: the summary is of those. Gives a new object. */
export function presetReport(report: DeletionRiskReport, preset: RiskPreset): DeletionRiskReport {
  const models = report.models.filter(keptBy(preset));
  const summary = summaryOf(models, { monthUsage: monthUsageOf(models), rounded: true });
  return { ...report, returned_count: models.length, models, summary };
}

/** One page of a report; the summary stays that of all. Gives a new object. */
export function reportPage(
  report: DeletionRiskReport,
  { offset, limit }: { offset: number; limit: number | null },
): DeletionRiskReport {
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
