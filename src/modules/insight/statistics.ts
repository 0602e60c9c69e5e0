import type { Clock } from '../../kernel/clock.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { ofEachSegment } from '../catalog/of-each-segment.ts';
import type { CategorySnapshot } from '../catalog/snapshot.ts';
import {
  type CategoryStatistics,
  Counts,
  countGroups,
  countModels,
  groupsOf,
  statisticsOf,
  withWindow,
} from './analytics/index.ts';
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
  of(definition: CategoryDefinition, query: StatisticsQuery): Promise<CategoryStatistics>;
}

const keptStatistics = Symbol('statistics');
const segmentCounts = Symbol('counts');
const segmentGroups = Symbol('counted groups');

async function allModels(snapshot: CategorySnapshot): Promise<Counts> {
  const counts = new Counts();
  for (const some of await ofEachSegment(snapshot, segmentCounts, ({ records }) => countModels(records)))
    counts.merge(some);
  return counts;
}

async function allGroups(snapshot: CategorySnapshot): Promise<Counts> {
  return countGroups(await ofEachSegment(snapshot, segmentGroups, ({ records }) => groupsOf(records)));
}

/**
 * Statistics are cached for a while with the snapshot: a change of the category drops them. Grouped ones are
 * not cached.
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
    of: async (definition, { grouped, ...window }) => {
      const snapshot = liveModels(catalog, definition);
      if (grouped && definition.usage === 'text') {
        return withWindow(statisticsOf(definition, await allGroups(snapshot), clock.now()), window);
      }
      const kept = snapshot.derived(
        keptStatistics,
        () => new TimedValues<CategoryStatistics>(clock, settings.statisticsCacheTtlSeconds),
      );
      const known = grouped ? undefined : kept.get('all')?.value;
      if (known) return withWindow(known, window);
      const statistics = statisticsOf(definition, await allModels(snapshot), clock.now());
      kept.put('all', statistics);
      return withWindow(statistics, window);
    },
  };
}
