import { OutageError } from '../../kernel/errors.ts';
import type { UsageSource } from '../../outside/usage-source.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import type { Catalog } from '../catalog/catalog.ts';
import {
  type ModelUsage,
  type PopularityMetric,
  type PopularModel,
  rankByPopularity,
  type UsageWithVariations,
  usageByName,
  type WithStatsQuery,
} from './analytics/index.ts';
import { type CategoryUsage, namesOf, readCategoryUsage, usageKindOf } from './category-usage.ts';
import { liveModels } from './live-models.ts';

export interface PopularQuery {
  readonly metric: PopularityMetric;
  readonly limit: number;
  /** With each worker that serves a model. */
  readonly workers: boolean;
}

export interface RankedModel {
  readonly name: string;
  /** The record's stored JSON text. */
  readonly text: string;
  readonly stats: PopularModel['stats'];
}

export interface UsageByName {
  /** By model, in order. */
  readonly entries: readonly [name: string, usage: UsageWithVariations][];
  /** Whole seconds since the usage service said so. */
  readonly ageSeconds: number;
}

/** How much the live models are used. */
export interface Popularity {
  /**
   * Those used most come first. None when the usage service does not answer, or does not count the category's
   * models.
   */
  ranking(definition: CategoryDefinition, query: PopularQuery): Promise<RankedModel[]>;
  /**
   * The usage of all models.
   * @throws RegistryError bad_request for a category whose models nobody counts, not_found for one without
   * models,
   *   usage_unavailable
   */
  usage(definition: CategoryDefinition, query: WithStatsQuery & { workers: boolean }): Promise<UsageByName>;
}

export function createPopularity({
  catalog,
  source,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  source: UsageSource;
}): Popularity {
  return {
    ranking: async ({ name: category, usage: kind }, { workers, ...query }) => {
      const snapshot = catalog.snapshot('v2', category);
      if (kind === null || snapshot.size === 0) return [];
      const usage = liveUsage(await orNothing(readCategoryUsage(source, snapshot, kind, { workers })));
      if (usage === null) return [];
      const names = namesOf(snapshot);
      return rankByPopularity(usage, query).map(({ position, stats }) => {
        const name = names[position]!;
        return { name, text: snapshot.get(name)!.text, stats };
      });
    },

    usage: async (definition, { workers, ...query }) => {
      const kind = usageKindOf(definition, 'Usage statistics are');
      const snapshot = liveModels(catalog, definition);
      const { usage, ageSeconds } = await readCategoryUsage(source, snapshot, kind, { workers });
      return { entries: usageByName(namesOf(snapshot), usage, query), ageSeconds };
    },
  };
}

/** Popularity is about the present: an outdated answer of the usage service is not used. */
function liveUsage(usage: CategoryUsage | null): readonly ModelUsage[] | null {
  return usage === null || usage.stale ? null : usage.usage;
}

async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OutageError && error.code === 'usage_unavailable') return null;
    throw error;
  }
}
