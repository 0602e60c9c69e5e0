import type { Clock } from '../../kernel/clock.ts';
import type { UsageSource } from '../../outside/usage-source.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { ofEachSegment } from '../catalog/of-each-segment.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';
import {
  assessRisks,
  type DeletionRiskReport,
  presetReport,
  type RiskPreset,
  type RiskSettings,
  recordFacts,
  reportPage,
} from './analytics/index.ts';
import { readCategoryUsage, usageKindOf } from './category-usage.ts';
import { liveModels } from './live-models.ts';
import { TimedValues } from './timed-values.ts';

export interface DeletionRiskQuery {
  /** Groups of text models instead of the models. */
  readonly grouped: boolean;
  /** Text models, ungrouped: how each backend serves them. */
  readonly backendVariations: boolean;
  readonly preset: RiskPreset | null;
  readonly offset: number;
  /** Null for no end. */
  readonly limit: number | null;
}

export interface DatedReport {
  readonly report: DeletionRiskReport;
  /** Whole seconds since the usage service said what the report rests on. */
  readonly ageSeconds: number;
}

/** Which models are worth keeping. */
export interface DeletionRisk {
  /**
   * @throws RegistryError bad_request for a category whose models nobody counts the usage of, not_found for
   * one without models,
   *   usage_unavailable when the usage service never answered
   */
  report(definition: CategoryDefinition, query: DeletionRiskQuery): Promise<DatedReport>;
}

const keptReports = Symbol('deletion risk');
const segmentFacts = Symbol('facts for deletion risks');

/** Assessments are cached per snapshot for a limited time: a change of the category drops them. */
export function createDeletionRisk({
  catalog,
  source,
  clock,
  settings,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  source: UsageSource;
  clock: Clock;
  settings: RiskSettings & { readonly deletionRiskCacheTtlSeconds: number };
}): DeletionRisk {
  const keptOf = (snapshot: CategorySnapshot): TimedValues<DatedReport> =>
    snapshot.derived(keptReports, () => new TimedValues(clock, settings.deletionRiskCacheTtlSeconds));

  const assessed = async (
    definition: CategoryDefinition,
    { grouped, backendVariations }: DeletionRiskQuery,
  ): Promise<DatedReport> => {
    const kind = usageKindOf(definition, 'Deletion risk analysis is');
    const snapshot = liveModels(catalog, definition);
    const kept = keptOf(snapshot);
    const key = JSON.stringify([grouped, backendVariations]);
    const known = kept.get(key);
    if (known) return { ...known.value, ageSeconds: known.value.ageSeconds + known.ageSeconds };
    const { usage, ageSeconds, stale } = await readCategoryUsage(source, snapshot, kind);
    const options = { settings, grouped, backendVariations };
    const facts = await ofEachSegment(snapshot, segmentFacts, ({ records }) => records.map(recordFacts));
    const report = assessRisks(definition, facts.flat(), usage, options);
    // An assessment of outdated usage is not cached, so that newer usage counts at once.
    if (!stale) kept.put(key, { report, ageSeconds });
    return { report, ageSeconds };
  };

  return {
    report: async (definition, query) => {
      const { report, ageSeconds } = await assessed(definition, query);
      const chosen = query.preset === null ? report : presetReport(report, query.preset);
      return { report: reportPage(chosen, query), ageSeconds };
    },
  };
}
