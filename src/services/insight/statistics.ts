import { type CategoryStatistics, computeStatistics, withWindow } from '../../registry/analytics/index.ts';
import type { CategoryDefinition } from '../../registry/categories/category.ts';
import type { Clock } from '../../registry/clock.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { liveModels } from './live-models.ts';
import { TimedValues } from './timed-values.ts';

export interface StatisticsQuery {
  /** Counts the groups of text models instead of the models; other categories have no groups. */
  readonly grouped: boolean;
  readonly offset: number;
  /** Null for no end. */
  readonly limit: number | null;
}

/** Statistics of a category's live records. */
export interface Statistics {
  /** @throws RegistryError not_found for a category without models */
  of(definition: CategoryDefinition, query: StatisticsQuery): CategoryStatistics;
}

const keptStatistics = Symbol('statistics');

/**
 * They are kept for a while, and hang on the snapshot: a change of the category drops them. Grouped ones are
 * not kept.
 */
export function createStatistics({
  catalog,
  clock,
  settings,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  clock: Clock;
  settings: { readonly statisticsCacheTtlSeconds: number };
}): Statistics {
  return {
    of: (definition, { grouped, ...window }) => {
      const snapshot = liveModels(catalog, definition);
      const compute = () => computeStatistics(definition, snapshot.records, { grouped, now: clock.now() });
      if (grouped) return withWindow(compute(), window);
      const kept = snapshot.derived(
        keptStatistics,
        () => new TimedValues<CategoryStatistics>(clock, settings.statisticsCacheTtlSeconds),
      );
      const known = kept.get('all')?.value;
      if (known) return withWindow(known, window);
      const statistics = compute();
      kept.put('all', statistics);
      return withWindow(statistics, window);
    },
  };
}
