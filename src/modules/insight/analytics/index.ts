export type {
  ModelStatus,
  UsageData,
  UsageKind,
  UsageStats,
  WorkerStatus,
} from '../../../outside/usage-source.ts';
export { Counts, countGroups, countModels, groupsOf } from './counts.ts';
export type { ModelRisk } from './deletion-risk/model-risk.ts';
export { checkPreset, type RiskPreset, riskPresets } from './deletion-risk/presets.ts';
export { recordFacts } from './deletion-risk/record-facts.ts';
export { assessRisks, type DeletionRiskReport, presetReport, reportPage } from './deletion-risk/report.ts';
export type { RiskSettings } from './deletion-risk/rules.ts';
export type { Model } from './model.ts';
export { type ModelUsage, mergeUsage } from './model-usage.ts';
export {
  type PopularityMetric,
  type PopularModel,
  popularityMetrics,
  rankByPopularity,
} from './popularity.ts';
export { type CategoryStatistics, statisticsOf, withWindow } from './statistics.ts';
export type { UsageWithVariations } from './usage-view.ts';
export { usageByName, type WithStatsQuery } from './with-stats.ts';
